// Compares values, and names the first difference.
import { isDeepStrictEqual } from 'node:util';

/** A response that differs from the prediction. */
export class Divergence extends Error {}
/** Returns JSON with sorted keys, so that the first difference is one of values. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  ) ?? 'undefined';
export function diverge(what: string, expected: unknown, received: unknown): never {
  const [one, other] = [textOf(expected), textOf(received)];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const part = (text: string) => text.slice(Math.max(0, start - 150), start + 250);
  throw new Divergence(`${what} differs.\n  expected …${part(one)}\n  received …${part(other)}`);
}
export const expectEqual = (what: string, expected: unknown, received: unknown): void => {
  if (!isDeepStrictEqual(expected, received)) diverge(what, expected, received);
};
export const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
