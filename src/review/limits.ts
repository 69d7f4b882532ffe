// How much a comparison may take: documents come from strangers and must not hold a reviewer's machine.
import { ReviewError } from './review-error';

const LARGEST = 10_000_000;
const DEEPEST = 500;
/** This house's contract takes ten thousand. */
const MAX_STEPS = 2_000_000;

/**
 * Walks with a list of its own and counts as it goes, so that aliases of YAML that multiply or point back at themselves end here too.
 * @throws ReviewError for more than 10 MB or 500 levels.
 */
export function measure(side: string, document: unknown): void {
  const waiting: [value: unknown, depth: number][] = [[document, 0]];
  const tooLarge = () => new ReviewError(`The ${side} is larger than 10 MB.`);
  let size = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (depth > DEEPEST) throw new ReviewError(`The ${side} is nested more than ${DEEPEST} levels deep.`);
    if (typeof value === 'string') size += value.length + 2;
    else if (typeof value !== 'object' || value === null) size += 4;
    else {
      const entries = Object.entries(value);
      size +=
        entries.length + (Array.isArray(value) ? 1 : entries.reduce((sum, [key]) => sum + key.length + 3, 1));
      if (size > LARGEST) throw tooLarge();
      for (const [, item] of entries) waiting.push([item, depth + 1]);
    }
    if (size > LARGEST) throw tooLarge();
  }
}

/** Counts the steps of one comparison. */
export class Budget {
  private left: number;

  constructor(steps = MAX_STEPS) {
    this.left = steps;
  }

  /** @throws ReviewError when nothing is left. */
  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0)
      throw new ReviewError(
        'The documents are too intertwined to be compared: schemas refer to each other in too many ways.',
      );
  }
}
