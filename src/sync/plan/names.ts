// Names that cannot be had: an asset keeps its name unless the same plan renames or deletes it.
import { nameKey } from '../../resources/cyber-assets/rules';
import type { RowFault } from '../map/translate';
import type { PlannedChange } from './change';
import type { Holders } from './identify';

/** The asset whose name a change takes, if there is one. */
function holderOf(change: PlannedChange, { byName }: Holders): string | undefined {
  if (change.operation === 'delete') return undefined;
  const holder = byName.get(nameKey(change.after.name))?.id;
  return change.operation === 'update' && holder === change.id ? undefined : holder;
}

export const releasesName = (
  change: PlannedChange,
): change is Exclude<PlannedChange, { operation: 'create' }> =>
  change.operation === 'delete' ||
  (change.operation === 'update' && nameKey(change.before.name) !== nameKey(change.after.name));

/** Takes out the changes whose name stays another's, and then those that waited for a name of these. */
export function withoutNameConflicts(
  changes: readonly PlannedChange[],
  holders: Holders,
): { possible: PlannedChange[]; conflicts: RowFault[] } {
  const releasing = new Set(changes.filter(releasesName).map(({ id }) => id));
  const waiting = new Map<string, PlannedChange>();
  const blocked = new Set<PlannedChange>();
  const queue: PlannedChange[] = [];
  for (const change of changes) {
    const holder = holderOf(change, holders);
    if (holder === undefined) continue;
    if (releasing.has(holder) && !waiting.has(holder)) waiting.set(holder, change);
    else queue.push(change);
  }
  for (let change = queue.pop(); change; change = queue.pop()) {
    blocked.add(change);
    const next = change.operation === 'create' ? undefined : waiting.get(change.id);
    if (next && !blocked.has(next)) queue.push(next);
  }
  const conflicts = [...blocked].map((change): RowFault => {
    const holder = holders.byId.get(holderOf(change, holders)!)!;
    const name = change.operation === 'delete' ? '' : change.after.name;
    return {
      line: (change.operation === 'delete' ? undefined : change.line) ?? 0,
      key: change.key,
      message: `name ${JSON.stringify(name)} is that of ${holder.id}, which keeps it`,
    };
  });
  return { possible: changes.filter((change) => !blocked.has(change)), conflicts };
}
