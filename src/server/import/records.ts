// Reads the present records of an organization, as far as an import concerns them, and writes a plan: releases names that
// other records take, then updates records, then creates records.
import type { Database, ReadSource, Transaction } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { type CollectionName, createVersionChange } from '../records/collection';
import { nextUpdatedAt } from '../records/asset-store';
import {
  type RowsStatement,
  changeRows,
  compileInsertRows,
  compileUpdateRows,
  splitRows,
} from '../../database/rows';
import { sendAll } from '../../database/shared-transaction';
import { once } from '../../database/statement';
import type { Fields } from './check-rows';
import { COLLECTIONS, IMPORT_COLLECTIONS } from './collections';

export type CurrentRow = Readonly<Record<string, string | null> & { id: string; name: string }>;

export interface Current {
  byId: ReadonlyMap<string, CurrentRow>;
  /** Maps keys of names to the ids of the records. */
  byName: ReadonlyMap<string, readonly string[]>;
}

const NONE: Current = { byId: new Map(), byName: new Map() };

/** Rows of one read. Reading all rows at once would hold them in memory twice. */
const PAGE = 2000;

/** A snapshot of an organization's rows. */
export interface Snapshot {
  all: Transaction['all'];
  knex: ReadSource['knex'];
  organization: OrganizationId;
}

/** Yields the present records of a collection in the order of their ids, in pages. */
export async function* presentRows<Row extends { id: string }>(
  { all, knex, organization }: Snapshot,
  name: CollectionName,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const query = knex(name)
      .select('id', ...columns)
      .where('organization_id', organization)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE);
    const page: Row[] = await all(once<Row>(query), {});
    yield page;
    after = page.length === PAGE ? page.at(-1)!.id : undefined;
  }
}

async function readCollection(snapshot: Snapshot, name: CollectionName): Promise<Current> {
  const { columns, keyOf, uniqueNames } = IMPORT_COLLECTIONS[name];
  const kept = uniqueNames ? ['name_key', 'updated_at'] : [];
  const byId = new Map<string, CurrentRow>();
  const byName = new Map<string, string[]>();
  for await (const page of presentRows<CurrentRow>(snapshot, name, [...columns, ...kept]))
    for (const row of page) {
      byId.set(row.id, row);
      const key = row['name_key'] ?? keyOf(row);
      const same = byName.get(key);
      if (same) same.push(row.id);
      else byName.set(key, [row.id]);
    }
  return { byId, byName };
}

/** `touched`: the collections in the file. Referenced collections are read too. */
export async function readCurrent(
  snapshot: Snapshot,
  touched: readonly CollectionName[],
): Promise<Record<CollectionName, Current>> {
  const needed = new Set(touched);
  // The loop also visits the collections that it adds: the systems of assets, then their sites.
  for (const name of needed)
    for (const target of Object.values(IMPORT_COLLECTIONS[name].references)) needed.add(target);
  const current = { facilities: NONE, control_centers: NONE, cyber_systems: NONE, cyber_assets: NONE };
  for (const name of needed) current[name] = await readCollection(snapshot, name);
  return current;
}

export interface ImportChange {
  id: string;
  fields: Fields;
  nameKey: string;
  /** The present record. Absent for a new record. */
  current?: CurrentRow;
}

export interface CollectionPlan {
  created: ImportChange[];
  updated: ImportChange[];
  unchanged: number;
  /** The id of the record of each row. */
  ids: string[];
  /** Records that must release their name before another record takes it. */
  renamed: ReadonlySet<string>;
}

export type Plan = Record<CollectionName, CollectionPlan>;

/** Returns whether a system gets another rating, which its assets inherit. */
export const ratingsChange = (plan: Plan): boolean =>
  plan.cyber_systems.updated.some(
    ({ fields, current }) => fields['impact_rating'] !== current!['impact_rating'],
  );

interface WriteOptions {
  now: Date;
  keepTimestamps: boolean;
  /** Called with the number of records that were just written. */
  onWritten: (count: number) => void;
}

function getTimes({ fields, current }: ImportChange, { now, keepTimestamps }: WriteOptions): Values {
  if (current) return { updated_at: nextUpdatedAt(current['updated_at']!, now) };
  const time = (field: string): string => (keepTimestamps ? fields[field] : undefined) ?? now.toISOString();
  return { created_at: time('created_at'), updated_at: time('updated_at') };
}

/** The values of a row. All rows of one statement have the same columns. */
type Values = Record<string, string | null>;

/** The first two values of each row. */
const KEY = ['organization_id', 'id'];

export async function writePlan(
  database: Database,
  transaction: Transaction,
  organization_id: OrganizationId,
  plan: Plan,
  options: WriteOptions,
): Promise<void> {
  for (const name of COLLECTIONS) {
    const { columns, uniqueNames } = IMPORT_COLLECTIONS[name];
    const { created, updated, renamed } = plan[name];
    const toRowValues = (change: ImportChange): Values => {
      const { id, fields, nameKey: name_key } = change;
      const values: Values = { organization_id, id };
      for (const column of columns) values[column] = fields[column] ?? null;
      return uniqueNames ? Object.assign(values, { name_key }, getTimes(change, options)) : values;
    };
    const insert = (given: string[]) => compileInsertRows(database, name, given);
    const update = (given: string[]) => compileUpdateRows(database, name, KEY, given.slice(KEY.length));
    if (uniqueNames) {
      // Names have no line breaks, so this key is free.
      const parked = (id: string): Values => ({ organization_id, id, name_key: `\n${id}` });
      await changeAll(transaction, update, renamed, parked, () => undefined);
    }
    await changeAll(transaction, update, updated, toRowValues, options.onWritten);
    await changeAll(transaction, insert, created, toRowValues, options.onWritten);
    const isRated = name === 'cyber_assets' && ratingsChange(plan);
    if (created.length > 0 || updated.length > 0 || isRated) {
      const statements = createVersionChange(database, name).statements([organization_id]);
      await sendAll([{ transaction, statements }]);
    }
  }
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
  for (const part of splitRows(items)) {
    const rows = part.map(valuesOf);
    statement ??= compileFor(Object.keys(rows[0]!));
    await sent;
    sent = changeRows(transaction, statement, rows).then(() => onWritten(rows.length));
  }
  await sent;
}
