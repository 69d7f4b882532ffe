// The record table of a sandbox: the records of planned operations. A deleted record keeps its row.
import type { BatchedQuery, Database, SharedTransaction } from '../../database/database';
import { compileLookup } from '../../database/query-batcher';
import { changeOf, compileInsertRows } from '../../database/rows';
import { compile } from '../../database/statement';
import type { Organization, OrganizationId } from '../../organizations/organization';
import type { Fields } from './model';

/** Where the records of a collection are kept. Without a transaction, reads see the last commit. */
export interface RecordStore {
  find(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    collection: string,
    id: string,
  ): Promise<Fields | undefined>;
  /** Returns the records in order of creation. */
  list(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    collection: string,
  ): Promise<Fields[]>;
  /** Queues a creation, a change, or without `after` a deletion. */
  save(
    transaction: SharedTransaction,
    organization: Organization,
    collection: string,
    before: Fields | undefined,
    after: Fields | undefined,
  ): void;
}

export const RECORD_TABLE = 'sandbox_records';
const COLUMNS = ['organization_id', 'collection', 'id', 'sequence', 'record', 'deleted'];

/** A row of the table. `record` is JSON. */
export interface RecordRow {
  organization_id: OrganizationId;
  collection: string;
  id: string;
  sequence: number;
  record: string;
  deleted: 0 | 1;
}

export async function prepareRecordTable({ knex }: Database): Promise<void> {
  if (await knex.schema.hasTable(RECORD_TABLE)) return;
  await knex.schema.createTable(RECORD_TABLE, (table) => {
    table.text('organization_id').notNullable().references('id').inTable('organizations');
    table.text('collection').notNullable();
    table.text('id').notNullable();
    table.bigInteger('sequence').notNullable(); // the order of creation
    table.text('record').notNullable();
    table.integer('deleted').notNullable();
    table.primary(['organization_id', 'collection', 'id']);
    table.index(['organization_id', 'collection', 'sequence']);
  });
}

export const compileSaveRecords = (database: Database) =>
  compileInsertRows(database, RECORD_TABLE, COLUMNS, { key: ['organization_id', 'collection', 'id'] });

/** Also says whether a collection ever had a record. */
export type Records = RecordStore & {
  isTouched(organization: Organization, collection: string): Promise<boolean>;
};

export function createRecordStore(database: Database): Records {
  const { knex } = database;
  type Key = Pick<RecordRow, 'organization_id' | 'collection'>;
  const lookup = compileLookup<Key & { id: string }>(database, (value) =>
    knex(RECORD_TABLE)
      .where({ organization_id: value('organization_id'), collection: value('collection'), id: value('id') })
      .where('deleted', 0)
      .select({ value: 'record' }),
  );
  const lookupAny = compileLookup<Key>(database, (value) =>
    knex(RECORD_TABLE)
      .where({ organization_id: value('organization_id'), collection: value('collection') })
      .limit(1)
      .select({ value: 'id' }),
  );
  const select = compile<Key, Pick<RecordRow, 'record'>>((param) =>
    knex(RECORD_TABLE)
      .where({ organization_id: param('organization_id'), collection: param('collection'), deleted: 0 })
      .orderBy('sequence')
      .select('record'),
  );
  const findOne: BatchedQuery<Key & { id: string }, string | null> = {
    run: async (all, keys) =>
      (await all(lookup.each, { lookups: JSON.stringify(keys) })).map(({ value }) => value),
  };
  const findAll: BatchedQuery<Key, { record: string }[]> = {
    run: (all, keys) => Promise.all(keys.map((key) => all(select, key))),
  };
  const save = changeOf<RecordRow>(compileSaveRecords(database));
  const parse = (text: string | null | undefined): Fields | undefined =>
    text === null || text === undefined ? undefined : (JSON.parse(text) as Fields);

  return {
    async find(transaction, { id: organization_id }, collection, id) {
      const key = { organization_id, collection, id };
      return parse(
        await (transaction
          ? transaction.query(findOne, key)
          : database.find({ organization: organization_id }, lookup, key)),
      );
    },
    async list(transaction, { id: organization_id }, collection) {
      const key = { organization_id, collection };
      const rows = await (transaction
        ? transaction.query(findAll, key)
        : database.readRecent({ organization: organization_id }, select, key));
      return rows.map(({ record }) => JSON.parse(record) as Fields);
    },
    async isTouched({ id: organization_id }, collection) {
      const any = await database.find({ organization: organization_id }, lookupAny, {
        organization_id,
        collection,
      });
      return any !== undefined;
    },
    save(transaction, { id: organization_id }, collection, before, after) {
      const record = (after ?? before)!;
      transaction.change(save, {
        organization_id,
        collection,
        id: String(record['id']),
        sequence: Number(record['$sequence']),
        record: JSON.stringify(record),
        deleted: after ? 0 : 1,
      });
    },
  };
}
