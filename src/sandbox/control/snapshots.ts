// The content of a world at one moment: to copy it, to go back to it, and to take it elsewhere.
import { type ActivityRow, rechain } from '../../server/audit/chain';
import type { Database, Transaction } from '../../database/database';
import { readTables } from '../../database/catalog';
import { changeRows, compileInsertRows } from '../../database/rows';
import { sendAll } from '../../database/shared-transaction';
import { type Statement, compile } from '../../database/statement';
import { COLLECTIONS } from '../../server/import/collections';
import type { OrganizationId } from '../../base/organization';
import type { Fields } from '../../contract/record-model';
import { createVersionChange } from '../../server/records/collection';
import { FIELD_TABLE, RECORD_TABLE, type RecordRow, compileSaveFields } from '../../server/records/table';
import { searchedValues } from '../../server/records/views';

const LOG = 'activity';
/** In the order of writing: referenced tables come first. */
const PARTS = [...COLLECTIONS, 'sandbox_records', LOG] as const;
type Part = (typeof PARTS)[number];
const getTable = (part: Part): string => (part === 'sandbox_records' ? RECORD_TABLE : part);

/** A part of a long change, of some thousand rows. */
export type Step = (transaction: Transaction) => Promise<unknown>;

/** Other worlds wait at most about this long for their turn to change a record. */
const TRANSACTION_MILLISECONDS = 40;

/**
 * Runs steps in order, in short transactions, between which the requests of other worlds run. After an error, the steps
 * of earlier transactions have an effect.
 */
export async function runInSlices(database: Database, steps: Iterator<Step>): Promise<void> {
  let next = steps.next();
  while (!next.done)
    await database.write('operator', async (transaction) => {
      const end = performance.now() + TRANSACTION_MILLISECONDS;
      for (; !next.done && performance.now() < end; next = steps.next()) await next.value(transaction);
    });
}

/** The rows of each table, without their organization. Recordings of earlier versions have the same names. */
export type Snapshot = Record<Part, Record<string, unknown>[]>;

/** Tables whose rows a reset removes besides those of the snapshot. */
const CLEARED = ['idempotency_keys', 'activity_heads', FIELD_TABLE];

/** Returns the searched fields of records, as rows of their table. */
export const fieldRows = (rows: readonly object[]): object[] =>
  (rows as RecordRow[]).flatMap(({ organization_id, collection, id, record, deleted }) => {
    const values = deleted === 0 ? searchedValues(collection, JSON.parse(record) as Fields) : {};
    const key = { organization_id, collection, id };
    return Object.entries(values).map(([field, value]) => ({ ...key, field, value }));
  });

interface OfWorld {
  organization: OrganizationId;
}

const PAGE = 1000;

export async function createSnapshots(database: Database) {
  const { knex } = database;
  const tables = await database.write('operator', (transaction) => readTables(database, transaction));
  const ofWorlds = tables.filter(({ columns }) => columns.includes('organization_id'));
  const getColumns = (table: string): string[] => ofWorlds.find(({ name }) => name === table)!.columns;
  const newVersions = COLLECTIONS.map((name) => createVersionChange(database, name));
  const saveFields = compileSaveFields(database);
  const orders: Partial<Record<Part, string[]>> = {
    sandbox_records: ['collection', 'sequence'],
    activity: ['sequence'],
  };
  const select = Object.fromEntries(
    PARTS.map((part) => {
      const table = getTable(part);
      const columns = getColumns(table).filter((column) => column !== 'organization_id');
      const rows = compile<OfWorld & { offset: number }, Record<string, unknown>>((param) =>
        knex(table)
          .select(columns)
          .where('organization_id', param('organization'))
          .orderBy(orders[part] ?? ['id'])
          .limit(PAGE)
          .offset(knex.raw('?', [param('offset')]) as unknown as number),
      );
      return [part, rows];
    }),
  );
  const insert = new Map(
    [...PARTS.map(getTable), 'activity_heads'].map((table) => [
      table,
      compileInsertRows(database, table, getColumns(table)),
    ]),
  );
  const removal = (table: string): Statement<OfWorld, never> =>
    compile((param) => {
      const some = knex(table).where('organization_id', param('organization')).limit(PAGE).select('rowid');
      return knex(table).whereIn('rowid', some).delete();
    });
  const content = [...CLEARED, ...PARTS.map(getTable).reverse()].map(removal);
  const everything = ofWorlds.map(({ name }) => removal(name)).reverse();

  function* removeRows(statements: typeof content, organization: OrganizationId): Generator<Step> {
    for (const statement of statements)
      for (let removed = 1; removed > 0;)
        yield async (transaction) => (removed = await transaction.run(statement, { organization }));
  }

  return {
    /** Reads the content of a world at one moment. */
    take: (organization: OrganizationId): Promise<Snapshot> =>
      database.snapshot('operator', async (all) => {
        const snapshot: Partial<Snapshot> = {};
        for (const part of PARTS) {
          const rows: Record<string, unknown>[] = (snapshot[part] = []);
          for (let offset = 0; rows.length === offset; offset += PAGE)
            rows.push(...(await all(select[part]!, { organization, offset })));
        }
        return snapshot as Snapshot;
      }),

    /** Writes the content of an empty world, and changes `snapshot`. Entries about the organization name this one. */
    *write(organization_id: OrganizationId, snapshot: Snapshot): Generator<Step> {
      let hash: string | undefined;
      for (const part of PARTS)
        for (let start = 0; start < snapshot[part].length; start += PAGE)
          yield async (transaction) => {
            const rows = snapshot[part].slice(start, start + PAGE);
            for (const row of rows) row.organization_id = organization_id;
            if (part === LOG) hash = rechained(organization_id, rows as unknown as ActivityRow[], hash);
            await changeRows(transaction, insert.get(getTable(part))!, rows);
            if (part === 'sandbox_records') await changeRows(transaction, saveFields, fieldRows(rows));
          };
      yield async (transaction) => {
        const sequence = snapshot[LOG].at(-1)?.sequence;
        if (hash !== undefined)
          await changeRows(transaction, insert.get('activity_heads')!, [{ organization_id, sequence, hash }]);
        const statements = newVersions.flatMap((each) => each.statements([organization_id]));
        await sendAll([{ transaction, statements }]);
      };
    },

    /** Removes the content of a world. The world and its key stay. */
    clear: (organization: OrganizationId) => removeRows(content, organization),

    /** Removes the rows of a world from all tables. */
    remove: (organization: OrganizationId) => removeRows(everything, organization),
  };
}

/** Chains entries to those before them. Returns the last hash. */
function rechained(organization: OrganizationId, entries: ActivityRow[], previous?: string): string {
  for (const row of entries) if (row.resource_type === 'organization') row.resource_id = organization;
  return rechain(organization, entries, previous);
}

export type Snapshots = Awaited<ReturnType<typeof createSnapshots>>;
