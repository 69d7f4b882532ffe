// The kinds of differences between a recorded response and that of the candidate.
import type KINDS from './differences.json';

/** Each has a sentence for the report, and what to do about a difference that is breaking or provisional. */
export type Kind = keyof typeof KINDS;

/** One difference of one call. */
export interface Found {
  kind: Kind;
  /** `status`, `header` with its name, or `body` with the members that lead to the value; `*` is an index. */
  part: string[];
  recorded: unknown;
  candidate: unknown;
}
