// `move`: everything from SQLite to PostgreSQL and back, proved by counts and digests; or nothing.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { archiveLogs } from '../../../src/server/audit/archive';
import { byOperator, byUser } from '../../../src/server/audit/entry';
import { type Inventory, moveInventory, openInventory } from '../../../src/app/inventory';
import type { Database } from '../../../src/database/database';
import { openDatabase } from '../../../src/app/open-database';
import { toMonth, nextMonth } from '../../../src/base/day';
import { type TableMove, move } from '../../../src/database/move';
import type { OrganizationId } from '../../../src/base/organization';
import { cli } from '../../support/cli';
import { newAsset } from '../../support/assets';
import { type TestDatabase, postgresDatabase } from '../../support/database';
import { temporaryFolder } from '../../support/folder';
import { inventoryOf } from '../../support/inventory';
import { serverOf } from '../../support/server';
import { addUser, beginSession } from '../../support/users';

const folder = temporaryFolder();
const fileUrl = (name: string): string => `sqlite:${join(folder, name)}`;
const source = fileUrl('source.sqlite');
const idempotencyKey = randomUUID();
const body = newAsset({ name: 'Größe 測試 “quoted” \\ line' });

const databases: TestDatabase[] = [];
async function emptyPostgres(): Promise<string> {
  const database = await postgresDatabase();
  databases.push(database);
  return database.url;
}

async function onPostgres<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

let key: string;
let revoked: string;
let created: string;

/** A row in each table of the Settings pages. */
async function addSettings(inventory: Inventory, organization: OrganizationId): Promise<void> {
  const {
    database: { knex },
    users,
    keys,
  } = inventory;
  const user = await addUser(inventory, organization, 'admin@cedar-valley.example');
  await users.invitations.create(
    organization,
    { email: 'engineer@cedar-valley.example', role: 'member', invitedBy: user.email },
    byUser(user.id, { requestId: 'req-1' }),
  );
  await users.recoveries.create(user.email, byOperator('test'));
  await beginSession(inventory, user);
  const [created_at, expires_at] = [new Date().toISOString(), new Date().toISOString()];
  await knex('identity_providers').insert({
    organization_id: organization,
    issuer: 'https://login.example',
    client_id: 'settings',
    domains: '[]',
    created_at,
  });
  await knex('identities').insert({
    digest: 'identity',
    user_id: user.id,
    issuer: 'https://login.example',
    created_at,
  });
  await knex('pending_sign_ins').insert({
    digest: 'pending',
    organization_id: organization,
    flow: '{}',
    expires_at,
  });
  await knex('organization_deletions').insert({
    id: 'org_gone',
    slug: 'gone',
    name: 'Gone',
    deleted_at: created_at,
    deleted_by: 'test',
    entries: 1,
    head: 'x',
    row_counts: '{}',
  });
  const record = { organization_id: organization, id: 'tsk_1', collection: 'Task' };
  await knex('records').insert({ ...record, sequence: 1, record: '{"id":"tsk_1"}', deleted: 0 });
  await knex('record_fields').insert({ ...record, field: 'assigneeId', value: 'usr_1' });
  const [key] = await keys.list(organization);
  await keys.recordUse(organization, key!.id, {
    at: created_at,
    counts: [{ day: '2026-11-21', operationId: 'getFacilities', requests: 7 }],
  });
}

/** An inventory with rows in every table. */
beforeAll(async () => {
  const inventory = await openInventory(source);
  const keys: string[] = [];
  for (const mark of ['cedar', 'other']) {
    const organization = (await inventory.organizations.create(mark, `${mark} power`))!;
    await inventory.importer.run(organization, inventoryOf(mark));
    for (const label of ['used', 'revoked']) {
      keys.push(
        await inventory.keys.create(organization.id, {
          label,
          createdBy: 'test',
          expiresAt: new Date(Date.now() + 86_400_000),
          environment: 'live',
        }),
      );
    }
  }
  [key, revoked] = keys as [string, string];
  await addSettings(inventory, (await inventory.organizations.find('cedar'))!.id);
  await inventory.database
    .knex('api_keys')
    .where({ label: 'revoked' })
    .update({ revoked_at: new Date().toISOString() });
  // More than two pages of one organization, so that pages begin and end within it.
  const many = Array.from({ length: 450 }, (_, index) => ({
    name: `many ${index}`,
    cyber_system_id: 'cs_other_ems',
    asset_type: 'hardware',
  }));
  await inventory.importer.run((await inventory.organizations.find('other'))!, { cyber_assets: many });
  const archived = archiveLogs(inventory, nextMonth(toMonth(new Date())), join(folder, 'archives'));
  expect((await archived.next()).value).toMatchObject({ organizations: 2 });
  await inventory.close();
  const server = await serverOf(source, key);
  created = (
    await server.client('POST', '/cyber-assets', { body, headers: { 'Idempotency-Key': idempotencyKey } })
  ).text;
  await server.close();
});
afterAll(async () => {
  for (const database of databases) await database.remove();
});

