// `organization delete`: all rows of one organization leave, none of another one, and the database lets no log leave in
// any other way.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTables } from '../../src/database/catalog';
import { verifyLog } from '../../src/app/inventory';
import { deleteOrganization } from '../../src/server/organizations/deletion';
import { newAsset } from '../support/assets';
import { type Ended, cli } from '../support/cli';
import { createClient } from '../support/client';
import { onPostgres } from '../support/database';
import { temporaryFolder } from '../support/folder';
import { createTenant } from '../support/inventory';
import { type TestServer, startTestServer } from '../support/server';
import { addMembership, addUser } from '../support/users';

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { inventory, cedar, other } = server;
  const { id } = cedar.organization;
  const both = await addUser(inventory, id, 'both@power.example');
  await addMembership(inventory, other.organization.id, both);
  await addUser(inventory, id, 'only@cedar.example');
  await inventory.users.invitations.create(
    id,
    { email: 'new@cedar.example', role: 'member', invitedBy: 'test' },
    inventory.actor,
  );
  await inventory.users.identityProviders.set(
    id,
    { issuer: 'https://id.example', clientId: 'x', clientSecretVariable: null, domains: ['cedar.example'] },
    inventory.actor,
  );
  for (const client of [server.client, createClient(server.server, other.key)])
    await client('POST', '/cyber-assets', {
      body: newAsset({ cyber_system_id: client === server.client ? 'cs_cedar_ems' : 'cs_other_ems' }),
      headers: { 'Idempotency-Key': 'x' },
    });
  const [key] = await inventory.keys.list(id);
  await inventory.keys.recordUse(id, key!.id, {
    at: new Date().toISOString(),
    counts: [{ day: '2026-01-01', operationId: 'getFacilities', requests: 1 }],
  });
  await knex()('activity_archives').insert({
    organization_id: id,
    month: '2020-01',
    first_sequence: 1,
    last_sequence: 0,
    hash: '0'.repeat(64),
    file: 'x',
    digest: 'x',
    archived_at: 'x',
  });
  await knex()('pending_sign_ins').insert({
    digest: 'x',
    organization_id: id,
    flow: '{}',
    expires_at: '9999-12-31T00:00:00.000Z',
  });
});
afterAll(() => server.close());

const knex = () => server.inventory.database.knex;
const run = (...args: string[]): Promise<Ended> =>
  cli(['organization', ...args], { DATABASE_URL: server.databaseUrl });

/** Returns all rows of every table. `organization`: only its rows. */
async function rowsOf(organization?: string): Promise<Record<string, unknown[]>> {
  const { database } = server.inventory;
  const tables = await database.write('operator', (transaction) => readTables(database, transaction));
  const all: Record<string, unknown[]> = {};
  for (const { name, columns, key } of tables) {
    const column = columns.includes('organization_id') ? 'organization_id' : 'id';
    if (organization !== undefined && !columns.includes(column)) continue;
    const rows = knex()(name).orderBy(key);
    const kept = columns.filter((each) => each !== 'last_used_at');
    all[name] = await (organization === undefined ? rows : rows.where(column, organization)).select(kept);
  }
  return all;
}

const verify = async () => {
  const { faults } = await verifyLog(server.inventory, server.other.organization.id, 'operator');
  return [faults, await server.inventory.database.schemaFaults()];
};

test('--dry-run shows the rows of each table, and changes nothing', async () => {
  const before = await rowsOf();
  const { status, stdout, stderr } = await run('delete', 'cedar-power', '--dry-run');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^TABLE +ROWS\n[^]*\ncyber_assets +3\n[^]*\nDry run: nothing was deleted\.\n$/);
  expect(await rowsOf()).toEqual(before);
});

test.each([
  [['--confirm', 'cedar power'], 2, 'Pass --export FOLDER'],
  [['--export', folder, '--confirm', 'cedar power'], 1, 'exists. Name a new folder.'],
  [['--export', join(folder, 'a')], 1, 'To delete cedar-power, pass --confirm with its name or its id.'],
  [
    ['--export', join(folder, 'a'), '--confirm', 'other power'],
    1,
    '"other power" is neither the name nor the id of the organization cedar-power. Nothing was deleted.',
  ],
])('with %j the command exits with %i and changes nothing', async (args, status, sentence) => {
  const before = await rowsOf();
  const result = await run('delete', 'cedar-power', ...args);
  expect([result.status, existsSync(join(folder, 'a'))]).toEqual([status, false]);
  expect(result.stderr).toContain(sentence);
  expect(await rowsOf()).toEqual(before);
});

