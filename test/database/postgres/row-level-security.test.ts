// The second lock on tenancy: whatever a query forgets to say, PostgreSQL shows the server the rows of one
// organization alone.
import { Client } from 'pg';
import pino from 'pino';
import { openInventory } from '../../../src/app/inventory';
import { startServer } from '../../../src/app/server';
import { DISTRIBUTED } from '../../../src/database/postgres/citus';
import { SERVER_ROLE } from '../../../src/database/postgres/roles';
import { move } from '../../../src/database/move';
import { newAsset } from '../../support/assets';
import { cli } from '../../support/cli';
import { createClient } from '../../support/client';
import { onCitus } from '../../support/database';
import { type TestInventory, openTestInventory } from '../../support/inventory';

const INSUFFICIENT_PRIVILEGE = '42501';

let test_: TestInventory;
let server: Client;
/** Those of the Settings pages, which the server's role does not see at all. */
const OF_SETTINGS = ['memberships', 'invitations', 'identity_providers'];
/**
 * Tables with rows of organizations, and the column that says whose. A test holds the list against the
 * catalog.
 */
const OWNED = {
  organizations: 'id',
  ...Object.fromEntries(
    [
      'facilities',
      'control_centers',
      'cyber_systems',
      'cyber_assets',
      'api_keys',
      'collection_versions',
      'idempotency_keys',
      'records',
      'record_fields',
      'activity',
      'activity_heads',
      'activity_archives',
      'activity_names',
      'key_requests',
      'operation_requests',
    ].map((table) => [table, 'organization_id']),
  ),
};

beforeAll(async () => {
  test_ = await openTestInventory();
  server = new Client({ connectionString: test_.databaseUrl });
  await server.connect();
  for (const { organization, mark } of [test_.cedar, test_.other]) {
    await test_.inventory.database.knex('idempotency_keys').insert({
      organization_id: organization.id,
      idempotency_key: mark,
      fingerprint: mark,
      status: 201,
      body: '{}',
      headers: '{}',
      created_at: '2026-11-21T00:00:00.000Z',
    });
    await test_.inventory.database.knex('records').insert({
      organization_id: organization.id,
      ...{ id: mark, collection: 'Task', sequence: 1, record: '{}', deleted: 0 },
    });
    await test_.inventory.database.knex('record_fields').insert({
      organization_id: organization.id,
      ...{ id: mark, collection: 'Task', field: 'assigneeId', value: mark },
    });
    await test_.inventory.database.knex('activity_archives').insert({
      organization_id: organization.id,
      month: '2020-01',
      first_sequence: 0,
      last_sequence: 0,
      hash: mark,
      file: mark,
      digest: mark,
      archived_at: '2026-11-21T00:00:00.000Z',
    });
    const [key] = await test_.inventory.keys.list(organization.id);
    await test_.inventory.keys.recordUse(organization.id, key!.id, {
      at: '2026-11-21T00:00:00.000Z',
      counts: [{ day: '2026-11-21', operationId: 'getFacilities', requests: 1 }],
    });
  }
});
afterAll(async () => {
  await server.end();
  await test_.close();
});

/** As the server works: in its role, for one organization. */
async function asServer(sql: string, organization?: string): Promise<Record<string, unknown>[]> {
  await server.query('begin');
  try {
    await server.query('set local citus.propagate_set_commands = local'); // without Citus, this sets nothing
    await server.query(`set local role ${SERVER_ROLE}`);
    await server.query(`set local inventory.organization = '${organization ?? ''}'`);
    return (await server.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await server.query('rollback');
  }
}

test('the list of tables is whole', async () => {
  const { rows } = await server.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = current_schema() and column_name = 'organization_id'
      and table_name::regclass not in (select inhrelid from pg_inherits)`,
  );
  const known = [...Object.keys(OWNED), ...OF_SETTINGS, 'pending_sign_ins'].filter(
    (table) => table !== 'organizations',
  );
  expect(rows.map(({ table_name }) => table_name).sort()).toEqual(known.sort());
});

test('a request reads no partition of the activity log directly', async () => {
  const { rows } = await server.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'activity'::regclass`,
  );
  expect(rows.length).toBeGreaterThan(12);
  for (const { name } of rows)
    await expect(asServer(`select from ${name}`, test_.cedar.organization.id)).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
});

test('ids and names are ordered by their bytes, whatever the locale of the database is', async () => {
  const { rows } = await server.query(
    `select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and column_name in ('id', 'slug', 'email') and data_type <> 'integer'
        and collation_name is distinct from 'C'`,
  );
  expect(rows).toEqual([]);
});

