// The records of planned operations, their ids and their order. Both always increase within a process, also when the
// clock does not.
import { randomUUID } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { mapInSlices } from '../../base/scheduling/time-slices';
import type { BatchedChange, Database, SharedTransaction } from '../../database/database';
import { compileLookup } from '../../database/query-batcher';
import { compileChange, compileDeleteRows, compileInsertRows, compileUpdateRows } from '../../database/rows';
import { type Query, compile } from '../../database/statement';
import { settingsRole } from '../users/user';
import { searchedValues } from './views';
import type { Organization, OrganizationId } from '../../base/organization';
import type { Fields } from '../../contract/record-model';

/** A table of its own for the records of a collection. Without a transaction, reads return those of the last commit. */
export interface TableStore {
  find(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    id: string,
  ): Promise<Fields | undefined>;
  /** Returns the records in order of creation. */
  list(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    collection: string,
  ): Promise<Fields[]>;
  /** Returns undefined for a field that has no index. */
  search(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    field: string,
    value: string,
  ): Promise<Fields[]> | undefined;
  /** Queues a creation, a change, or without `after` a deletion. */
  save(
    transaction: SharedTransaction,
    organization: Organization,
    collection: string,
    before: Fields | undefined,
    after: Fields | undefined,
  ): void;
}

export const RECORD_TABLE = 'records';
export const FIELD_TABLE = 'record_fields';

/** A row of the table. `record` is JSON. */
export interface RecordRow {
  organization_id: OrganizationId;
  collection: string;
  id: string;
  sequence: number;
  record: string;
  deleted: 0 | 1;
}
const KEY = ['organization_id', 'id', 'collection'];
const FIELD_KEY = [...KEY, 'field'];

export const compileSaveFields = (database: Database) =>
  compileInsertRows(database, FIELD_TABLE, [...FIELD_KEY, 'value'], { key: FIELD_KEY });

type Place = Pick<RecordRow, 'organization_id' | 'collection'>;
interface FieldRange extends Place {
  field: string;
  /** Exclusive. */
  after: string;
  upTo: string;
}

const MEMBER_KEY = ['organization_id', 'record_id'];

/**
 * The Settings pages keep which account signs in to a `User` record. Its role there follows from that of the record, and
 * its membership ends with the record.
 */
function createMemberChanges(database: Database) {
  const setRole: BatchedChange<object> = compileChange(
    compileUpdateRows(database, 'memberships', MEMBER_KEY, ['role']),
  );
  const end: BatchedChange<object> = compileChange(compileDeleteRows(database, 'memberships', MEMBER_KEY));
  return (
    transaction: SharedTransaction,
    organization_id: string,
    before: Fields | undefined,
    after: Fields | undefined,
  ): void => {
    if (!before) return;
    const key = { organization_id, record_id: before.id };
    if (!after) transaction.change(end, key);
    else if (before.role !== after.role)
      transaction.change(setRole, { ...key, role: settingsRole(after.role) });
  };
}

const parsed = (rows: { record: string }[]): Promise<Fields[]> =>
  mapInSlices(rows, ({ record }) => JSON.parse(record) as Fields);

