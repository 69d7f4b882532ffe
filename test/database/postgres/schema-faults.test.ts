// The schema on PostgreSQL: each part that is missing, changed or added is named.
import { Client } from 'pg';
import pino from 'pino';
import describedParts from '../../../generated/postgres-schema.json';
import { openServedInventory } from '../../../src/cli/serve/serve-process';
import { schemaFaults, newParts } from '../../../src/database/postgres/schema-parts';
import { type TestInventory, openTestInventory } from '../../support/inventory';

const logger = pino({ level: 'silent' });

let test_: TestInventory;
let client: Client;
beforeAll(async () => {
  test_ = await openTestInventory();
  client = new Client({ connectionString: test_.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test_.close();
});

const query = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];

/** Returns the faults after a change, which it takes back. */
async function faultsAfter(script: string): Promise<string[] | undefined> {
  await client.query('begin');
  try {
    await client.query(script);
    return await schemaFaults(query, false);
  } finally {
    await client.query('rollback');
  }
}

// If this fails after a new migration, run: npm run build && node test/database/postgres/write-schema.mjs
test('generated/postgres-schema.json describes a new database', async () => {
  expect(await newParts(query)).toEqual(describedParts);
});

const TRIGGER = `create function undo() returns trigger language plpgsql as 'begin return null; end';`;

test.each([
  [
    'The trigger activity_refuses_delete on activity is missing.',
    'drop trigger activity_refuses_delete on activity',
  ],
  [
    'The trigger activity_refuses_update on activity was changed.',
    'alter table activity disable trigger activity_refuses_update',
  ],
  [
    'The trigger activity_refuses_truncate on activity_default is missing.',
    'drop trigger activity_refuses_truncate on activity_default',
  ],
  [
    'The trigger activity_heads_refuses_update on activity_heads was changed.',
    `drop trigger activity_heads_refuses_update on activity_heads;
      create trigger activity_heads_refuses_update before update on activity_heads for each row
        when (new.sequence < 0) execute function activity_heads_refuse()`,
  ],
  [
    'The function activity_refuse() was changed.',
    `create or replace function activity_refuse() returns trigger language plpgsql as 'begin return old; end'`,
  ],
  [
    'The function activity_refuse() was changed.',
    'alter function activity_refuse() set search_path = pg_temp',
  ],
  [
    'The function strpos(a character varying, b text) was added.',
    `create function strpos(a varchar, b text) returns int language sql as 'select 1'`,
  ],
  ['The rule undo on api_keys was added.', 'create rule undo as on update to api_keys do instead nothing'],
  ['The policy server on api_keys was changed.', 'alter policy server on api_keys using (true)'],
  [
    'The policy server on api_keys was changed.',
    `alter policy server on api_keys
      using (organization_id::varchar(1) = current_setting('inventory.organization', true)::varchar(1))`,
  ],
  ['The policy server on api_keys was changed.', 'alter policy server on api_keys to public'],
  ['The policy "all" on users was added.', 'create policy "all" on users using (true)'],
  ['The policy operator on users is missing.', 'drop policy operator on users'],
  ['The table api_keys was changed.', 'alter table api_keys disable row level security'],
  ['The table api_keys was changed.', 'alter table api_keys no force row level security'],
  ['The column access of api_keys was changed.', `alter table api_keys alter access set default 'read_only'`],
  ['The column email of users was changed.', 'alter table users alter email drop not null'],
  ['The column note of users was added.', 'alter table users add note text'],
  [
    'The constraint api_keys_access on api_keys is missing.',
    'alter table api_keys drop constraint api_keys_access',
  ],
  [
    'The constraint cyber_assets_organization_id_name_key_unique on cyber_assets is missing.',
    'alter table cyber_assets drop constraint cyber_assets_organization_id_name_key_unique',
  ],
  ['The constraint t on users was added.', `alter table users add constraint t check (email <> '')`],
  ['The index api_keys_digest_index on api_keys is missing.', 'drop index api_keys_digest_index'],
  ['The index u on users was added.', 'create unique index u on users (email)'],
  ['The index l on users was added.', 'create index l on users (lower(email))'],
  [
    'The view provider_count was changed.',
    'create or replace view provider_count as select 1::bigint as providers from identity_providers',
  ],
  ['The view unreplaced_keys was changed.', 'alter view unreplaced_keys set (security_invoker = true)'],
  ['The view v was added.', 'create view v as select 1'],
  [
    'The table activity_default is missing.',
    'alter table activity detach partition activity_default; drop table activity_default',
  ],
])('names the fault: %s', async (sentence, script) => {
  expect(await faultsAfter(script)).toContain(sentence);
});

test('a trigger that undoes revocations is named with its function, once', async () => {
  const added = `${TRIGGER} create trigger undo before update on api_keys for each row execute function undo()`;
  expect(await faultsAfter(added)).toEqual([
    'The function undo() was added.',
    'The trigger undo on api_keys was added.',
  ]);
});

test('a table in another schema that takes part in a query of ours is named', async () => {
  const faults = await faultsAfter('create schema aside; create table aside.more () inherits (api_keys)');
  expect(faults).toContain('The table aside.more was added.');
});

test('a plain index, privileges, comments and storage parameters are not faults', async () => {
  const script = `create index by_label on api_keys (label); create index by_actor on activity (actor_id);
    grant select on activity to pg_monitor; comment on table users is 'x';
    alter table users set (autovacuum_vacuum_scale_factor = 0.1);
    alter index api_keys_digest_index set (fillfactor = 50)`;
  expect(await faultsAfter(script)).toEqual([]);
});

test('a schema of an earlier version is not compared', async () => {
  expect(await faultsAfter(`delete from migrations where name = '0012-provider-by-domain'`)).toBeUndefined();
});

test('a server does not start, also with a login that only serves', async () => {
  const { knex } = test_.inventory.database;
  const login = `only_serves_${Date.now()}`;
  await knex.raw(`create role ${login} login password 'serves' in role compliance_inventory_server`);
  const url = Object.assign(new URL(test_.databaseUrl), { username: login, password: 'serves' }).href;
  await (await openServedInventory({ databaseUrl: url, databaseWaitSeconds: 0 }, logger)).close();
  await knex.raw('drop trigger activity_refuses_delete on activity');
  for (const databaseUrl of [url, test_.databaseUrl])
    await expect(openServedInventory({ databaseUrl, databaseWaitSeconds: 0 }, logger)).rejects.toMatchObject({
      faults: expect.arrayContaining(['The trigger activity_refuses_delete on activity is missing.']),
    });
  await knex.raw(`drop role ${login}`);
});
