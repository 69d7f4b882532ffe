// The kinds of differences between a recorded response and that of the candidate.

/** Each kind with a sentence for the report, and what to do about a difference that is breaking or provisional. */
export const KINDS = {
  'no-response': [
    'The candidate sends no response.',
    'Find the request in the log of the candidate, and correct the cause.',
  ],
  status: ['The status differs.', 'Return the recorded status and code: callers compare them.'],
  'error-code': ['The code in `error` differs.', 'Return the recorded code: callers compare it.'],
  'error-details': ['The validation error names other fields.', 'Name the recorded fields in `details`.'],
  'header-missing': ['The header is missing.', 'Send the header.'],
  header: ['The value of the header differs.', 'Send the recorded value.'],
  'media-type': ['The media type differs.', 'Send the recorded media type.'],
  'stale-tag': [
    'The entity tag is unchanged although the representation has changed.',
    'Compute the tag from the whole representation.',
  ],
  body: ['The text of the body differs.', 'Return the recorded text.'],
  'field-missing': ['The field is missing.', 'Return the field.'],
  'field-added': [
    'The response has one more field.',
    'Leave it: clients ignore fields that they do not know.',
  ],
  type: ['The type of the value differs.', 'Return a value of the recorded type.'],
  value: ['The value differs.', 'Return the recorded value, or correct the write that stored another one.'],
  'time-moved': [
    'The time changes although the record is unchanged.',
    'Change the time only together with the record.',
  ],
  'time-stale': [
    'The time is unchanged although the record has changed.',
    'Set the time with each change of the record.',
  ],
  'row-missing': ['The list lacks a record.', 'Compare the query of the list with that of the record.'],
  'row-added': ['The list has one more record.', 'Check the filters of the list, and deletions.'],
  order: ['The order of the list differs.', 'Sort the list as the contract describes.'],
} as const satisfies Record<string, readonly [sentence: string, advice: string]>;

export type Kind = keyof typeof KINDS;

/** One difference of one call. */
export interface Found {
  kind: Kind;
  /** `status`, `header` with its name, or `body` with the members that lead to the value; `*` is an index. */
  part: string[];
  recorded: unknown;
  candidate: unknown;
}
