// The record table of a sandbox: the records of planned operations, their ids and their order. Both always increase within
// a process, also when the clock does not. A deleted record keeps its row.
import { randomBytes } from 'node:crypto';
import type { BatchedQuery, Database, SharedTransaction } from '../database/database';
import { compileLookup, findEach } from '../database/query-batcher';
import { changeOf, compileInsertRows } from '../database/rows';
import { compile } from '../database/statement';
import type { Organization, OrganizationId } from '../base/organization';
import type { Fields } from '../contract/record-model';

/** Without a transaction, reads see the last commit. */
type Read<Result> = (
  transaction: SharedTransaction | undefined,
  organization: Organization,
  collection: string,
) => Promise<Result>;

export interface Store {
  find(...place: [...Parameters<Read<Fields>>, id: string]): Promise<Fields | undefined>;
  /** Returns the records in order of creation. */
  list: Read<Fields[]>;
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

/** A row of the table. `record` is JSON. */
export interface RecordRow {
  organization_id: OrganizationId;
  collection: string;
  id: string;
  sequence: number;
  record: string;
  deleted: 0 | 1;
}
const KEY = ['organization_id', 'collection', 'id'];

export async function prepareRecordTable({ knex }: Pick<Database, 'knex'>): Promise<void> {
  await knex.schema.createTable(RECORD_TABLE, (table) => {
    table.text('organization_id').notNullable().references('id').inTable('organizations');
    table.text('collection').notNullable();
    table.text('id').notNullable();
    table.bigInteger('sequence').notNullable(); // the order of creation
    table.text('record').notNullable();
    table.integer('deleted').notNullable();
    table.primary(KEY);
    table.index(['organization_id', 'collection', 'sequence']);
  });
}

export const compileSaveRecords = (database: Database) =>
  compileInsertRows(database, RECORD_TABLE, [...KEY, 'sequence', 'record', 'deleted'], { key: KEY });

type Place = Pick<RecordRow, 'organization_id' | 'collection'>;

export const parseRecord = (text: string | null | undefined): Fields | undefined =>
  text === null || text === undefined ? undefined : (JSON.parse(text) as Fields);

/** Also says whether a collection ever had a record. */
export function createRecordStore(
  database: Database,
): Store & { isTouched: (organization: Organization, collection: string) => Promise<boolean> } {
  const { knex } = database;
  const one = compileLookup<Place & { id: string }>(database, (value) =>
    knex(RECORD_TABLE)
      .where({ organization_id: value('organization_id'), collection: value('collection'), id: value('id') })
      .where('deleted', 0)
      .select({ value: 'record' }),
  );
  const any = compileLookup<Place>(database, (value) =>
    knex(RECORD_TABLE)
      .where({ organization_id: value('organization_id'), collection: value('collection') })
      .limit(1)
      .select({ value: 'id' }),
  );
  const all = compile<Place, { record: string }>((param) =>
    knex(RECORD_TABLE)
      .where({ organization_id: param('organization_id'), collection: param('collection'), deleted: 0 })
      .orderBy('sequence')
      .select('record'),
  );
  const findOne: BatchedQuery<Place & { id: string }, string | null> = {
    run: (query, keys) => findEach(database, query, one, keys),
  };
  const findAll: BatchedQuery<Place, { record: string }[]> = {
    run: (query, keys) => Promise.all(keys.map((key) => query(all, key))),
  };
  const save = changeOf<RecordRow>(compileSaveRecords(database));

  return {
    async find(transaction, { id: organization_id }, collection, id) {
      const key = { organization_id, collection, id };
      return parseRecord(
        await (transaction
          ? transaction.query(findOne, key)
          : database.find({ organization: organization_id }, one, key)),
      );
    },
    async list(transaction, { id: organization_id }, collection) {
      const place = { organization_id, collection };
      const rows = await (transaction
        ? transaction.query(findAll, place)
        : database.readRecent({ organization: organization_id }, all, place));
      return rows.map(({ record }) => JSON.parse(record) as Fields);
    },
    async isTouched({ id: organization_id }, collection) {
      const place = { organization_id, collection };
      return (await database.find({ organization: organization_id }, any, place)) !== undefined;
    },
    save(transaction, { id: organization_id }, collection, before, after) {
      const record = (after ?? before)!;
      const [id, sequence] = [String(record.id), Number(record.$sequence)];
      const row = { organization_id, collection, id, sequence, record: JSON.stringify(record) };
      transaction.change(save, { ...row, deleted: after ? 0 : 1 });
    },
  };
}

let last = 0;

/** Returns a number that always increases: 4,096 numbers a millisecond. */
export const nextSequence = (): number => (last = Math.max(Date.now() * 4096, last + 1));

export function newId(prefix: string, sequence = nextSequence()): string {
  const bytes = randomBytes(16);
  bytes.writeUInt16BE(sequence % 4096, 6); // ids of one millisecond are in order
  return typeIdOf(prefix, Math.floor(sequence / 4096), bytes);
}

/** Returns the TypeID of a time in milliseconds and of 16 bytes, of which the time replaces the first six. */
export function typeIdOf(prefix: string, milliseconds: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  new DataView(bytes.buffer).setUint16(0, Math.floor(milliseconds / 2 ** 32));
  new DataView(bytes.buffer).setUint32(2, milliseconds % 2 ** 32);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70; // version 7 (RFC 9562, 5.7)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80; // variant
  let text = `${prefix}_`;
  let [rest, bits] = [0, 2]; // two zeros and 128 bits are 26 digits of five bits
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += DIGITS[(rest >> (bits - 5)) & 31]!;
    rest &= (1 << bits) - 1;
  }
  return text;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
