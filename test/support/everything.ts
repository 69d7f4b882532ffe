// Every row of the database, so that a test can say that nothing has changed, or nothing of one organization.
import type { Inventory } from '../../src/compose';

/** The rows of each table, as JSON and in an order of their own. */
export type Everything = Record<string, string[]>;

type Row = Record<string, unknown>;

/** Each database has its own list of tables. */
const TABLES: Record<string, (knex: Inventory['database']['knex']) => PromiseLike<string[]>> = {
  sqlite3: (knex) => knex('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').pluck('name'),
  pg: (knex) => knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename'),
};

/** The minute of a key's last use is written some time after the request: it tells nothing of one. */
const withoutUse = (row: Row): Row => ({ ...row, last_used_at: undefined });

async function rowsWhere({ database: { knex } }: Inventory, belongs: (row: Row) => boolean): Promise<Everything> {
  const client = (knex.client as { config: { client: string } }).config.client;
  const everything: Everything = {};
  for (const table of (await TABLES[client]!(knex)).sort()) {
    const rows = await knex<Row>(table).select();
    everything[table] = rows.filter(belongs).map((row) => JSON.stringify(withoutUse(row))).sort();
  }
  if (!everything['facilities']?.length) throw new Error('No facility was seen: a look that sees nothing proves nothing.');
  return everything;
}

export const everythingIn = (inventory: Inventory): Promise<Everything> => rowsWhere(inventory, () => true);

/** What is one organization's: its own row too. */
export const everythingOf = (inventory: Inventory, { id }: { id: string }): Promise<Everything> =>
  rowsWhere(inventory, (row) => row['organization_id'] === id || row['id'] === id);
