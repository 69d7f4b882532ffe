// What the activity log says of a cyber asset. Pure.
import { type Activity, changesOf } from '../../audit/entry';
import type { CyberAsset } from './store';

/** The part of an asset that the log tells of. */
export type Described = Pick<CyberAsset, 'id' | 'name' | 'cyber_system_id' | 'asset_type'> & {
  impact_rating?: CyberAsset['impact_rating'] | undefined;
};

const GIVEN = ['name', 'cyber_system_id', 'asset_type'];
/** The rating is the system's, and what a move is about to an auditor. */
const SHOWN = [...GIVEN, 'impact_rating'];

const about = (
  { id }: Described,
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

export const assetCreated = (asset: Described): Activity =>
  about(asset, 'created', `Created ${asset.name}.`, changesOf(GIVEN, {}, asset));

export const assetDeleted = (asset: Described): Activity =>
  about(asset, 'deleted', `Deleted ${asset.name}.`, changesOf(GIVEN, asset, {}));

/** A change to the values that it had is one as well: its updated_at is new. `systemName` is asked about a move alone. */
export function assetUpdated(
  before: Described,
  after: Described,
  systemName: (id: string) => string | undefined,
): Activity {
  const changes = changesOf(SHOWN, before, after);
  if (before.cyber_system_id !== after.cyber_system_id) {
    const [left, entered] = [before, after].map(({ cyber_system_id }) => systemName(cyber_system_id));
    return about(before, 'moved', `Moved ${before.name} from ${left} to ${entered}.`, changes);
  }
  return about(
    before,
    'updated',
    changes.length === 0 ? `Updated ${before.name} with the values that it had.` : `Updated ${before.name}.`,
    changes,
  );
}
