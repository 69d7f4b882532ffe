// Imports an inventory completely or not at all, in one transaction, with an activity entry for each change.
import type { RecordActivity } from '../audit/append';
import type { Clock } from '../clock';
import type { Database, Transaction } from '../database/database';
import type { Organization } from '../organizations/organization';
import type { CollectionName } from '../resources/collection';
import { type Activity, changesOf } from '../audit/entry';
import { COLLECTIONS, type ImportContent, type PositionOf, Problems } from './content';
import { createReadCurrent, type Current } from './current';
import { type CheckFields, createCheckFields, type Fields, IMPORT_COLLECTIONS } from './collections';
import { type ImportChange, makePlan, type Plan } from './plan';
import { createWritePlan } from './write';

interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

export interface ImportReport {
  dry_run: boolean;
  collections: Record<CollectionName, Counts>;
}

interface ImportOptions {
  /** Roll the import back at the end. */
  dryRun?: boolean;
  /** Use created_at and updated_at of the rows for new assets. */
  keepTimestamps?: boolean;
  /** Returns the position of a row, for error messages. */
  placeOf?: PositionOf;
  /** Runs before the import, in the same transaction. */
  before?: (transaction: Transaction) => Promise<void>;
  onProgress?: (written: number, total: number) => void;
}

export interface Importer {
  /** Imports rows. Records that the content lacks are kept. @throws ImportError when a row is invalid. */
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

export function createImporter(database: Database, record: RecordActivity, clock: Clock): Importer {
  const readCurrent = createReadCurrent(database);
  const writePlan = createWritePlan(database);
  // Compiled at the first import, because a server never imports.
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
          await writePlan(transaction, organization.id, plan, {
            now: clock.now(organization.id),
            keepTimestamps,
            onWritten,
          });
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

/**
 * Returns the activity of an import. `systems`: the cyber systems before it, for the ratings of moved
 * assets.
 */
function* activitiesOf(plan: Plan, systems: Current): Generator<Activity> {
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
