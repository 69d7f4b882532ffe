// Reads a tenant's activity log, validates its entries against the contract, and drops the log's triggers.
import type { Knex } from 'knex';
import { type ChainedEntry, toEntry } from '../../src/audit/chain';
import { rowsOf } from '../../src/audit/read';
import { contractDocument } from '../../src/contract/document';
import { schemasOf } from '../../src/contract/schemas';
import type { Tenant, TestInventory } from './inventory';

const validate = schemasOf(contractDocument).at(['components', 'schemas', 'ActivityLogEntry']);

/** Returns the entries, oldest first. */
export async function activityOf(
  { inventory }: Pick<TestInventory, 'inventory'>,
  { organization }: Pick<Tenant, 'organization'>,
): Promise<ChainedEntry[]> {
  const entries: ChainedEntry[] = [];
  for await (const row of rowsOf(inventory.activity.pages(organization.id))) entries.push(toEntry(row));
  for (const entry of entries) expect([validate(entry), validate.errors]).toEqual([true, null]);
  return entries;
}

const TABLES = ['activity', 'activity_heads', 'activity_archives'];

/** Disables the triggers that protect the log, as a database administrator could. */
export async function dropTriggers(knex: Knex): Promise<void> {
  if (knex.client.config.client === 'pg') {
    for (const table of TABLES) await knex.raw('alter table ?? disable trigger user', [table]);
    return;
  }
  const triggers = await knex('sqlite_master')
    .where('type', 'trigger')
    .whereIn('tbl_name', TABLES)
    .select<{ name: string }[]>('name');
  for (const { name } of triggers) await knex.raw('drop trigger ??', [name]);
}
