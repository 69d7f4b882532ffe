// What `review --transcripts` shows: each request, and how base and head answer it.
import type { ContractChange } from '../change';
import type { Side } from '../source';

/** A request or an answer as people read it; nothing in it acts on a terminal. */
export interface Message {
  /** `GET /facilities`, `200 OK`, or `no answer: ` and why. */
  line: string;
  /** Those that say something; none that differ from one call to the next. */
  headers: [name: string, value: string][];
  /** JSON is indented, a long one shortened to where the answers differ; empty when there is none. */
  body: string;
}

export interface Transcript {
  /** As the head has it, or the base when it is gone. */
  operation: ContractChange['operation'];
  /** The name of the example in the contract. */
  example: string;
  /** Whose example it is. Both sides are asked all the same. */
  of: Side | 'both';
  request: Message;
  /** Null where the operation, or the answer that is asked for by name, is not there. */
  base: Message | null;
  head: Message | null;
  same: boolean;
  /** The example before it of the same operation that got the same answers. */
  like: string | null;
}

export interface Transcripts {
  list: Transcript[];
  /** Sentences: why there is none, or what was left out. */
  notes: string[];
}
