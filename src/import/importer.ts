// Imports an inventory: all of it or nothing, in one transaction.
// What the activity log says of an import: an entry for each record that is new or changed.
import type { RecordActivity } from '../audit/append';
import type { Database, Transaction } from '../database/database';
import type { Organization } from '../organizations/organization';
import type { CollectionName } from '../resources/collection';
import { type Activity, changesOf } from '../audit/entry';
import { COLLECTIONS, type ImportContent, type PositionOf, Problems } from './content';
import { createReadCurrent, type Current } from './current';
import { type CheckFields, createCheckFields, type Fields, IMPORT_COLLECTIONS } from './collections';
import { type ImportChange, makePlan, type Plan } from './plan';
import { createWritePlan } from './write';

export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

export interface ImportReport {
  dry_run: boolean;
  collections: Record<CollectionName, Counts>;
}

export interface ImportOptions {
  /** Do everything but keep it. */
  dryRun?: boolean;
  /** Take created_at and updated_at of new assets from the rows. */
  keepTimestamps?: boolean;
  /** Where rows stand, for what is said about bad ones. */
  placeOf?: PositionOf;
  /** Runs first, in the same transaction. */
  before?: (transaction: Transaction) => Promise<void>;
  onProgress?: (written: number, total: number) => void;
}

export interface Importer {
  /** Rows that the organization has and the content has not stay as they are. @throws ImportRefused when any row is bad. */
  run(organization: Organization, content: ImportContent, options?: ImportOptions): Promise<ImportReport>;
}

const byNumber: PositionOf = (collection, index) => ({ file: collection, line: index + 1 });

/** Rolls a dry run back. */
class DryRun extends Error {}

const forEach = <Value>(make: (name: CollectionName) => Value) =>
  Object.fromEntries(COLLECTIONS.map((name) => [name, make(name)])) as Record<CollectionName, Value>;

const countsOf = (plan: Plan) =>
  forEach((name): Counts => ({
    created: plan[name].created.length,
    updated: plan[name].updated.length,
    unchanged: plan[name].unchanged,
  }));

export function createImporter(database: Database, record: RecordActivity): Importer {
  const readCurrent = createReadCurrent(database);
  const writePlan = createWritePlan(database);
  // Compiling schemas takes a while, and a server never imports.
  let checkFields: CheckFields | undefined;

  return {
    async run(
      organization,
      content,
      { dryRun = false, keepTimestamps = false, placeOf = byNumber, before, onProgress } = {},
    ) {
      const check = (checkFields ??= createCheckFields());
      const problems = new Problems(placeOf);
      const rows = forEach((name): Fields[] => check(name, content[name] ?? [], problems));
      const touched = COLLECTIONS.filter((name) => rows[name].length > 0);
      let report: ImportReport | undefined;
      try {
        await database.write({ organization: organization.id, by: 'operator' }, async (transaction) => {
          await before?.(transaction);
          const current = await readCurrent(transaction, organization.id, touched);
          const plan = makePlan(rows, current, problems);
          problems.throwIfAny();
          report = { dry_run: dryRun, collections: countsOf(plan) };
          const total = COLLECTIONS.reduce(
            (sum, name) => sum + plan[name].created.length + plan[name].updated.length,
            0,
          );
          let written = 0;
          const onWritten = (count: number) => onProgress?.((written += count), total);
          await writePlan(transaction, organization.id, plan, { now: new Date(), keepTimestamps, onWritten });
          await record(transaction, organization.id, activitiesOf(plan, current.cyber_systems));
          if (dryRun) throw new DryRun();
        });
      } catch (error) {
        if (!(error instanceof DryRun)) throw error;
      }
      return report!;
    },
  };
}

type Ratings = ReadonlyMap<string, string | null | undefined>;

const plannedRatings = ({ cyber_systems: { created, updated } }: Plan): Ratings =>
  new Map([...created, ...updated].map(({ id, fields }) => [id, fields['impact_rating']]));

const currentRatings = ({ byId }: Current): Ratings =>
  new Map([...byId].map(([id, row]) => [id, row['impact_rating']]));

/** `systems`: the organization's cyber systems before the import, for the ratings of assets that change their system. */
export function* activitiesOf(plan: Plan, systems: Current): Generator<Activity> {
  const [before, planned] = [currentRatings(systems), plannedRatings(plan)];
  for (const name of COLLECTIONS) {
    for (const change of plan[name].updated) yield updated(name, change, before, planned);
    for (const { id, fields } of plan[name].created) {
      yield about(
        name,
        id,
        `Imported ${fields['name']}.`,
        changesOf(IMPORT_COLLECTIONS[name].columns, {}, fields),
      );
    }
  }
}

function updated(
  name: CollectionName,
  { id, fields, current }: ImportChange,
  before: Ratings,
  planned: Ratings,
): Activity {
  const changes = changesOf(IMPORT_COLLECTIONS[name].columns, current, fields);
  const [left, entered] = [current!['cyber_system_id'], fields['cyber_system_id']];
  if (entered && left !== entered) {
    changes.push(
      ...changesOf(
        ['impact_rating'],
        { impact_rating: before.get(left!) },
        { impact_rating: planned.get(entered) ?? before.get(entered) },
      ),
    );
  }
  return about(name, id, `Updated ${current!.name} by an import.`, changes);
}

const about = (
  name: CollectionName,
  resourceId: string,
  description: string,
  changes: Activity['changes'],
): Activity => ({
  operation: 'imported',
  resourceType: IMPORT_COLLECTIONS[name].resourceType,
  resourceId,
  description,
  changes,
});
