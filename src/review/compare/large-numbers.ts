// Finds changed integers beyond 2^53. Documents hold them rounded, so that the comparison regards them as equal.
import type { ContractChange } from '../edits/changes';
import { documentChange } from './change-collector';

/** An integer of 16 to 40 digits that is a whole value in JSON or YAML. */
const LARGE = /(?<![\w."'])-?\d{16,40}(?![\w."'])/g;

interface Texts {
  files: { text: string }[];
}

const literalsOf = ({ files }: Texts): Set<string> =>
  new Set(
    files
      .flatMap(({ text }) => text.match(LARGE) ?? [])
      .filter((literal) => !Number.isSafeInteger(Number(literal))),
  );

/** Returns the integers that differ although their rounded values are equal. */
export function compareLargeNumbers(base: Texts, head: Texts): ContractChange[] {
  const [old, current] = [literalsOf(base), literalsOf(head)];
  return [...old].flatMap((before) => {
    const after = [...current].find((literal) => literal !== before && Number(literal) === Number(before));
    return after === undefined || current.has(before) || old.has(after)
      ? []
      : [documentChange('integers beyond 2^53', { before, after }, { head: '' })];
  });
}
