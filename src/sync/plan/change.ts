// The changes of a plan, their kinds and order, and conflicts between their names.
import type { PlannedChange, Rating, RowFault, Update } from '../../../generated/files';
import { nameKey } from '../../base/text';
import { RATINGS } from '../inventory/inventory';
import type { AssetIndex } from './identify';

export const isReclassification = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.rating.before !== change.rating.after;
export const isRename = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.before.name !== change.after.name;
export const isMove = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.before.cyber_system_id !== change.after.cyber_system_id;

export const ratingOf = (change: PlannedChange): Rating =>
  change.operation === 'delete' ? change.rating.before : change.rating.after;

/** The order for review: reclassifications first, the highest rating first within each kind. */
const ORDER: ((change: PlannedChange) => boolean)[] = [
  isReclassification,
  ({ operation }) => operation === 'delete',
  isMove,
  ({ operation }) => operation === 'update',
  () => true,
];

export function sortChanges(changes: readonly PlannedChange[]): PlannedChange[] {
  const place = (change: PlannedChange): number =>
    ORDER.findIndex((is) => is(change)) * RATINGS.length + RATINGS.indexOf(ratingOf(change));
  return [...changes].sort((one, other) => place(one) - place(other));
}

/** Returns whether the change makes the present name of its asset available. */
export const releasesName = (
  change: PlannedChange,
): change is Exclude<PlannedChange, { operation: 'create' }> =>
  change.operation === 'delete' ||
  (change.operation === 'update' && nameKey(change.before.name) !== nameKey(change.after.name));

/** Returns the id of another asset that has the new name of the change. */
export function nameHolder(change: PlannedChange, { byName }: AssetIndex): string | undefined {
  if (change.operation === 'delete') return undefined;
  const holder = byName.get(nameKey(change.after.name))?.id;
  return change.operation === 'update' && holder === change.id ? undefined : holder;
}

/** Separates changes whose name stays taken, and the changes that wait for a name of those. */
export function splitNameConflicts(
  changes: readonly PlannedChange[],
  index: AssetIndex,
): { possible: PlannedChange[]; conflicts: RowFault[] } {
  const releasing = new Set(changes.filter(releasesName).map(({ id }) => id));
  const waiting = new Map<string, PlannedChange>();
  const blocked = new Set<PlannedChange>();
  const queue: PlannedChange[] = [];
  for (const change of changes) {
    const holder = nameHolder(change, index);
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
    const holder = nameHolder(change, index)!;
    const [name, line] = change.operation === 'delete' ? ['', undefined] : [change.after.name, change.line];
    return {
      line: line ?? 0,
      key: change.key,
      message: `name ${JSON.stringify(name)} belongs to ${holder}, which keeps it`,
    };
  });
  return { possible: changes.filter((change) => !blocked.has(change)), conflicts };
}
