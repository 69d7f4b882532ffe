// Rows that say the same of two assets: which of them is right, nobody can tell, so that none of them is taken.
import { nameKey } from '../../resources/cyber-assets/rules';
import type { Desired, RowFault } from '../map/translate';

function groupsOf<Item>(items: readonly Item[], valueOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(valueOf(item));
    if (group) group.push(item);
    else groups.set(valueOf(item), [item]);
  }
  return groups;
}

/** `faulty`: rows that cannot be taken anyway; a row with the key of one of them is in doubt too. */
export function withoutDuplicates(desired: readonly Desired[], faulty: readonly RowFault[]): { good: Desired[]; faults: RowFault[] } {
  const keyed = [...desired, ...faulty.flatMap(({ key, line }) => (key === undefined ? [] : [{ key, line }]))];
  const byKey = groupsOf(keyed, ({ key }) => key);
  const byName = groupsOf(desired, ({ fields }) => nameKey(fields.name));
  const others = (group: readonly { line: number }[], line: number): string => group.filter((row) => row.line !== line).map((row) => row.line).slice(0, 5).join(', ');

  const good: Desired[] = [];
  const faults: RowFault[] = [];
  for (const row of desired) {
    const { key, line, fields } = row;
    const [sameKey, sameName] = [byKey.get(key)!, byName.get(nameKey(fields.name))!];
    if (sameKey.length > 1) faults.push({ line, key, message: `the key ${JSON.stringify(key)} is that of line ${others(sameKey, line)} too` });
    else if (sameName.length > 1) faults.push({ line, key, message: `name ${JSON.stringify(fields.name)} is that of line ${others(sameName, line)} too` });
    else good.push(row);
  }
  return { good, faults };
}