test('the login of these tests passes by nothing', async () => {
  const { rows } = await server.query(
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('every table has it, and forces it on its owner unless Citus distributes the table', async () => {
  const { rows } = await server.query<{
    relname: string;
    relrowsecurity: boolean;
    relforcerowsecurity: boolean;
  }>(
    `select coalesce(inhparent::regclass::text, relname) as relname, relrowsecurity, relforcerowsecurity
      from pg_class left join pg_inherits on inhrelid = oid
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`, // a partition by the name of its table
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(
    rows.filter(
      ({ relname, relrowsecurity, relforcerowsecurity }) =>
        !relrowsecurity || relforcerowsecurity === (onCitus() && DISTRIBUTED.includes(relname)),
    ),
  ).toEqual([]);
});

test('the role of the server owns nothing, can log in on Citus alone, and cannot set the lock aside', async () => {
  const { rows } = await server.query(
    `select rolcanlogin, rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = $1`,
    [SERVER_ROLE],
  );
  expect(rows).toEqual([{ rolcanlogin: onCitus(), rolsuper: false, rolbypassrls: false, owned: 0 }]);
});

describe.each(Object.entries(OWNED))('%s', (table, column) => {
  it('shows the rows of the organization that is set, and no others, to a query that names none', async () => {
    const { id } = test_.cedar.organization;
    const rows = await asServer(`select ${column} as whose from ${table}`, id);
    expect(new Set(rows.map(({ whose }) => whose))).toEqual(new Set([id]));
  });

  it('shows nothing when no organization is set', async () =>
    expect(await asServer(`select * from ${table}`)).toEqual([]));

  it.each([
    ['delete', `delete from ${table} where ${column} =`],
    ['change', `update ${table} set ${column} = ${column} where ${column} =`],
  ])('has no row of another organization to %s', async (_what, sql) => {
    const { id } = test_.other.organization;
    // What requests never do is refused altogether, for the rows of the own organization too.
    const outcome = await asServer(`${sql} '${id}' returning 1`, test_.cedar.organization.id).catch(
      (error: { code: string }) => error.code,
    );
    expect([[], INSUFFICIENT_PRIVILEGE]).toContainEqual(outcome);
  });
});

test('a row cannot be written into, or given to, another organization', async () => {
  const [mine, theirs] = [test_.cedar.organization.id, test_.other.organization.id];
  const columns = '(organization_id, idempotency_key, fingerprint, status, body, headers, created_at)';
  await expect(
    asServer(
      `insert into idempotency_keys ${columns} values ('${theirs}', 'planted', 'x', 201, '{}', '{}', 'now')`,
      mine,
    ),
  ).rejects.toThrow(/row-level security/);
  await expect(asServer(`update cyber_assets set organization_id = '${theirs}'`, mine)).rejects.toThrow(
    /row-level security|modifying the partition value/,
  );
});

test.each([
  [
    'make a key',
    `insert into api_keys (organization_id, id, digest, prefix, label, created_by, created_at, expires_at) select organization_id, 'key_planted', digest, prefix, label, created_by, created_at, expires_at from api_keys`,
  ],
  ['bring a revoked key back', 'update api_keys set revoked_at = null'],
  ['delete keys', 'delete from api_keys'],
  [
    'make an organization',
    `insert into organizations (id, slug, name, created_at) values ('org_planted', 'planted', 'Planted', 'now')`,
  ],
  ['change a facility', `update facilities set name = 'Planted'`],
  ['change the activity log', `update activity set actor_id = 'nobody'`],
  ['remove from the activity log', 'delete from activity'],
  ['pretend a migration', `insert into migrations (name, applied_at) values ('9999-planted', 'now')`],
])('the server cannot %s: that is for operators', async (_what, sql) => {
  await expect(asServer(sql, test_.cedar.organization.id)).rejects.toMatchObject({
    code: INSUFFICIENT_PRIVILEGE,
  });
});

test("a login that is only a member of the server's role serves, and sees no organizations as an operator would", async () => {
  const login = `member_${test_.cedar.organization.id.slice(4)}`;
  await server.query(`create role ${login} login password 'member' in role ${SERVER_ROLE}`);
  const url = Object.assign(new URL(test_.databaseUrl), { username: login, password: 'member' }).href;
  const inventory = await openInventory(url);
  const running = await startServer(inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'live',
    logger: pino({ level: 'silent' }),
  });
  const client = createClient(running, test_.cedar.key);
  const made = await client('POST', '/cyber-assets', { body: newAsset() });
  const refused = await cli(['key', 'list', 'cedar-power'], { DATABASE_URL: url });
  await expect(move(inventory.database, test_.inventory.database)).rejects.toThrow(
    'A login does not own the tables.',
  );
  const [list, asOperator, minted] = [
    await client('GET', '/cyber-assets'),
    await inventory.organizations.list(),
    await inventory.organizations.create('minted', 'Minted').catch((error: { code: string }) => error.code),
  ];
  await running.close();
  await inventory.close();
  await server.query(`drop role ${login}`);
  expect(refused).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The DATABASE_URL login does not own the tables. ' +
      'Connect as the table owner, or as a login with BYPASSRLS that may select from all tables.\n',
  });
  expect([made.status, list.status, asOperator, minted]).toEqual([201, 200, [], INSUFFICIENT_PRIVILEGE]);
});

test('a login that is not a member gets an error when it opens the database', async () => {
  const login = `stranger_${test_.cedar.organization.id.slice(4)}`;
  await server.query(`create role ${login} login password 'stranger'`);
  await server.query(`grant select on migrations to ${login}`);
  const url = Object.assign(new URL(test_.databaseUrl), { username: login, password: 'stranger' }).href;
  const refused = await openInventory(url).catch((error: Error) => error.cause);
  await server.query(`revoke select on migrations from ${login}`);
  await server.query(`drop role ${login}`);
  expect(refused).toMatch(/this login cannot act as the server; let an administrator run: create role/);
});

test('refused writes leave no statements behind on their connections', async () => {
  const { database } = test_.inventory;
  const { id } = test_.cedar.organization;
  const insert = {
    sql: `insert into collection_versions (organization_id, collection, version) values ($1, 'cyber_assets', $1)`,
    bind: () => [id],
  };
  const prepared = {
    sql: `select count(*)::int as count from pg_prepared_statements where statement = $1`,
    bind: () => [insert.sql],
  };
  const scope = { organization: id };
  for (let turn = 0; turn < 5; turn++)
    await expect(
      database.write(scope, (transaction) => transaction.run(insert, undefined)),
    ).rejects.toMatchObject({ code: '23505' });
  expect(await database.write(scope, (transaction) => transaction.all(prepared, undefined))).toEqual([
    { count: 0 },
  ]);
});

test('the server sees when unreplaced keys of all organizations expire, and nothing else of them', async () => {
  await server.query('begin');
  await server.query(`select set_config('role', $1, true)`, [SERVER_ROLE]);
  const { rows } = await server.query<object>('select * from unreplaced_keys');
  await server.query('rollback');
  expect(rows.map((row) => Object.keys(row))).toEqual([['expires_at'], ['expires_at']]);
});

test('the digest of a key shows that key and its organization alone', async () => {
  const { rows } = await server.query<{ digest: string; id: string }>(
    'select digest, id from api_keys where organization_id = $1',
    [test_.cedar.organization.id],
  );
  await server.query('begin');
  await server.query(`select set_config('role', $1, true), set_config('inventory.key_digest', $2, true)`, [
    SERVER_ROLE,
    rows[0]!.digest,
  ]);
  const [keys, organizations, assets] = [
    await server.query('select id from api_keys'),
    await server.query('select slug from organizations'),
    await server.query('select id from cyber_assets'),
  ];
  await server.query('rollback');
  expect([keys.rows, organizations.rows, assets.rows]).toEqual([
    [{ id: rows[0]!.id }],
    [{ slug: 'cedar-power' }],
    [],
  ]);
});

test("the stores read as the server: an organization's own query without its name finds its own rows", async () => {
  const { database } = test_.inventory;
  const everything = {
    sql: 'select distinct organization_id, current_user as role from cyber_assets',
    bind: () => [],
  };
  const { id } = test_.other.organization;
  expect(await database.read({ organization: id }, everything, undefined)).toEqual([
    { organization_id: id, role: SERVER_ROLE },
  ]);
  expect(
    await database.write({ organization: id }, (transaction) => transaction.all(everything, undefined)),
  ).toEqual([{ organization_id: id, role: SERVER_ROLE }]);
});

test('settings of one transaction do not last until the next one on the same connection', async () => {
  await asServer('select 1', test_.cedar.organization.id);
  const { rows } = await server.query(
    `select current_setting('inventory.organization', true) as organization, current_user <> '${SERVER_ROLE}' as own`,
  );
  expect(rows).toEqual([{ organization: '', own: true }]);
});
