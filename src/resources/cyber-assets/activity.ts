// The activity log's entries about cyber assets. Pure.
import { type Activity, changesOf } from '../../audit/entry';
import type { CyberAsset } from './store';

const GIVEN = ['name', 'cyber_system_id', 'asset_type'];
/** The rating belongs to the system, but auditors look for it in a move. */
const SHOWN = [...GIVEN, 'impact_rating'];

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
  about(asset, 'created', `Created ${asset.name}.`, changesOf(GIVEN, {}, asset));

export const assetDeleted = (asset: CyberAsset): Activity =>
  about(asset, 'deleted', `Deleted ${asset.name}.`, changesOf(GIVEN, asset, {}));

/** `systems`: the names of the systems between which the asset moves. */
export function assetUpdated(
  before: CyberAsset,
  after: CyberAsset,
  systems: { from: string | undefined; to: string | undefined },
): Activity {
  const changes = changesOf(SHOWN, before, after);
  const { name } = before;
  if (before.cyber_system_id !== after.cyber_system_id)
    return about(before, 'moved', `Moved ${name} from ${systems.from} to ${systems.to}.`, changes);
  // An update to the same values is an update too: it changes updated_at.
  const same = changes.length === 0 ? ' with the values that it had' : '';
  return about(before, 'updated', `Updated ${name}${same}.`, changes);
}