interface Moved {
  moved: boolean;
  tables: {
    table: string;
    source: { rows: number; digest: string };
    target: { rows: number; digest: string };
  }[];
}

const PATHS = ['/facilities', '/control-centers', '/cyber-systems', '/cyber-assets'];

async function answers(url: string): Promise<unknown[]> {
  const { client, close } = await serverOf(url, key);
  const replies = await Promise.all(PATHS.map((path) => client('GET', path)));
  await close();
  return replies.map(({ status, headers, text }) => [status, headers.get('etag'), text]);
}

test('everything goes to PostgreSQL and back: every table with the same digests, the same answers under the same tags, keys and kept answers', async () => {
  const [postgres, back] = [await emptyPostgres(), fileUrl('back.sqlite')];
  const there = await cli(['move', '--from', source, '--to', postgres, '--json']);
  expect(there).toMatchObject({ status: 0, stderr: '' });
  const { moved, tables } = JSON.parse(there.stdout) as Moved;
  expect(moved).toBe(true);
  const inCatalog = await onPostgres<{ tablename: string }>(
    postgres,
    `select relname as tablename from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`,
  );
  expect(tables.map(({ table }) => table).sort()).toEqual(inCatalog.map(({ tablename }) => tablename).sort());
  for (const { table, source: here, target } of tables) {
    expect(target).toEqual(here);
    const [row] = await onPostgres<{ count: string }>(postgres, `select count(*) from ${table}`);
    expect([table, Number(row!.count)]).toEqual([table, target.rows]);
    expect(target.rows).toBeGreaterThan(0); // this test moves nothing of a table that it leaves empty
  }
  expect(await answers(postgres)).toEqual(await answers(source));

  expect(await cli(['activity', 'verify', 'cedar'], { DATABASE_URL: postgres })).toEqual(
    await cli(['activity', 'verify', 'cedar'], { DATABASE_URL: source }),
  );

  const { client, close } = await serverOf(postgres, key);
  const repeated = await client('POST', '/cyber-assets', {
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
  expect([repeated.status, repeated.headers.get('idempotency-replayed'), repeated.text]).toEqual([
    201,
    'true',
    created,
  ]);
  expect((await client('GET', '/facilities', { key: revoked })).status).toBe(401);
  await close();

  const again = await cli(['move', '--from', postgres, '--to', back]);
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout.trim().split('\n')).toHaveLength(1 + tables.length);
  expect(await answers(back)).toEqual(await answers(source));
});

test('a target that has rows is refused, and keeps them', async () => {
  const target = await emptyPostgres();
  await onPostgres(
    target,
    `insert into organizations values ('org_1', 'here', 'Here', '2026-01-31T08:15:30.123Z')`,
  );
  const refused = await cli(['move', '--from', source, '--to', target]);
  expect(refused).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The target is not empty. Use a new database. Nothing was moved.\n',
  });
  expect(await onPostgres(target, 'select id from organizations')).toEqual([{ id: 'org_1' }]);
});

test('rows that arrive otherwise than they were sent are found: exit 1, and nothing stays', async () => {
  const target = await emptyPostgres();
  await onPostgres(
    target,
    `create function alter_one() returns trigger language plpgsql as $$ begin new.name := new.name || '!'; return new; end $$;
    create trigger alter_one before insert on cyber_assets for each row when (new.id = 'ca_cedar_rtu') execute function alter_one()`,
  );
  const refused = await cli(['move', '--from', source, '--to', target, '--json']);
  expect(refused).toMatchObject({
    status: 1,
    stderr:
      'The target differs from the source in these tables: cyber_assets. Move again into a new database. Nothing was moved.\n',
  });
  const { moved, tables } = JSON.parse(refused.stdout) as Moved;
  expect([
    moved,
    tables.filter((each) => each.source.digest !== each.target.digest).map(({ table }) => table),
  ]).toEqual([false, ['cyber_assets']]);
  expect(await onPostgres(target, 'select id from organizations')).toEqual([]);
});

