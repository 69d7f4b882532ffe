// The kinds of differences between a recorded response and that of the candidate.

/** Each kind with a sentence for the report. */
export const KINDS = {
  'no-response': 'The candidate sends no response.',
  status: 'The status differs.',
  'error-code': 'The code in `error` differs.',
  'error-details': 'The validation error names other fields.',
  'header-missing': 'The header is missing.',
  header: 'The value of the header differs.',
  'media-type': 'The media type differs.',
  'stale-tag': 'The entity tag is unchanged although the representation has changed.',
  body: 'The text of the body differs.',
  'field-missing': 'The field is missing.',
  'field-added': 'The response has one more field.',
  type: 'The type of the value differs.',
  value: 'The value differs.',
  'time-moved': 'The time changes although the record is unchanged.',
  'time-stale': 'The time is unchanged although the record has changed.',
  'row-missing': 'The list lacks a record.',
  'row-added': 'The list has one more record.',
  order: 'The order of the list differs.',
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
