// Rows that say the same of two assets: which of them is right, nobody can tell, so that none of them is taken.
import { nameKey } from '../../resources/cyber-assets/rules';
import type { Desired, RowFault } from '../map/translate';
import { groupBy } from '../../group-by';

/** `faulty`: rows that cannot be taken anyway; a row with the key of one of them is in doubt too. */
export function withoutDuplicates(
  desired: readonly Desired[],
  faulty: readonly RowFault[],
): { good: Desired[]; faults: RowFault[] } {
  const keyed = [
    ...desired,
    ...faulty.flatMap(({ key, line }) => (key === undefined ? [] : [{ key, line }])),
  ];
  const byKey = groupBy(keyed, ({ key }) => key);
  const byName = groupBy(desired, ({ fields }) => nameKey(fields.name));
  // By row and not by line: a JSON answer often is one line.
  const others = (group: readonly { line: number }[], row: Desired): string =>
    group
      .filter((other) => other !== row)
      .map(({ line }) => line)
      .slice(0, 5)
      .join(', ');

  const good: Desired[] = [];
  const faults: RowFault[] = [];
  for (const row of desired) {
    const { key, line, fields } = row;
    const [sameKey, sameName] = [byKey.get(key)!, byName.get(nameKey(fields.name))!];
    if (sameKey.length > 1)
      faults.push({
        line,
        key,
        message: `the key ${JSON.stringify(key)} is that of line ${others(sameKey, row)} too`,
      });
    else if (sameName.length > 1)
      faults.push({
        line,
        key,
        message: `name ${JSON.stringify(fields.name)} is that of line ${others(sameName, row)} too`,
      });
    else good.push(row);
  }
  return { good, faults };
}
