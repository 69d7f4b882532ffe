// The tables that only a sandbox has. Their presence marks a database that the real server must not open.
import type { Database } from '../../database/database';
import { SANDBOX_MARK } from '../../database/catalog';
import { prepareRecordTable } from '../record-table';

export const WORLD_TABLE = SANDBOX_MARK;
export const SNAPSHOT_TABLE = 'sandbox_snapshots';
export const CALL_TABLE = 'sandbox_calls';

/** The log of a world goes back with a reset, and away with the world: these triggers protect real logs. */
const LOG_TABLES = ['activity', 'activity_heads'];

async function unprotectLog({ knex }: Database): Promise<void> {
  for (const table of LOG_TABLES)
    for (const event of ['insert', 'update', 'delete'])
      await knex.raw('drop trigger if exists ??', [`${table}_refuses_${event}`]);
}

/**
 * Creates the tables that are missing.
 * @throws Error for a database that holds the inventory of a real server.
 */
export async function createSandboxTables(database: Database): Promise<void> {
  const { knex } = database;
  if (await knex.schema.hasTable(WORLD_TABLE)) return;
  if (await knex('organizations').first())
    throw new Error('It holds the inventory of a real server, and a sandbox resets its records.');
  await unprotectLog(database);
  await prepareRecordTable(database);
  await knex.schema.createTable(SNAPSHOT_TABLE, (table) => {
    table.text('id').primary();
    table.text('content').notNullable();
  });
  await knex.schema.createTable(CALL_TABLE, (table) => {
    table.text('organization_id').notNullable();
    table.integer('number').notNullable();
    table.text('call').notNullable();
    table.primary(['organization_id', 'number']);
  });
  await knex.schema.createTable(WORLD_TABLE, (table) => {
    table.text('organization_id').primary();
    table.text('label');
    table.text('made_from').notNullable(); // demo, empty, snapshot, or the id of a world
    table.text('snapshot_id').notNullable();
    table.text('clock'); // null: the real time
    table.text('first_clock'); // what a reset restores
    table.text('created_at').notNullable();
  });
}
