// Checks that no keyword changes without a row.
import { groupEdits } from '../../src/review/edits/edits';
import { compareContracts } from '../../src/review/compare/documents';
import { splitPointer } from '../../src/contract/pointer';
import { everyKeyword, KEYWORD_CHANGES } from './every-keyword';
import { type Doc, LIMITS } from './world';

function changed(pointer: string, value: unknown): Doc {
  const document = everyKeyword();
  const segments = splitPointer(pointer);
  const last = segments.pop()!;
  const holder = segments.reduce<Doc>((node, segment) => node[segment], document);
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return document;
}

it.each(KEYWORD_CHANGES)('shows a row when only %s changes', (pointer, value) => {
  const [base, head] = [everyKeyword(), changed(pointer, value)];
  const { changes, words } = compareContracts({ base, head }, LIMITS);
  expect([...groupEdits(changes, { base, head }), ...words]).not.toEqual([]);
});
