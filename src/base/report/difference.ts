// Finds where two texts differ, in whole words.

/** Returns the length of the common start, both differing parts, and the common end. */
export function differenceOf(
  before: string,
  after: string,
): { start: number; ends: [before: string, after: string]; end: string } {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  const shortest = Math.min(left.length, right.length);
  let common = 0;
  while (common < shortest && left[common] === right[common]) common++;
  let last = 0;
  while (last < shortest - common && left.at(-1 - last) === right.at(-1 - last)) last++;
  const middle = (words: string[]) => words.slice(common, words.length - last).join('');
  return {
    start: left.slice(0, common).join('').length,
    ends: [middle(left), middle(right)],
    end: left.slice(left.length - last).join(''),
  };
}

const wordsOf = (text: string): string[] => text.match(/\s+|\w+|[^\s\w]/g) ?? [];
