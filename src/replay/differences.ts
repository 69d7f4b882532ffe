// The kinds of differences between a recorded response and that of the candidate.
import type { Waiver } from '../review/waivers';

/** Each kind with what it means for a client of the recorded server. */
export const KINDS = {
  'no-response': 'The candidate sends no response.',
  status: 'The status is another one.',
  'error-code': 'The code in `error` is another one.',
  'error-details': 'The validation error names other fields.',
  'header-missing': 'The header is missing.',
  header: 'The header has another value.',
  'media-type': 'The media type is another one.',
  'stale-tag': 'The entity tag stays although the representation has changed.',
  body: 'The body is another text.',
  'field-missing': 'The field is missing.',
  'field-added': 'The response has one more field.',
  type: 'The value has another type.',
  value: 'The value is another one.',
  'time-moved': 'The time changes although nothing has changed.',
  'time-stale': 'The time stays although the record has changed.',
  'row-missing': 'The list lacks a record.',
  'row-added': 'The list has one more record.',
  order: 'The list has another order.',
} as const;

export type Kind = keyof typeof KINDS;

/** One difference of one call. */
export interface Found {
  kind: Kind;
  /** `status`, `header` with its name, or `body` with the members that lead to the value; `*` is an index. */
  part: string[];
  recorded: unknown;
  candidate: unknown;
}

export type Level = 'breaking' | 'provisional' | 'equal';

/** A difference with all calls that show it. */
export interface Difference {
  fingerprint: string;
  level: Level;
  kind: Kind;
  operation: { operationId: string | null; method: string; path: string };
  /** For example `status`, `header Location` or `body /data/*\/title`. */
  part: string;
  recorded: unknown;
  candidate: unknown;
  /** The first call that shows it, for example `acme.har #12`. */
  first: string;
  times: number;
  waiver?: Waiver;
}
