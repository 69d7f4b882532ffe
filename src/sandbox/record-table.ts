// The records of planned operations, their ids and their order. Both always increase within a process, also when the
// clock does not.
import { randomBytes } from 'node:crypto';
import type { components } from '../../generated/types';
import { TypeID } from 'typeid-js';
import type { BatchedQuery, Database, SharedTransaction } from '../database/database';
import { changeOf, compileInsertRows } from '../database/rows';
import { compile } from '../database/statement';
import type { Organization, OrganizationId } from '../base/organization';
import type { Fields } from '../contract/record-model';

type Schemas = components['schemas'];

/** The records by collection. Names of fields of the sandbox, which no response shows, begin with `$`. */
interface Collections {
  Facility: Schemas['Facility'];
  ControlCenter: Schemas['ControlCenter'];
  CyberSystem: Schemas['CyberSystem'];
  CyberAsset: Schemas['CyberAsset'];
  TrainingModule: Schemas['TrainingModule'];
  TrainingAssignment: Schemas['TrainingAssignment'];
  Task: Schemas['Task'];
  TaskInstance: Schemas['TaskInstance'] & { id: string; $sequence?: number };
  Evidence: Schemas['Evidence'];
  /** A record of any kind that evidence supports. */
  Supported: { id: string };
  PolicyDocument: Schemas['PolicyDocumentWithSections'] & { $versions?: Schemas['PolicyDocumentVersion'][] };
  /** An uploaded file; `$documentId` when it is a document already. */
  File: Schemas['ProcessingFile'] & { $documentId?: string };
  User: Schemas['User'];
  /** The user behind the API key, under the id `me`. */
  CurrentUser: { id: string; profile: Schemas['User']; organizationName: string };
  Invitation: Schemas['Invitation'] & { $digest: string };
  CipSeniorManagerAssignment: Schemas['CipSeniorManagerAssignment'];
  AccessControl: Schemas['AccessControlItem'];
}

export type CollectionName = keyof Collections;
export type RecordOf<Name extends CollectionName> = Collections[Name];

export interface Store {
  /** Returns the records in order of creation. Without a transaction, those of the last commit. */
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

export interface TableStore extends Store {
  find(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    id: string,
  ): Promise<Fields | undefined>;
}

export const RECORD_TABLE = 'records';

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

export const compileSaveRecords = (database: Database) =>
  compileInsertRows(database, RECORD_TABLE, [...KEY, 'sequence', 'record', 'deleted'], { key: KEY });

type Place = Pick<RecordRow, 'organization_id' | 'collection'>;

/** Also says whether a collection ever had a record. */
export function createRecordStore(
  database: Database,
): Store & { isTouched: (organization: Organization, collection: string) => Promise<boolean> } {
  const { knex } = database;
  const rowsOf = (param: (name: keyof Place) => string) =>
    knex(RECORD_TABLE).where({ organization_id: param('organization_id'), collection: param('collection') });
  const any = compile<Place, { id: string }>((param) => rowsOf(param).limit(1).select('id'));
  const all = compile<Place, { record: string }>((param) =>
    rowsOf(param).where('deleted', 0).orderBy('sequence').select('record'),
  );
  const findAll: BatchedQuery<Place, { record: string }[]> = {
    run: (query, keys) => Promise.all(keys.map((key) => query(all, key))),
  };
  const save = changeOf<RecordRow>(compileSaveRecords(database));

  return {
    async list(transaction, { id: organization_id }, collection) {
      const place = { organization_id, collection };
      const rows = await (transaction
        ? transaction.query(findAll, place)
        : database.read({ organization: organization_id }, all, place));
      return rows.map(({ record }) => JSON.parse(record) as Fields);
    },
    async isTouched({ id: organization_id }, collection) {
      const place = { organization_id, collection };
      return (await database.read({ organization: organization_id }, any, place)).length > 0;
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
  const hex = Buffer.from(bytes).toString('hex');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return TypeID.fromUUID(prefix, uuid).toString();
}
