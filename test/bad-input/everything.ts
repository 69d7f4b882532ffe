// Reads all rows of the database, so that a test can assert that none changed, or none of an organization.
import type { Inventory } from '../../src/app/inventory';

/** The rows of each table as sorted JSON strings. */
export type Everything = Record<string, string[]>;

type Row = Record<string, unknown>;

/** Lists the tables, by database client. */
const TABLES: Record<string, (knex: Inventory['database']['knex']) => PromiseLike<string[]>> = {
  sqlite3: (knex) =>
    knex('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').pluck('name'),
  pg: (knex) => knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename'),
};

/** Omits a key's last use, which the server writes some time after the request. */
const withoutUse = (row: Row): Row => ({ ...row, last_used_at: undefined });

let tables: string[] | undefined;

async function rowsIn({ database: { knex } }: Inventory): Promise<Map<string, Row[]>> {
  tables ??= (await TABLES[(knex.client as { driverName: string }).driverName]!(knex)).sort();
  const rows = new Map<string, Row[]>();
  for (const table of tables) rows.set(table, await knex<Row>(table).select());
  if (!rows.get('facilities')?.length)
    throw new Error('The database has no facilities, so a comparison would prove nothing.');
  return rows;
}

const textOf = (rows: Map<string, Row[]>, belongs: (row: Row) => boolean = () => true): Everything =>
  Object.fromEntries(
    [...rows].map(([table, all]) => [
      table,
      all
        .filter(belongs)
        .map((row) => JSON.stringify(withoutUse(row)))
        .sort(),
    ]),
  );

export const everythingIn = async (inventory: Inventory): Promise<Everything> =>
  textOf(await rowsIn(inventory));

/** Returns the rows of each organization, including its own row, from a single read. */
export async function everythingOfEach(
  inventory: Inventory,
  organizations: { id: string }[],
): Promise<Everything[]> {
  const rows = await rowsIn(inventory);
  return organizations.map(({ id }) =>
    textOf(rows, (row) => row['organization_id'] === id || row['id'] === id),
  );
}
