// Writes a plan: releases names that other records take, then updates records, then creates records.
import type { Database, Transaction } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { type CollectionName, createBumpVersion } from '../resources/collection';
import { nextUpdatedAt } from '../resources/cyber-assets/asset-rules';
import {
  type RowsStatement,
  changeRows,
  compileInsertRows,
  compileUpdateRows,
  partsOf,
} from '../../database/rows';
import { COLLECTIONS, IMPORT_COLLECTIONS } from './collections';
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

/** The values of a row. All rows of one statement have the same columns. */
type Values = Record<string, string | null>;

const KEY = ['organization_id', 'id'];

export function createWritePlan(database: Database) {
  const bumpVersion = createBumpVersion(database);
  const insertInto = (name: CollectionName) => (columns: string[]) =>
    compileInsertRows(database, name, columns);
  /** Finds rows by `organization_id` and `id`, and sets the other values. */
  const updateOf = (name: CollectionName) => (columns: string[]) =>
    compileUpdateRows(
      database,
      name,
      KEY,
      columns.filter((column) => !KEY.includes(column)),
    );

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
        await changeAll(transaction, updateOf(name), renamed, parked, () => undefined);
      }
      await changeAll(transaction, updateOf(name), updated, valuesOf, options.onWritten);
      await changeAll(transaction, insertInto(name), created, valuesOf, options.onWritten);
      const changed =
        created.length > 0 || updated.length > 0 || (name === 'cyber_assets' && ratingsChange(plan));
      if (changed) await bumpVersion(transaction, organization, name);
    }
  };
}

/** Makes the rows of a statement while the database works on the one before. */
async function changeAll<Item>(
  transaction: Transaction,
  compileFor: (columns: string[]) => RowsStatement,
  items: Iterable<Item>,
  valuesOf: (item: Item) => Values,
  onWritten: WriteOptions['onWritten'],
): Promise<void> {
  let statement: RowsStatement | undefined;
  let sent = Promise.resolve();
  for (const part of partsOf(items)) {
    const rows = part.map(valuesOf);
    statement ??= compileFor(Object.keys(rows[0]!));
    await sent;
    sent = changeRows(transaction, statement, rows).then(() => onWritten(rows.length));
  }
  await sent;
}
