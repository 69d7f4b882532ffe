// The activity log's entries about an import. Pure.
import type { Fields } from './check-rows';
import { type Activity, listChanges, createEntry } from '../audit/entry';
import type { CollectionName } from '../records/collection';
import { type RatedSystem, moveInWords, ratingInWords } from '../records/asset-store';
import { COLLECTIONS, IMPORT_COLLECTIONS } from './collections';
import type { CollectionPlan, Current, CurrentRow, Plan } from './records';

/** Returns the systems of the organization before and after the import. */
function listSystems({ cyber_systems: { created, updated } }: Plan, { byId }: Current) {
  const planned = new Map([...created, ...updated].map(({ id, fields }) => [id, fields]));
  return {
    before: (id: string) => byId.get(id) as unknown as RatedSystem,
    after: (id: string) => (planned.get(id) ?? byId.get(id)) as unknown as RatedSystem,
  };
}
type Systems = ReturnType<typeof listSystems>;

const about = (name: CollectionName, id: string, words: string, changes: Activity['changes']): Activity =>
  createEntry(IMPORT_COLLECTIONS[name].resourceType, id, 'imported', `${words}.`, changes);

type Row = Fields | CurrentRow;

/** Returns an asset with the rating of its system. */
const rated = (asset: Row, systemOf: Systems['before']): Record<string, string | null | undefined> =>
  Object.assign({}, asset, { impact_rating: systemOf(asset['cyber_system_id']!).impact_rating });

const ASSET_FIELDS = [...IMPORT_COLLECTIONS.cyber_assets.columns, 'impact_rating'];

function assetUpdated(current: CurrentRow, fields: Row, systems: Systems): Activity {
  const { id, name } = current;
  const changes = listChanges(ASSET_FIELDS, rated(current, systems.before), rated(fields, systems.after));
  const from = systems.before(current['cyber_system_id']!);
  const to = systems.after(fields['cyber_system_id']!);
  const isMove = current['cyber_system_id'] !== fields['cyber_system_id'];
  const isOnlyRated = changes.length === 1 && changes[0]!.field === 'impact_rating';
  const updated = isOnlyRated ? ratingInWords(name, from, to) : `Updated ${name}`;
  return about('cyber_assets', id, `${isMove ? moveInWords(name, from, to) : updated} by an import`, changes);
}

function* getAssets({ cyber_assets: { created, updated } }: Plan, current: Current, systems: Systems) {
  for (const change of updated) yield assetUpdated(change.current!, change.fields, systems);
  for (const { id, fields } of created) {
    const changes = listChanges(ASSET_FIELDS, {}, rated(fields, systems.after));
    yield about('cyber_assets', id, `Imported ${fields['name']}`, changes);
  }
  const changed = new Set(updated.map(({ id }) => id));
  for (const asset of current.byId.values()) {
    const system = asset['cyber_system_id']!;
    if (changed.has(asset.id) || systems.before(system).impact_rating === systems.after(system).impact_rating)
      continue;
    yield assetUpdated(asset, asset, systems);
  }
}

function* listRecords(name: CollectionName, { created, updated }: CollectionPlan) {
  const { columns } = IMPORT_COLLECTIONS[name];
  for (const { id, fields, current } of updated)
    yield about(name, id, `Updated ${current!.name} by an import`, listChanges(columns, current, fields));
  for (const { id, fields } of created)
    yield about(name, id, `Imported ${fields['name']}`, listChanges(columns, {}, fields));
}

/**
 * Returns an entry for each record that the import changes, and for each further asset whose system gets another
 * rating. `current`: the records before the import.
 */
export function* listActivities(plan: Plan, current: Record<CollectionName, Current>): Generator<Activity> {
  for (const name of COLLECTIONS) if (name !== 'cyber_assets') yield* listRecords(name, plan[name]);
  yield* getAssets(plan, current.cyber_assets, listSystems(plan, current.cyber_systems));
}
