// Reads a tenant's activity log, validates its entries against the contract, and drops the log's triggers.
import type { Knex } from 'knex';
import { type ChainedEntry, toEntry } from '../../src/server/audit/chain';
import { readRows } from '../../src/server/audit/read';
import { contractDocument } from '../../src/contract/document';
import { compileSchemas } from '../../src/contract/schemas';
import type { Tenant, TestInventory } from './inventory';

const validate = compileSchemas(contractDocument).of({ $ref: '#/components/schemas/ActivityLogEntry' });

/** Returns the entries, oldest first. */
export async function activityOf(
  { inventory }: Pick<TestInventory, 'inventory'>,
  { organization }: Pick<Tenant, 'organization'>,
): Promise<ChainedEntry[]> {
  const entries: ChainedEntry[] = [];
  for await (const row of readRows(inventory.activity.pages(organization.id))) entries.push(toEntry(row));
  for (const entry of entries) expect([validate(entry), validate.errors]).toEqual([true, null]);
  return entries;
}

const TABLES = ['activity', 'activity_heads', 'activity_archives'];

/**
 * Drops the triggers that protect the log, as a database administrator could. Returns a function that restores
 * them.
 */
export async function dropTriggers(knex: Knex): Promise<() => Promise<void>> {
  const restore = async (triggers: { sql: string }[]): Promise<void> => {
    for (const { sql } of triggers) await knex.raw(sql);
  };
  if (knex.client.config.client === 'pg') {
    const { rows } = await knex.raw<{ rows: { name: string; table: string; sql: string }[] }>(
      `select tgname as name, relname as "table", pg_get_triggerdef(pg_trigger.oid) as sql from pg_trigger join pg_class c on c.oid = tgrelid
        where not tgisinternal and relname = any(?)`,
      [TABLES],
    );
    await knex.transaction(async (transaction) => {
      await transaction.raw('set local citus.enable_unsafe_triggers = on'); // without Citus, this sets nothing
      for (const { name, table } of rows) await transaction.raw('drop trigger ?? on ??', [name, table]);
    });
    return () => restore(rows);
  }
  const triggers = await knex('sqlite_master')
    .where('type', 'trigger')
    .whereIn('tbl_name', TABLES)
    .select<{ name: string; sql: string }[]>('name', 'sql');
  for (const { name } of triggers) await knex.raw('drop trigger ??', [name]);
  return () => restore(triggers);
}
