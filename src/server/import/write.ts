// Writes a plan: releases names that other records take, then updates records, then creates records.
import type { Database, Transaction } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { type CollectionName, createBumpVersion } from '../resources/collection';
import { nextUpdatedAt } from '../resources/cyber-assets/asset-rules';
import { changeRows, compileInsertRows, compileUpdateRows } from '../../database/rows';
import { IMPORT_COLLECTIONS } from './collections';
import { COLLECTIONS } from './content';
import { type ImportChange, type Plan, ratingsChange } from './plan';

interface WriteOptions {
  now: Date;
  /** Use created_at and updated_at of the file for new assets. */
  keepTimestamps: boolean;
  /** Called with the number of records that were just written. */
  onWritten: (count: number) => void;
}

function timesOf({ fields, current }: ImportChange, { now, keepTimestamps }: WriteOptions): Values {
  if (current) return { updated_at: nextUpdatedAt(current['updated_at']!, now) };
  const time = (field: string): string => (keepTimestamps ? fields[field] : undefined) ?? now.toISOString();
  return { created_at: time('created_at'), updated_at: time('updated_at') };
}

function toValues(
  organization: OrganizationId,
  name: CollectionName,
  change: ImportChange,
  options: WriteOptions,
): Values {
  const values: Values = { organization_id: organization, id: change.id };
  for (const column of IMPORT_COLLECTIONS[name].columns) values[column] = change.fields[column] ?? null;
  return name === 'cyber_assets'
    ? Object.assign(values, { name_key: change.nameKey }, timesOf(change, options))
    : values;
}

export function createWritePlan(database: Database) {
  const statements = createBulkStatements(database);
  const bumpVersion = createBumpVersion(database);

  return async (
    transaction: Transaction,
    organization: OrganizationId,
    plan: Plan,
    options: WriteOptions,
  ): Promise<void> => {
    for (const name of COLLECTIONS) {
      const { created, updated, renamed } = plan[name];
      const valuesOf = (change: ImportChange): Values => toValues(organization, name, change, options);
      if (IMPORT_COLLECTIONS[name].uniqueNames) {
        // Names have no line breaks, so this key is free.
        const parked = (id: string): Values => ({ organization_id: organization, id, name_key: `\n${id}` });
        await statements.update(transaction, name, [...renamed], parked, () => undefined);
      }
      await statements.update(transaction, name, updated, valuesOf, options.onWritten);
      await statements.insert(transaction, name, created, valuesOf, options.onWritten);
      const changed =
        created.length > 0 || updated.length > 0 || (name === 'cyber_assets' && ratingsChange(plan));
      if (changed) await bumpVersion(transaction, organization, name);
    }
  };
}

/** The values of a row. All rows of one statement have the same columns. */
type Values = Record<string, string | null>;

type OnWritten = (count: number) => void;

/** Rows of one statement. */
const CHUNK = 1000;

const KEY = ['organization_id', 'id'];

function createBulkStatements(database: Database) {
  /** `valuesOf` makes the rows of one statement at a time. */
  const inChunks =
    (compileFor: (name: CollectionName, columns: string[]) => ReturnType<typeof compileInsertRows>) =>
    async <Item>(
      transaction: Transaction,
      name: CollectionName,
      items: readonly Item[],
      valuesOf: (item: Item) => Values,
      onWritten: OnWritten,
    ): Promise<void> => {
      let statement: ReturnType<typeof compileFor> | undefined;
      for (let start = 0; start < items.length; start += CHUNK) {
        const rows = items.slice(start, start + CHUNK).map(valuesOf);
        statement ??= compileFor(name, Object.keys(rows[0]!));
        await changeRows(transaction, statement, rows);
        onWritten(rows.length);
      }
    };

  return {
    insert: inChunks((name, columns) => compileInsertRows(database, name, columns)),
    /** Finds rows by `organization_id` and `id`, and sets the other values. */
    update: inChunks((name, columns) =>
      compileUpdateRows(
        database,
        name,
        KEY,
        columns.filter((column) => !KEY.includes(column)),
      ),
    ),
  };
}
