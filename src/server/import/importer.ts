// Imports an inventory completely or not at all, in one transaction, with an activity entry for each change.
import { checkFields, type Fields } from './check-rows';
import { compileSelectHead, type RecordActivity } from '../audit/append';
import { type Activity, listChanges, createEntry } from '../audit/entry';
import type { Clock } from '../../base/day';
import type { Database, Transaction } from '../../database/database';
import type { Organization } from '../../base/organization';
import { type RatedSystem, moveInWords, ratingInWords } from '../records/asset-store';
import type { CollectionName } from '../records/collection';
import { type ImportContent, type PositionOf, Problems } from './content';
import {
  type CollectionPlan,
  type Current,
  type CurrentRow,
  type Plan,
  ratingsChange,
  readCurrent,
  writePlan,
} from './records';
import { COLLECTIONS, IMPORT_COLLECTIONS } from './collections';
import { makePlan } from './plan';

export interface ImportReport {
  dry_run: boolean;
  collections: Record<CollectionName, Record<'created' | 'updated' | 'unchanged', number>>;
}

export interface ImportOptions {
  /** Write nothing. */
  dryRun?: boolean;
  /** Use created_at and updated_at of the rows for new assets. */
  keepTimestamps?: boolean;
  /** Returns the position of a row, for error messages. */
  placeOf?: PositionOf;
  onProgress?: (written: number, total: number) => void;
}

/** From this many written rows on, an import updates the statistics of the database. */
const MANY_ROWS = 1000;

const byNumber: PositionOf = (collection, index) => ({ file: collection, line: index + 1 });

const forEach = <Value>(make: (name: CollectionName) => Value) =>
  Object.fromEntries(COLLECTIONS.map((name) => [name, make(name)])) as Record<CollectionName, Value>;

const toCounts = (plan: Plan): ImportReport['collections'] =>
  forEach((name) => {
    const { created, updated, unchanged } = plan[name];
    return { created: created.length, updated: updated.length, unchanged };
  });

const countChanges = (plan: Plan): number =>
  COLLECTIONS.reduce((sum, name) => sum + plan[name].created.length + plan[name].updated.length, 0);

export function createImporter(database: Database, record: RecordActivity, clock: Clock) {
  const selectHead = compileSelectHead(database);
  return {
    /** Imports rows. Records that the content lacks are kept. @throws ImportError when a row is invalid. */
    async run(
      organization: Organization,
      content: ImportContent,
      options: ImportOptions = {},
    ): Promise<ImportReport> {
      const { dryRun = false, keepTimestamps = false, placeOf = byNumber, onProgress } = options;
      const { id } = organization;
      const problems = new Problems(placeOf);
      const rows = forEach((): Fields[] => []);
      for (const name of COLLECTIONS) rows[name] = await checkFields(name, content[name] ?? [], problems);
      const touched = COLLECTIONS.filter((name) => rows[name].length > 0);

      const prepare = async (all: Transaction['all']) => {
        const [head] = await all(selectHead, { organization: id });
        const snapshot = { all, knex: database.knex, organization: id };
        const current = await readCurrent(snapshot, touched);
        const plan = await makePlan(rows, current, problems);
        await problems.throwIfAny();
        // The assets of a system with another rating get an entry too, also when the file has systems only.
        if (ratingsChange(plan) && !touched.includes('cyber_assets'))
          ({ cyber_assets: current.cyber_assets } = await readCurrent(snapshot, ['cyber_assets']));
        return { head: head?.hash, current, plan };
      };
      // Most of the work, before the organization is locked and, on SQLite, all others.
      let prepared = await database.snapshot({ organization: id }, prepare);
      const changes = countChanges(prepared.plan);
      if (!dryRun && changes > 0)
        await database.write({ organization: id, by: 'operator' }, async (transaction) => {
          const [head] = await transaction.all(selectHead, { organization: id });
          if (head?.hash !== prepared.head) prepared = await prepare(transaction.all);
          const { plan, current } = prepared;
          const total = countChanges(plan);
          let written = 0;
          const onWritten = (count: number) => onProgress?.((written += count), total);
          const options = { now: clock.now(id), keepTimestamps, onWritten };
          await writePlan(database, transaction, id, plan, options);
          await record(transaction, id, listActivities(plan, current));
        });
      // Without the organization's lock, for which requests wait.
      if (changes >= MANY_ROWS && !dryRun)
        await database.write('operator', (transaction) =>
          database.dialect.analyze(transaction, [...COLLECTIONS]),
        );
      return { dry_run: dryRun, collections: toCounts(prepared.plan) };
    },
  };
}

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