/** The records of an organization by id, by a searched field, and all. Reads return those of the last commit. */
export function createRecordStore(database: Database) {
  const { knex } = database;
  const selectRows = (param: (name: keyof Place) => string) =>
    knex(RECORD_TABLE).where({ organization_id: param('organization_id'), collection: param('collection') });
  const any = compile<Place, { id: string }>((param) => selectRows(param).limit(1).select('id'));
  const all = compile<Place, { record: string }>((param) =>
    selectRows(param).where('deleted', 0).orderBy('sequence').select('record'),
  );
  // As an expression, the collection selects no index: without statistics, PostgreSQL would read the whole collection.
  const lookUp = (condition: object) =>
    compileLookup<Place & { id: string }>(database, (value) =>
      knex(RECORD_TABLE)
        .where({ organization_id: value('organization_id'), id: value('id') })
        .whereRaw("collection || '' = ?", value('collection'))
        .where(condition)
        .select({ value: 'record' }),
    );
  const [one, last] = [lookUp({ deleted: 0 }), lookUp({})];
  const selectFields = (param: (name: 'organization_id' | 'collection' | 'field') => string) =>
    knex({ f: FIELD_TABLE })
      .where('f.organization_id', param('organization_id'))
      .where({ 'f.collection': param('collection'), 'f.field': param('field') });
  // Not a join, which without statistics would begin with all records of the collection (decision 15).
  const ofRecord = (column: string) =>
    knex({ r: RECORD_TABLE })
      .whereRaw("r.organization_id = f.organization_id and r.id = f.id and r.collection || '' = f.collection")
      .select(`r.${column}`);
  const withRecord = (rows: Query) =>
    rows.select({ record: ofRecord('record'), sequence: ofRecord('sequence') }).orderBy('sequence');
  const equal = compile<Omit<FieldRange, 'after'>, { record: string }>((param) =>
    withRecord(selectFields(param).where('f.value', param('upTo'))),
  );
  const between = compile<FieldRange, { record: string }>((param) =>
    withRecord(
      selectFields(param).where('f.value', '>', param('after')).where('f.value', '<=', param('upTo')),
    ),
  );
  const next = compile<Omit<FieldRange, 'upTo'>, { value: string | null }>((param) =>
    selectFields(param).where('f.value', '>', param('after')).min({ value: 'f.value' }),
  );
  const save = compileChange<RecordRow>(
    compileInsertRows(database, RECORD_TABLE, [...KEY, 'sequence', 'record', 'deleted'], { key: KEY }),
  );
  const saveField = compileChange<object>(compileSaveFields(database));
  // The collection would select the index of values, for the same reason. No two records with fields share an id.
  const removeField = compileChange<object>(
    compileDeleteRows(database, FIELD_TABLE, ['organization_id', 'id', 'field']),
  );
  const followUser = createMemberChanges(database);

  return {
    async list(_transaction: unknown, { id: organization_id }: Organization, collection: string) {
      return parsed(
        await database.read({ organization: organization_id }, all, { organization_id, collection }),
      );
    },

    /** `isFormer`: also finds a deleted record, as it last was. */
    async find({ id: organization_id }: Organization, collection: string, id: string, isFormer = false) {
      const scope = { organization: organization_id };
      const text = await database.find(scope, isFormer ? last : one, { organization_id, collection, id });
      return text === undefined ? undefined : (JSON.parse(text) as Fields);
    },

    /** `value`: in lower case. */
    async search({ id: organization_id }: Organization, collection: string, field: string, value: string) {
      const place = { organization_id, collection, field };
      return parsed(await database.read({ organization: organization_id }, equal, { ...place, upTo: value }));
    },

    /** Returns the records with a value after one and up to another one. */
    async between(
      { id: organization_id }: Organization,
      collection: string,
      field: string,
      [after, upTo]: [after: string, upTo: string],
    ) {
      const range = { organization_id, collection, field, after, upTo };
      return parsed(await database.read({ organization: organization_id }, between, range));
    },

    /** Returns the smallest value after one. */
    async next({ id: organization_id }: Organization, collection: string, field: string, after: string) {
      const place = { organization_id, collection, field, after };
      const [row] = await database.read({ organization: organization_id }, next, place);
      return row!.value ?? undefined;
    },

    /** Returns whether a collection ever had a record. */
    async isTouched({ id: organization_id }: Organization, collection: string) {
      const place = { organization_id, collection };
      return (await database.read({ organization: organization_id }, any, place)).length > 0;
    },

    /** `before`, `after`: as they are stored. */
    save(
      transaction: SharedTransaction,
      { id: organization_id }: Organization,
      collection: string,
      before: Fields | undefined,
      after: Fields | undefined,
    ) {
      const record = (after ?? before)!;
      const [id, sequence] = [String(record.id), Number(record.$sequence)];
      const key = { organization_id, id, collection };
      transaction.change(save, { ...key, sequence, record: JSON.stringify(record), deleted: after ? 0 : 1 });
      const [former, present] = [searchedValues(collection, before), searchedValues(collection, after)];
      for (const [field, value] of Object.entries(present))
        if (former[field] !== value) transaction.change(saveField, { ...key, field, value });
      for (const field of Object.keys(former))
        if (present[field] === undefined) transaction.change(removeField, { ...key, field });
      if (collection === 'User') followUser(transaction, organization_id, before, after);
    },
  };
}
export type RecordStore = ReturnType<typeof createRecordStore>;

let last = 0;

/** Returns a number that always increases: 4,096 numbers a millisecond. */
// eslint-disable-next-line no-restricted-syntax -- no clock of a world: the order of creation never goes back
export const nextSequence = (): number => (last = Math.max(Date.now() * 4096, last + 1));

/** `randomUUID` draws random bytes for many ids at once, which `randomBytes` does for one. */
export function newId(prefix: string, sequence = nextSequence()): string {
  const [, , , ...random] = randomUUID().split('-');
  // Ids of one millisecond are in order.
  return toTypeId(prefix, Math.floor(sequence / 4096), toHex(sequence % 4096, 3), random.join('-'));
}

const toHex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Returns the TypeID of the parts of a UUID of version 7: its time, the digits after the version, and the last two groups. */
export function toTypeId(prefix: string, milliseconds: number, digits: string, end: string): string {
  const time = toHex(milliseconds, 12);
  return TypeID.fromUUID(prefix, `${time.slice(0, 8)}-${time.slice(8)}-7${digits}-${end}`).toString();
}