/** Opens both, and moves as `work` asks. */
async function withBoth<Result>(
  fromUrl: string,
  toUrl: string,
  work: (from: Database, to: Database) => Promise<Result>,
): Promise<Result> {
  const [from, to] = [await openDatabase(fromUrl), await openDatabase(toUrl)];
  return work(from, to).finally(() => Promise.all([from.close(), to.close()]));
}

test('until the move is done nothing is changed in any table of either side, also behind its last reading: a key is not revoked at the source while it becomes live at the target', async () => {
  const [first, second] = [await emptyPostgres(), await emptyPostgres()];
  await moveInventory(source, first);
  const refusedOn = async (url: string, tables: string[]): Promise<unknown[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('set lock_timeout = 5');
    const changes = [
      `update api_keys set revoked_at = '2026-01-31T08:15:30.123Z'`,
      ...tables.map((table) => `delete from ${table}`),
    ];
    const outcomes = [];
    for (const change of changes)
      outcomes.push(
        await client.query(change).then(
          () => change,
          ({ code }: { code: string }) => code,
        ),
      );
    await client.end();
    return outcomes;
  };
  let outcomes: unknown[] = [];
  const moves = await withBoth(first, second, (from, to) => {
    const write: Database['write'] = (scope, work) =>
      to.write(scope, async (transaction) => {
        const result = await work(transaction); // all is read and equal, and not yet committed
        const tables = (result as TableMove[]).map(({ table }) => table);
        outcomes = [...(await refusedOn(first, tables)), ...(await refusedOn(second, tables))];
        return result;
      });
    return move(from, { ...to, write });
  });
  const LOCK_NOT_AVAILABLE = '55P03';
  expect(outcomes).toEqual(Array(2 * (1 + moves.length)).fill(LOCK_NOT_AVAILABLE));
});

test('a source that changes meanwhile all the same, on a database whose locks do not hold, is found: nothing stays', async () => {
  const [first, second] = [await emptyPostgres(), await emptyPostgres()];
  await moveInventory(source, first);
  const outcome = await withBoth(first, second, (from, to) => {
    const unlocked = (database: Database): Database => ({
      ...database,
      dialect: { ...database.dialect, lockTables: () => undefined },
    });
    // When the first rows are written, those of the organizations have been read once.
    let change: Promise<unknown> | undefined;
    const write: Database['write'] = (scope, work) =>
      to.write(scope, (transaction) =>
        work({
          ...transaction,
          async run(statement, params) {
            await (change ??= onPostgres(
              first,
              `update organizations set name = 'changed' where slug = 'cedar'`,
            ));
            return transaction.run(statement, params);
          },
        }),
      );
    return move(unlocked(from), { ...unlocked(to), write }).catch((error: unknown) => error);
  });
  expect(String((outcome as Error).message)).toMatch(
    /^The source changed during the move in these tables: organizations\. Stop the servers that use it/,
  );
  expect(await onPostgres(second, 'select id from organizations')).toEqual([]);
});

test.each([
  [
    'a source that is not there',
    'sqlite:/nowhere/inventory.sqlite',
    'sqlite:TARGET',
    1,
    /^Cannot use the database: \/nowhere\/inventory\.sqlite does not exist\. Correct the URL, or run `migrate` to create it\.\n$/,
  ],
  [
    'a URL of another kind',
    'mysql://user:secret@db.example/inventory',
    'sqlite:TARGET',
    2,
    /^--from must begin with [^\n]+\n$/,
  ],
  [
    'a target without a database',
    source,
    'postgres://user:secret@db.example',
    2,
    /^--to must name a host and a database [^\n]+\n$/,
  ],
  [
    'a target that cannot be reached',
    source,
    'postgres://user:secret@127.0.0.1:1/inventory',
    1,
    /^Cannot use the database: [^\n]*ECONNREFUSED[^\n]*\n$/,
  ],
  ['the source as the target', source, source, 2, /^--from and --to must name different databases\.\n$/],
])('%s is reported in one line, without the password', async (_what, from, to, status, line) => {
  const refused = await cli([
    'move',
    '--from',
    from,
    '--to',
    to.replace('TARGET', join(folder, 'never.sqlite')),
  ]);
  expect(refused).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(line) });
  expect(refused.stderr).not.toContain('secret');
  expect(existsSync(join(folder, 'never.sqlite'))).toBe(false);
});

test('an empty source is refused: there is nothing to prove', async () => {
  const empty = fileUrl('empty.sqlite');
  await (await openInventory(empty)).close();
  expect(await cli(['move', '--from', empty, '--to', fileUrl('other.sqlite')])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The source is empty. There is nothing to move. Nothing was moved.\n',
  });
});
