// Describes changes in words, with the names of systems beside their ids.
import type { Row } from '../../base/report/report';
import { type AssetFields, RATINGS, type Rating, type SystemName } from '../inventory/inventory';
import { type PlannedChange, isMove, isReclassification, isRename } from './change';

export type SystemNames = Readonly<Record<string, SystemName>>;

/** Returns the words for a change, the change of an impact rating first. */
export function wordsOf(change: PlannedChange, systems: SystemNames): string[] {
  const place = ({ cyber_system_id: id }: AssetFields, rating: Rating): string => {
    const name = systems[id];
    return name ? `${name.name} of ${name.site} (${id}, ${rating})` : `${id} (${rating})`;
  };
  const note = change.note === undefined ? [] : [`Note: ${change.note}`];
  if (change.operation === 'create')
    return [`Create ${change.after.asset_type} in ${place(change.after, change.rating.after)}`, ...note];
  if (change.operation === 'delete')
    return [`Delete ${change.before.asset_type} from ${place(change.before, change.rating.before)}`, ...note];
  const { before, after, rating } = change;
  return [
    ...(isReclassification(change)
      ? [`Change the impact rating from ${rating.before} to ${rating.after}`]
      : []),
    ...(isMove(change) ? [`Move from ${place(before, rating.before)} to ${place(after, rating.after)}`] : []),
    ...(isRename(change) ? [`Rename from ${before.name} to ${after.name}`] : []),
    ...(before.asset_type === after.asset_type
      ? []
      : [`Change the type from ${before.asset_type} to ${after.asset_type}`]),
    ...note,
  ];
}

/** Returns the name of the asset, as it is before a change of its name. */
export const nameOf = (change: PlannedChange): string =>
  change.operation === 'create' ? change.after.name : change.before.name;

export const RATING_COLUMNS = ['Before → after', ...RATINGS, 'deleted'];

/** Counts changed assets by their impact rating before (rows) and after (columns). */
export function ratingRows(changes: readonly PlannedChange[]): Row[] {
  const before = (change: PlannedChange): string =>
    change.operation === 'create' ? 'new' : change.rating.before;
  const after = (change: PlannedChange): string =>
    change.operation === 'delete' ? 'deleted' : change.rating.after;
  return ['new', ...RATINGS].map((row) => [
    row,
    ...[...RATINGS, 'deleted'].map((column) =>
      String(changes.filter((change) => before(change) === row && after(change) === column).length),
    ),
  ]);
}
