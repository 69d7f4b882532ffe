// The content of a world at one moment: to copy it, to go back to it, and to take it elsewhere.
import { type ActivityRow, rechain } from '../../server/audit/chain';
import type { Database, Transaction } from '../../database/database';
import { createReadTables } from '../../database/catalog';
import { changeRows, compileInsertRows } from '../../database/rows';
import { type Statement, compile } from '../../database/statement';
import { COLLECTIONS } from '../../server/import/collections';
import type { OrganizationId } from '../../base/organization';
import type { Fields } from '../../contract/record-model';
import { createBumpVersion } from '../../server/resources/collection';
import { FIELD_TABLE, RECORD_TABLE, type RecordRow, compileSaveFields } from '../record-table';
import { searchedValues } from '../world/searchable-fields';

const LOG = 'activity';
/** In the order of writing: referenced tables come first. */
const PARTS = [...COLLECTIONS, 'sandbox_records', LOG] as const;
type Part = (typeof PARTS)[number];
const tableOf = (part: Part): string => (part === 'sandbox_records' ? RECORD_TABLE : part);

/** The rows of each table, without their organization. Recordings of earlier versions have the same names. */
export type Snapshot = Record<Part, Record<string, unknown>[]>;

/** Tables whose rows a reset removes besides those of the snapshot. */
const CLEARED = ['idempotency_keys', 'activity_heads', FIELD_TABLE];

/** Returns the searched fields of records, as rows of their table. */
export const fieldRows = (rows: readonly object[]): object[] =>
  (rows as RecordRow[]).flatMap(({ organization_id, collection, id, record, deleted }) => {
    const values = deleted === 0 ? searchedValues(collection, JSON.parse(record) as Fields) : {};
    return Object.entries(values).map(([field, value]) => ({
      organization_id,
      collection,
      id,
      field,
      value,
    }));
  });

interface OfWorld {
  organization: OrganizationId;
}

export async function createSnapshots(database: Database) {
  const { knex } = database;
  const tables = await database.write('operator', createReadTables(database));
  const ofWorlds = tables.filter(({ columns }) => columns.includes('organization_id'));
  const columnsOf = (table: string): string[] => ofWorlds.find(({ name }) => name === table)!.columns;
  const bumpVersion = createBumpVersion(database);
  const saveFields = compileSaveFields(database);
  const select = Object.fromEntries(
    PARTS.map((part) => {
      const table = tableOf(part);
      const columns = columnsOf(table).filter((column) => column !== 'organization_id');
      const order = columns.includes('sequence') ? 'sequence' : 'id';
      const rows = compile<OfWorld, Record<string, unknown>>((param) =>
        knex(table).select(columns).where('organization_id', param('organization')).orderBy(order),
      );
      return [part, rows];
    }),
  );
  const insert = new Map(
    [...PARTS.map(tableOf), 'activity_heads'].map((table) => [
      table,
      compileInsertRows(database, table, columnsOf(table)),
    ]),
  );
  const removals = (names: string[]): Statement<OfWorld, never>[] =>
    names.map((table) =>
      compile<OfWorld, never>((param) =>
        knex(table).where('organization_id', param('organization')).delete(),
      ),
    );
  const removeContent = removals([...CLEARED, ...PARTS.map(tableOf).reverse()]);
  const removeAll = removals(ofWorlds.map(({ name }) => name).reverse());

  async function removeBy(
    statements: typeof removeAll,
    transaction: Transaction,
    organization: OrganizationId,
  ) {
    for (const statement of statements) await transaction.run(statement, { organization });
  }

  return {
    async take(transaction: Transaction, organization: OrganizationId): Promise<Snapshot> {
      const snapshot: Partial<Snapshot> = {};
      for (const part of PARTS) snapshot[part] = await transaction.all(select[part]!, { organization });
      return snapshot as Snapshot;
    },

    /** Writes the content of an empty world, and changes `snapshot`. Entries about the organization name this one. */
    async write(
      transaction: Transaction,
      organization_id: OrganizationId,
      snapshot: Snapshot,
    ): Promise<void> {
      const entries = snapshot[LOG] as unknown as ActivityRow[];
      for (const row of entries) if (row.resource_type === 'organization') row.resource_id = organization_id;
      rechain(organization_id, entries);
      for (const part of PARTS) {
        for (const row of snapshot[part]) row.organization_id = organization_id;
        await changeRows(transaction, insert.get(tableOf(part))!, snapshot[part]);
        if (part === 'sandbox_records') await changeRows(transaction, saveFields, fieldRows(snapshot[part]));
      }
      const { sequence, hash } = entries.at(-1) ?? {};
      if (hash !== undefined)
        await changeRows(transaction, insert.get('activity_heads')!, [{ organization_id, sequence, hash }]);
      for (const collection of COLLECTIONS) await bumpVersion(transaction, organization_id, collection);
    },

    /** Removes the content of a world. The world and its key stay. */
    clear: (transaction: Transaction, organization: OrganizationId) =>
      removeBy(removeContent, transaction, organization),

    /** Removes the rows of a world from all tables. */
    remove: (transaction: Transaction, organization: OrganizationId) =>
      removeBy(removeAll, transaction, organization),
  };
}

export type Snapshots = Awaited<ReturnType<typeof createSnapshots>>;
