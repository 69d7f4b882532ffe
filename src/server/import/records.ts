// Reads the present records of an organization, as far as an import concerns them, and writes a plan: releases names that
// other records take, then updates records, then creates records.
import type { Database, Transaction } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { type CollectionName, createBumpVersion } from '../records/collection';
import { nextUpdatedAt } from '../records/asset-store';
import {
  type RowsStatement,
  changeRows,
  compileInsertRows,
  compileUpdateRows,
  partsOf,
} from '../../database/rows';
import { compile } from '../../database/statement';
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

interface Page {
  organization: OrganizationId;
  /** The last id of the previous page. */
  after: string;
}

export function createReadCurrent({ knex }: Database) {
  const selects = new Map(
    COLLECTIONS.map((name) => {
      const { columns, uniqueNames } = IMPORT_COLLECTIONS[name];
      const kept = uniqueNames ? ['name_key', 'updated_at'] : [];
      return [
        name,
        compile<Page, CurrentRow>((param) =>
          knex(name)
            .select('id', ...columns, ...kept)
            .where('organization_id', param('organization'))
            .where('id', '>', param('after'))
            .orderBy('id')
            .limit(PAGE),
        ),
      ];
    }),
  );

  async function read(
    all: Transaction['all'],
    organization: OrganizationId,
    name: CollectionName,
  ): Promise<Current> {
    const { keyOf } = IMPORT_COLLECTIONS[name];
    const byId = new Map<string, CurrentRow>();
    const byName = new Map<string, string[]>();
    let page: CurrentRow[];
    let after = '';
    do {
      page = await all(selects.get(name)!, { organization, after });
      for (const row of page) {
        byId.set(row.id, row);
        const key = row['name_key'] ?? keyOf(row);
        const same = byName.get(key);
        if (same) same.push(row.id);
        else byName.set(key, [row.id]);
      }
      after = page.at(-1)?.id ?? '';
    } while (page.length === PAGE);
    return { byId, byName };
  }

  /** `touched`: the collections in the file. Referenced collections are read too. */
  return async (
    all: Transaction['all'],
    organization: OrganizationId,
    touched: readonly CollectionName[],
  ): Promise<Record<CollectionName, Current>> => {
    const needed = new Set(touched);
    // The loop also visits the collections that it adds: the systems of assets, then their sites.
    for (const name of needed)
      for (const target of Object.values(IMPORT_COLLECTIONS[name].references)) needed.add(target);
    const current = { facilities: NONE, control_centers: NONE, cyber_systems: NONE, cyber_assets: NONE };
    for (const name of needed) current[name] = await read(all, organization, name);
    return current;
  };
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
