// Every row of the database, so that a test can say that nothing has changed, or nothing of one organization.
import type { Inventory } from '../../src/app/inventory';

/** The rows of each table, as JSON and in an order of their own. */
export type Everything = Record<string, string[]>;

type Row = Record<string, unknown>;

/** Each database has its own list of tables. */
const TABLES: Record<string, (knex: Inventory['database']['knex']) => PromiseLike<string[]>> = {
  sqlite3: (knex) =>
    knex('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').pluck('name'),
  pg: (knex) => knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename'),
};

/** The minute of a key's last use is written some time after the request: it tells nothing of one. */
const withoutUse = (row: Row): Row => ({ ...row, last_used_at: undefined });

let tables: string[] | undefined; // a test changes rows, and no tables

async function rowsIn({ database: { knex } }: Inventory): Promise<Map<string, Row[]>> {
  tables ??= (await TABLES[(knex.client as { config: { client: string } }).config.client]!(knex)).sort();
  const rows = new Map<string, Row[]>();
  for (const table of tables) rows.set(table, await knex<Row>(table).select());
  if (!rows.get('facilities')?.length)
    throw new Error('No facility was seen: a look that sees nothing proves nothing.');
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

/** What is each organization's, in one look: its own row too. */
export async function everythingOfEach(
  inventory: Inventory,
  organizations: { id: string }[],
): Promise<Everything[]> {
  const rows = await rowsIn(inventory);
  return organizations.map(({ id }) =>
    textOf(rows, (row) => row['organization_id'] === id || row['id'] === id),
  );
}
