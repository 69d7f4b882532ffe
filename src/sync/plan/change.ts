// What a plan holds.
// Names that cannot be had: an asset keeps its name unless the same plan renames or deletes it.
import { type AssetFields, type Rating, RATINGS } from '../inventory';
import { nameKey } from '../../resources/cyber-assets/rules';
import type { RowFault } from '../translate';
import type { AssetIndex } from './identify';

export interface Create {
  operation: 'create';
  key: string;
  line?: number;
  after: AssetFields;
  rating: { after: Rating };
  note?: string;
}

export interface Update {
  operation: 'update';
  key: string;
  line?: number;
  id: string;
  before: AssetFields;
  after: AssetFields;
  rating: { before: Rating; after: Rating };
  note?: string;
  /** Of the asset when the plan was made. Plans of earlier versions have none. */
  updated_at?: string;
  /** The source overwrites another writer's change, so its claim becomes contested. */
  contested?: true;
}

export interface Delete {
  operation: 'delete';
  key: string;
  id: string;
  before: AssetFields;
  rating: { before: Rating };
  note?: string;
  /** Of the asset when the plan was made. Plans of earlier versions have none. */
  updated_at?: string;
}

export type PlannedChange = Create | Update | Delete;

/** From now on the source owns an asset that was there, or knows it by another key; the inventory stays as it is. */
export interface Adoption {
  key: string;
  /** Which the source has no more. */
  former_key?: string;
  line?: number;
  id: string;
  name: string;
}

export const isReclassification = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.rating.before !== change.rating.after;
export const isRename = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.before.name !== change.after.name;
export const isMove = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.before.cyber_system_id !== change.after.cyber_system_id;

export const ratingOf = (change: PlannedChange): Rating =>
  change.operation === 'delete' ? change.rating.before : change.rating.after;

/** Reclassifications first, to the highest rating first: they are what a reviewer must not miss. */
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

/** The asset whose name a change takes, if there is one. */
function holderOf(change: PlannedChange, { byName }: AssetIndex): string | undefined {
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
export function splitNameConflicts(
  changes: readonly PlannedChange[],
  holders: AssetIndex,
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
