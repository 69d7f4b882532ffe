// What has changed since the plan was made, by one look at everything before anything is changed.
import { nameKey } from '../../resources/cyber-assets/rules';
import { type Asset, type Rating, type Snapshot, sameFields } from '../inventory';
import type { PlannedChange } from '../plan/change';
import { WRITTEN_MEANWHILE, isAsPlanned } from './result';
import { releasesName } from '../plan/names';

/** For each of some changes of a plan that cannot be made as it was planned, why. */
export function preflight(
  changes: readonly PlannedChange[],
  all: readonly PlannedChange[],
  { assets, systems }: Snapshot,
): Map<PlannedChange, string> {
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const byName = new Map(assets.map((asset) => [nameKey(asset.name), asset]));
  const ratings = new Map(systems.map(({ id, impact_rating }) => [id, impact_rating]));
  const releasing = new Set(all.filter(releasesName).map(({ id }) => id));

  const rating = (systemId: string, planned: Rating): string | undefined => {
    const now = ratings.get(systemId);
    if (now === undefined) return `the cyber system ${systemId} is not there any more`;
    return now === planned ? undefined : `the impact rating of ${systemId} is ${now} now, and was ${planned}`;
  };

  function holderFault(change: PlannedChange): string | undefined {
    if (change.operation === 'delete') return undefined;
    const holder = byName.get(nameKey(change.after.name));
    if (!holder || releasing.has(holder.id) || (change.operation === 'update' && holder.id === change.id))
      return undefined;
    if (change.operation === 'create' && sameFields(holder, change.after)) return undefined;
    return `its name is that of ${holder.id} meanwhile`;
  }

  function assetFault(change: PlannedChange, asset: Asset | undefined): string | undefined {
    if (change.operation === 'create') return undefined;
    if (!asset) return change.operation === 'delete' ? undefined : `${change.id} was deleted meanwhile`;
    if (change.operation === 'update' && sameFields(asset, change.after)) return undefined;
    if (!sameFields(asset, change.before)) return 'was changed meanwhile';
    return isAsPlanned(change, asset) ? undefined : WRITTEN_MEANWHILE;
  }

  function ratingFault(change: PlannedChange): string | undefined {
    const before =
      change.operation === 'create' ? undefined : rating(change.before.cyber_system_id, change.rating.before);
    return (
      before ??
      (change.operation === 'delete' ? undefined : rating(change.after.cyber_system_id, change.rating.after))
    );
  }

  return new Map(
    changes.flatMap((change): [PlannedChange, string][] => {
      const asset = change.operation === 'create' ? undefined : byId.get(change.id);
      const message = assetFault(change, asset) ?? ratingFault(change) ?? holderFault(change);
      return message === undefined ? [] : [[change, message]];
    }),
  );
}