/** Statements that an administrator could try, with the ids of two organizations. */
const ATTEMPTS = (id: string, other: string): [title: string, statements: string[]][] => {
  const record = `insert into organization_deletions (id, slug, name, deleted_at, deleted_by, entries, row_counts)
    values ('${id}', 'x', 'x', 'x', 'x', 1, '{}')`;
  const cut = `delete from activity where organization_id = '${id}' and sequence > 2`;
  return [
    ['removes entries', [cut]],
    ['removes the end of a log', [`delete from activity_heads where organization_id = '${id}'`]],
    ['removes archives', [`delete from activity_archives where organization_id = '${id}'`]],
    ['records the deletion of an organization that stays, and removes entries', [record, cut]],
    [
      'removes the entries of another organization',
      [record.replace(id, 'org_x'), `delete from activity where organization_id = '${other}'`],
    ],
    ...(onPostgres()
      ? ([
          [
            'hides the record behind a table of the session',
            [
              `create temporary table organization_deletions (id text)`,
              `insert into pg_temp.organization_deletions values ('${id}')`,
              cut,
            ],
          ],
        ] as [string, string[]][])
      : []),
  ];
};

test.each(ATTEMPTS('ID', 'OTHER'))('a transaction that %s fails', async (_title, statements) => {
  const { cedar, other } = server;
  const before = await rowsOf();
  const attempt = knex().transaction(async (transaction) => {
    for (const sql of statements)
      await transaction.raw(
        sql.replaceAll('ID', cedar.organization.id).replaceAll('OTHER', other.organization.id),
      );
  });
  await expect(attempt).rejects.toThrow();
  expect(await rowsOf()).toEqual(before);
});

describe('deleted', () => {
  const copy = join(folder, 'copy');
  let before: Record<string, unknown[]>;
  let result: Ended;
  let statuses: [before: number, after: number];
  beforeAll(async () => {
    before = await rowsOf(server.other.organization.id);
    const get = async () => (await server.client('GET', '/cyber-assets')).status;
    const first = await get();
    result = await run('delete', 'cedar-power', '--export', copy, '--confirm', 'cedar power');
    statuses = [first, await get()];
  });

  it('the command exits with 0, and the running server returns 401 for its keys at once', () => {
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(statuses).toEqual([200, 401]);
  });

  it('no table has a row of it, and the record says when, by whom, and how the log ended', async () => {
    const left = Object.entries(await rowsOf(server.cedar.organization.id)).filter(
      ([, rows]) => rows.length > 0,
    );
    expect(left).toEqual([['organization_deletions', [expect.anything()]]]);
    const { stdout } = await run('list', '--deleted', '--json');
    const [, head] = /head ([0-9a-f]{64})\n$/.exec(result.stdout)!;
    const { id, slug, name } = server.cedar.organization;
    expect(JSON.parse(stdout)).toEqual([
      {
        id,
        slug,
        name,
        deleted_at: expect.stringMatching(/Z$/),
        deleted_by: expect.any(String),
        entries: expect.any(Number),
        head,
      },
    ]);
    expect(readFileSync(join(copy, 'proof.json'), 'utf8')).toContain(head);
  });

  it('the export verifies', () => {
    const program = join(copy, 'verify-proof.mjs');
    expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toContain('cedar');
  });

  it('the other organization has the same rows, and its log and the schema verify', async () => {
    expect(await rowsOf(server.other.organization.id)).toEqual(before);
    expect(await verify()).toEqual([[], []]);
    expect((await createClient(server.server, server.other.key)('GET', '/cyber-assets')).status).toBe(200);
  });

  it('an account of no other organization is retired, and another one stays', async () => {
    const rows = await knex()('users')
      .orderBy('email')
      .select<{ email: string; retired_at: string | null }[]>();
    expect(rows.map(({ email, retired_at }) => [email, retired_at !== null])).toEqual([
      ['both@power.example', false],
      ['only@cedar.example', true],
    ]);
  });

  it('the server forgets the requests that its keys made last', async () => {
    const { id } = server.cedar.organization;
    const counts = [{ day: '2026-01-01', operationId: 'getFacilities', requests: 1 }];
    await server.inventory.keys.recordUse(id, 'key_x', { at: new Date().toISOString(), counts });
    expect(await knex()('key_requests').where('organization_id', id)).toEqual([]);
  });

  it('its id cannot come back, its slug can, and the record stays', async () => {
    const { id } = server.cedar.organization;
    await expect(server.inventory.organizations.create('again', 'Again', id)).rejects.toThrow();
    await expect(knex()('organizations').where('slug', 'other-power').update({ id })).rejects.toThrow();
    await expect(knex()('organization_deletions').delete()).rejects.toThrow();
    await expect(knex()('organization_deletions').update({ deleted_by: 'x' })).rejects.toThrow();
    expect(await server.inventory.organizations.create('cedar-power', 'Cedar again')).toBeDefined();
  });
});

test('an organization whose callers still write is not deleted after the export', async () => {
  const { inventory } = server;
  const birch = await createTenant(inventory, 'birch');
  const head = await inventory.activity.head(birch.organization.id);
  await createClient(server.server, birch.key)('POST', '/cyber-assets', {
    body: newAsset({ cyber_system_id: 'cs_birch_ems' }),
  });
  const before = await rowsOf(birch.organization.id);
  await expect(
    deleteOrganization(inventory.database, birch.organization, head, 'test', () => Promise.resolve()),
  ).rejects.toThrow('changed');
  expect(await rowsOf(birch.organization.id)).toEqual(before);
});
