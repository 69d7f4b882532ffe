// JSON pointers (RFC 6901).

const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

export const unescapeSegment = (segment: string): string =>
  segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Appends segments to a pointer. */
export const under = (pointer: string, ...segments: (string | number)[]): string =>
  [pointer, ...segments.map((segment) => escapeSegment(String(segment)))].join('/');

/** Returns the unescaped segments of a pointer. */
export const splitPointer = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeSegment);

/** Returns the value at a pointer, or undefined if there is none. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  splitPointer(pointer).reduce(
    (value, segment) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, segment)
        ? (value as Record<string, unknown>)[segment]
        : undefined,
    root,
  );
