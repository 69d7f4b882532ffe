// What the activity log says of a cyber asset. Pure.
import { type Activity, changesOf } from '../../audit/entry';
import type { CyberAsset } from './store';

const GIVEN = ['name', 'cyber_system_id', 'asset_type'];
/** The rating is the system's, and what a move is about to an auditor. */
const SHOWN = [...GIVEN, 'impact_rating'];

const about = ({ id }: CyberAsset, operation: Activity['operation'], description: string, changes: Activity['changes']): Activity => ({
  operation,
  resourceType: 'cyber-asset',
  resourceId: id,
  description,
  changes,
});

export const assetCreated = (asset: CyberAsset): Activity => about(asset, 'created', `Created ${asset.name}.`, changesOf(GIVEN, {}, asset));

export const assetDeleted = (asset: CyberAsset): Activity => about(asset, 'deleted', `Deleted ${asset.name}.`, changesOf(GIVEN, asset, {}));

export const isMove = (before: CyberAsset, after: CyberAsset): boolean => before.cyber_system_id !== after.cyber_system_id;

/** A change to the values that it had is one as well: its updated_at is new. `systemNames`: of a move, those that it leaves and enters. */
export function assetUpdated(before: CyberAsset, after: CyberAsset, systemNames: ReadonlyMap<string, string>): Activity {
  const changes = changesOf(SHOWN, before, after);
  if (isMove(before, after)) {
    const [left, entered] = [before, after].map(({ cyber_system_id }) => systemNames.get(cyber_system_id));
    return about(before, 'moved', `Moved ${before.name} from ${left} to ${entered}.`, changes);
  }
  return about(before, 'updated', changes.length === 0 ? `Updated ${before.name} with the values that it had.` : `Updated ${before.name}.`, changes);
}
