// Imports an inventory: all of it or nothing, in one transaction.
import type { RecordActivity } from '../audit/append';
import type { Database, Transaction } from '../database/database';
import type { Organization } from '../organizations/organization';
import type { CollectionName } from '../resources/collection';
import { activitiesOf } from './activity';
import { COLLECTIONS, type ImportContent, type PlaceOf } from './content';
import { createReadCurrent } from './current';
import { type CheckFields, type Fields, createCheckFields } from './fields';
import { type Plan, makePlan } from './plan';
import { Problems } from './refused';
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
  placeOf?: PlaceOf;
  /** Runs first, in the same transaction. */
  before?: (transaction: Transaction) => Promise<void>;
  onProgress?: (written: number, total: number) => void;
}

export interface Importer {
  /** Rows that the organization has and the content has not stay as they are. @throws ImportRefused when any row is bad. */
  run(organization: Organization, content: ImportContent, options?: ImportOptions): Promise<ImportReport>;
}

const byNumber: PlaceOf = (collection, index) => ({ file: collection, line: index + 1 });

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
