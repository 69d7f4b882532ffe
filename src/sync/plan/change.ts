// What a plan holds.
import { type AssetFields, RATINGS, type Rating } from '../inventory';

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

export function inOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  const place = (change: PlannedChange): number =>
    ORDER.findIndex((is) => is(change)) * RATINGS.length + RATINGS.indexOf(ratingOf(change));
  return [...changes].sort((one, other) => place(one) - place(other));
}
