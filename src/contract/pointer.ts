// JSON pointers (RFC 6901).

export const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

export const unescapeSegment = (segment: string): string =>
  segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** A pointer with further segments. */
export const under = (pointer: string, ...segments: (string | number)[]): string =>
  [pointer, ...segments.map((segment) => escapeSegment(String(segment)))].join('/');

/** The segments of a pointer, as they are called. */
export const segmentsOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeSegment);
