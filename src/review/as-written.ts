// A schema as its authors wrote it, short enough for a report; fingerprints rest on it too.
import { cached } from './cached';
import { shorten } from './json';
import type { View } from './resolved-schema';

export const asWritten = cached(
  ({ conjuncts, never }: View): unknown =>
    never
      ? false
      : shorten(conjuncts.length === 1 ? conjuncts[0]!.schema : conjuncts.map(({ schema }) => schema)),
  null,
);
