// Pairs the rows of two lists that no id connects, so that one missing row does not shift all others.
import { isObject } from '../../base/json';
import { withoutTokens } from './bindings';

/** Rows with fewer equal fields are two records. */
const MIN_LIKENESS = 0.5;
/** Larger lists are paired in their order: comparing every pair would take too long. */
const MAX_PAIRS = 250_000;

/** Returns the texts of the fields without ids and times, which differ in each run. */
const textsOf = (row: unknown): Map<string, string> =>
  new Map(
    Object.entries(isObject(row) ? row : { row }).map(([name, value]) => [
      name,
      withoutTokens(JSON.stringify(value) ?? ''),
    ]),
  );

/** Returns the share of equal fields; 0 for rows that are two records. */
function likenessOf(one: Map<string, string>, other: Map<string, string>): number {
  const equal = [...one].filter(([name, text]) => other.get(name) === text).length;
  const share = equal / Math.max(one.size, other.size, 1);
  return share < MIN_LIKENESS ? 0 : share;
}

/** Returns the index of the partner of each recorded row. The pairs keep the order of both lists. */
export function alignRows(recorded: unknown[], candidate: unknown[]): (number | undefined)[] {
  const inOrder = recorded.map((_row, index) => (index < candidate.length ? index : undefined));
  const [rows, others] = [recorded.map(textsOf), candidate.map(textsOf)];
  const isSameLength = rows.length === others.length;
  if (isSameLength && rows.every((row, index) => likenessOf(row, others[index]!) > 0)) return inOrder;
  if (rows.length * others.length > MAX_PAIRS) return inOrder;
  // best[i][j]: the greatest sum of likenesses of the rows from i on and the others from j on.
  const best = rows.map(() => new Float64Array(others.length + 1));
  best.push(new Float64Array(others.length + 1));
  const likeness = rows.map((row) => others.map((other) => likenessOf(row, other)));
  const paired = (i: number, j: number): number =>
    likeness[i]![j]! > 0 ? likeness[i]![j]! + best[i + 1]![j + 1]! : -1;
  for (let i = rows.length - 1; i >= 0; i--)
    for (let j = others.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(paired(i, j), best[i + 1]![j]!, best[i]![j + 1]!);
  const partners: (number | undefined)[] = [];
  for (let i = 0, j = 0; i < rows.length; i++) {
    while (j < others.length && best[i]![j] === best[i]![j + 1] && paired(i, j) < best[i]![j]!) j++;
    partners.push(j < others.length && paired(i, j) === best[i]![j] ? j++ : undefined);
  }
  return partners;
}
