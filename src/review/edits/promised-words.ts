// Finds the sentences of a description that promise a time, a default or a limit.

/** A number, or a word of a limit or default. */
const PROMISE =
  /\d|\b(?:default|at most|at least|maximum|minimum|limit|up to|within|until|expires?|never|always|once)\b/i;

const sentencesOf = (text: string | null): string[] =>
  (text ?? '').split(/(?<=[.!?])\s+|\n{2,}/).flatMap((sentence) => {
    const trimmed = sentence.replace(/\s+/g, ' ').trim();
    return PROMISE.test(trimmed) ? [trimmed] : [];
  });

interface Wordings {
  before: unknown;
  after: unknown;
}

/** Returns the promises that only one text has, as pairs of wordings in their order. Null: it has no such sentence. */
export function changedPromises({ before, after }: Wordings): Wordings[] {
  const [old, current] = [before, after].map((text) => sentencesOf(typeof text === 'string' ? text : null));
  const removed = old!.filter((sentence) => !current!.includes(sentence));
  const added = current!.filter((sentence) => !old!.includes(sentence));
  const count = Math.max(removed.length, added.length);
  return Array.from({ length: count }, (_, index) => ({
    before: removed[index] ?? null,
    after: added[index] ?? null,
  }));
}
