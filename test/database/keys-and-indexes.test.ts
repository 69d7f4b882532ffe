// A distributed database can place rows by organization: every primary key, unique index and foreign key
// begins with it, except the ids of keys and the digests of their forms.
import type { Knex } from 'knex';
import { openInventory } from '../../src/app/inventory';
import { onPostgres, testDatabase } from '../support/database';

interface Constraint {
  table: string;
  kind: 'unique' | 'foreign key';
  first: string;
}

/**
 * The tenants' own table, that of the migrations, which no request touches, and those of users, who may
 * belong to several organizations.
 */
const GLOBAL = [
  'organizations',
  'organization_deletions',
  'migrations',
  'users',
  'sessions',
  'identities',
  'pending_sign_ins',
  'recoveries',
];

const POSTGRES = `
  select c.relname as table, 'unique' as kind, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and c.relnamespace = current_schema()::regnamespace
  union all
  select c.relname, 'foreign key', a.attname
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`;

const SQLITE = `
  select t.name as "table", 'unique' as kind, c.name as first
    from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c where t.type = 'table' and i."unique" = 1 and c.seqno = 0
  union all
  select t.name, 'foreign key', f."from" from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table' and f.seq = 0`;

async function constraints(knex: Knex): Promise<Constraint[]> {
  const result: unknown = await knex.raw(onPostgres() ? POSTGRES : SQLITE);
  const rows = (onPostgres() ? (result as { rows: Constraint[] }).rows : result) as Constraint[];
  return rows.filter(({ table }) => !GLOBAL.includes(table));
}

/** Operators revoke a key by its id alone. */
const KEY_IDS: Constraint = { table: 'api_keys', kind: 'unique', first: 'id' };
/** A form makes one key across all organizations. */
const SUBMISSIONS: Constraint = { table: 'api_keys', kind: 'unique', first: 'submission' };

test('every unique index and foreign key begins with the organization, except key ids and submissions', async () => {
  const database = await testDatabase();
  const inventory = await openInventory(database.url);
  const found = await constraints(inventory.database.knex);
  const table = 'planted';
  await inventory.database.knex.schema.createTable(table, (planted) => void planted.string('name').unique());
  const withPlanted = await constraints(inventory.database.knex);
  await inventory.close();
  await database.remove();
  const wrong = (all: Constraint[]) =>
    all
      .filter(({ first }) => first !== 'organization_id')
      .sort((one, other) => `${one.table} ${one.first}`.localeCompare(`${other.table} ${other.first}`));
  expect(
    [
      found.filter(({ kind }) => kind === 'unique').length,
      found.filter(({ kind }) => kind === 'foreign key').length,
    ].every((count) => count >= 7),
  ).toBe(true);
  expect(wrong(found)).toEqual([KEY_IDS, SUBMISSIONS]);
  expect(wrong(withPlanted)).toEqual([KEY_IDS, SUBMISSIONS, { table, kind: 'unique', first: 'name' }]); // so that it can fail
});
