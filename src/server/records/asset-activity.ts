// The activity log's entries about cyber assets. Pure.
import { type Activity, changesOf } from '../audit/entry';
import type { CyberAsset, SystemRow } from './asset-store';

/** The rating belongs to the system. Auditors look for it in the history of the asset. */
const FIELDS = ['name', 'cyber_system_id', 'asset_type', 'impact_rating'];

export type RatedSystem = Pick<SystemRow, 'name' | 'impact_rating'>;

const about = (
  { id }: CyberAsset,
  operation: Activity['operation'],
  description: string,
  changes: Activity['changes'],
): Activity => ({
  operation,
  resourceType: 'cyber-asset',
  resourceId: id,
  description,
  changes,
});

export const assetCreated = (asset: CyberAsset): Activity =>
  about(asset, 'created', `Created ${asset.name}.`, changesOf(FIELDS, {}, asset));

export const assetDeleted = (asset: CyberAsset): Activity =>
  about(asset, 'deleted', `Deleted ${asset.name}.`, changesOf(FIELDS, asset, {}));

const words = ({ name, impact_rating }: RatedSystem): string => `${name} (${impact_rating})`;

/** Returns for example `Moved MLB345-RTU01 from A (medium) to B (low)`. */
export const moveInWords = (name: string, from: RatedSystem, to: RatedSystem): string =>
  `Moved ${name} from ${words(from)} to ${words(to)}`;

/** Returns for example `Rated MLB345-RTU01 from medium to low with Line Protection`. */
export const ratingInWords = (name: string, before: RatedSystem, after: RatedSystem): string =>
  `Rated ${name} from ${before.impact_rating} to ${after.impact_rating} with ${after.name}`;

/** `move`: the systems between which the asset moves. */
export function assetUpdated(
  before: CyberAsset,
  after: CyberAsset,
  move: { from: RatedSystem; to: RatedSystem } | undefined,
): Activity {
  const changes = changesOf(FIELDS, before, after);
  const { name } = before;
  if (move) return about(before, 'moved', `${moveInWords(name, move.from, move.to)}.`, changes);
  return about(before, 'updated', `Updated ${name}.`, changes);
}
