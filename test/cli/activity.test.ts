// Tests `activity list` and `activity verify`: output formats and exit statuses.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { openInventory } from '../../src/app/inventory';
import { dropTriggers } from '../support/activity';
import { type Ended, cli } from '../support/cli';
import { QUOTED_CSV } from '../support/assets';
import { temporaryFolder } from '../support/folder';
import { inventoryOf } from '../support/inventory';

/** Only the date is not the real one. */
const TIMERS = [
  ...(['nextTick', 'performance', 'queueMicrotask', 'hrtime', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

const temporary = temporaryFolder();
const databaseUrl = `sqlite:${join(temporary, 'inventory.sqlite')}`;
const activity = (...args: string[]): Promise<Ended> =>
  cli(['activity', ...args], { DATABASE_URL: databaseUrl });

let head: string;

beforeAll(async () => {
  const inventory = await openInventory(databaseUrl, 'dale');
  const organization = (await inventory.organizations.create('cedar', 'Cedar, "the" utility'))!;
  const exported = (await inventory.organizations.create('aspen', 'Aspen, "the" utility'))!;
  await inventory.organizations.create('empty', 'Empty');
  await inventory.close();
  const other = await openInventory(databaseUrl, '=cmd'); // a formula to a spreadsheet
  await other.importer.run(organization, inventoryOf('cedar'));
  await other.importer.run(exported, inventoryOf('aspen'));
  head = (await other.activity.head(organization.id))!.hash;
  await other.close();
});

test('activity prints a table, oldest first, with and without the word list', async () => {
  const { status, stdout, stderr } = await activity('cedar');
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^SEQUENCE +OCCURRED_AT +ACTOR +OPERATION +RESOURCE +PLACE +DESCRIPTION$/);
  expect(lines[1]).toMatch(
    /^1 +\S+Z +operator dale +created +organization\/org_\S+ Cedar, "the" utility +- +Created the organization Cedar, "the" utility\.$/,
  );
  expect(lines).toHaveLength(1 + 9 + 1);
  expect(lines.at(-1)).toMatch(/^ +└ Import at \S+Z: 8 entries$/);
});

test('--format json prints the entries of the contract with sequence and hash', async () => {
  const entries = JSON.parse(
    (await activity('list', 'aspen', '--format', 'json', '--resource', 'cyber-asset/ca_aspen_rtu')).stdout,
  ) as unknown[];
  expect(entries).toEqual([
    expect.objectContaining({
      actorType: 'operator',
      operation: 'imported',
      resourceType: 'cyber-asset',
      resourceId: 'ca_aspen_rtu',
      requestId: null,
      sequence: 8,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    }),
  ]);
  expect(JSON.parse((await activity('aspen', '--format', 'json', '--since', '2999-01-01')).stdout)).toEqual(
    [],
  );
});

test('--format csv prints all fields, quotes all cells and escapes formulas', async () => {
  const { stdout } = await activity('aspen', '--format', 'csv', '--since', '7d');
  expect(stdout).toMatch(QUOTED_CSV);
  const rows = parse<Record<string, string>>(stdout, { columns: true });
  expect(rows.filter(({ operation }) => operation !== 'exported')).toHaveLength(9);
  expect(rows[0]).toMatchObject({
    sequence: '1',
    actorId: 'dale',
    description: 'Created the organization Aspen, "the" utility.',
    requestId: '',
  });
  expect(JSON.parse(rows[8]!['changes']!)).toContainEqual({
    field: 'asset_type',
    before: null,
    after: 'software',
  });
  expect(rows[8]!['actorId']).toBe("'=cmd");
});

test('--since accepts durations of any length', async () => {
  for (const since of ['400d', '999999999d'])
    expect((await activity('aspen', '--since', since)).stdout).toMatch(/^9 /m);
});

test('--name, --actor, --action and --until select entries', async () => {
  const sequences = async (...options: string[]) =>
    (
      JSON.parse((await activity('aspen', '--format', 'json', ...options)).stdout) as {
        sequence: number;
        operation: string;
      }[]
    )
      .filter(({ operation }) => operation !== 'exported')
      .map(({ sequence }) => sequence);
  expect(await sequences('--name', 'ASPEN protection')).toHaveLength(1);
  expect(await sequences('--name', 'none')).toEqual([]);
  expect(await sequences('--actor', 'dale')).toEqual([1]);
  expect(await sequences('--action', 'created')).toEqual([1]);
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  expect(await sequences('--until', today)).toHaveLength(9);
  expect(await sequences('--until', '1d')).toEqual([]);
});

test.each([
  ['--since', '2026-02-30'],
  ['--until', '2026-02-30'],
  ['--action', 'renamed'],
  ['--resource', 'cyber-asset/'],
  ['--resource', 'cyber_asset'],
])('%s %s is a usage error', async (option, value) => {
  expect(await activity('cedar', option, value)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/./),
  });
});

test('activity rejects an unknown organization', async () => {
  for (const args of [
    ['list', 'nobody'],
    ['verify', 'nobody'],
  ])
    expect(await activity(...args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('No organization has the slug "nobody"'),
    });
});

test('verify prints the number of entries and the head', async () => {
  expect(await activity('verify', 'cedar')).toEqual({
    status: 0,
    stderr: '',
    stdout: `9 entries, none altered, removed, inserted or reordered.\nHead ${head}\n`,
  });
  expect(JSON.parse((await activity('verify', 'cedar', '--json')).stdout)).toEqual({
    verified: true,
    entries: 9,
    head,
  });
});

test('verify names an entry that is dated before the entry that it follows, which is no fault', async () => {
  const url = `sqlite:${join(temporary, 'clock.sqlite')}`;
  const inventory = await openInventory(url, 'dale');
  jest.useFakeTimers({ doNotFake: TIMERS, now: Date.now() + 86_400_000 });
  const { id } = (await inventory.organizations.create('cedar', 'Cedar'))!;
  jest.useRealTimers();
  await inventory.organizations.rename(id, 'Cedar 2');
  await inventory.close();
  const verify = (...options: string[]) =>
    cli(['activity', 'verify', 'cedar', ...options], { DATABASE_URL: url });
  expect(await verify()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^2 entries, none altered[^]*^Entry 2 \(\S+ of \S+Z\) is dated before the entry that it follows: a clock was set back\.$/m,
    ),
  });
  expect(JSON.parse((await verify('--json')).stdout)).toMatchObject({
    verified: true,
    outOfOrder: [{ sequence: 2 }],
  });
});

test('verify --head checks whether the chain contains the hash', async () => {
  const known = await activity('verify', 'cedar', '--head', head);
  expect([known.status, known.stdout]).toEqual([
    0,
    expect.stringContaining('The given head belongs to entry 9.'),
  ]);
  const unknown = 'f'.repeat(64);
  expect(await activity('verify', 'cedar', '--head', unknown)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(`No entry has the hash ${unknown}`),
  });
  expect((await activity('verify', 'cedar', '--head', 'f')).status).toBe(2);
});

test('verify exits with 1 and lists each field that was changed directly in the database', async () => {
  const { database, close } = await openInventory(databaseUrl);
  const asset = () => database.knex('cyber_assets').where('id', 'ca_cedar_rtu');
  const { name } = await asset().first();
  await asset().update({ name: 'A-31337\u001b[2J', asset_type: 'software' });
  const messages = [
    `The name of cyber-asset ca_cedar_rtu is "A-31337\\u001b[2J" in the database, but "${name}" in ` +
      'the log (up to entry 8).',
    'The asset_type of cyber-asset ca_cedar_rtu is "software" in the database, but "hardware" in the ' +
      'log (up to entry 8).',
  ];
  expect(await activity('verify', 'cedar')).toEqual({
    status: 1,
    stdout: '',
    stderr: `${messages.join('\n')}\n`,
  });
  const { stdout } = await activity('verify', 'cedar', '--json');
  const fault = {
    kind: 'changed',
    resourceType: 'cyber-asset',
    id: 'ca_cedar_rtu',
    field: 'name',
    message: messages[0],
  };
  expect(JSON.parse(stdout)).toMatchObject({
    verified: false,
    entries: 9,
    fault,
    faults: [fault, { field: 'asset_type' }],
  });
  await asset().update({ name, asset_type: 'hardware' });
  await close();
});

test('verify exits with 1 for an organization without entries', async () => {
  const { database, close } = await openInventory(databaseUrl);
  const planted = {
    id: 'org_planted',
    slug: 'planted',
    name: 'Planted',
    created_at: new Date().toISOString(),
  };
  await database.knex('organizations').insert(planted);
  await close();
  const stderr = 'The log has no entries. It had one since the organization was created.\n';
  expect(await activity('verify', 'planted')).toEqual({ status: 1, stdout: '', stderr });
});

test('verify exits with 1 and reports the first altered entry', async () => {
  const { database, close } = await openInventory(databaseUrl);
  const restoreTriggers = await dropTriggers(database.knex);
  await database.knex('activity').where({ sequence: 5 }).update({ changes: '[]' });
  await restoreTriggers();
  const { id, occurred_at: occurredAt } = await database.knex('activity').where({ sequence: 5 }).first();
  await close();
  const message = `Entry 5 (${id} of ${occurredAt}) was altered: it does not match its hash.`;
  expect(await activity('verify', 'cedar')).toEqual({ status: 1, stdout: '', stderr: `${message}\n` });
  const asJson = await activity('verify', 'cedar', '--json');
  expect([asJson.status, asJson.stderr]).toEqual([1, '']);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    verified: false,
    fault: { kind: 'altered', sequence: 5, id, occurredAt, message },
  });
  expect((await activity('verify', 'empty')).status).toBe(0);
});

test('the table shows the type of each actor with its id, and escapes control characters', async () => {
  const inventory = await openInventory(databaseUrl, 'root\u001b[2J\u202e');
  const organization = (await inventory.organizations.create('escaped', 'Escaped'))!;
  await inventory.keys.create(organization.id, {
    label: 'sync',
    createdBy: 'root',
    expiresAt: new Date(Date.now() + 60_000),
    environment: 'live',
  });
  const [key] = await inventory.keys.list(organization.id);
  const actor = { actorType: 'api_key', actorId: key!.id, requestId: 'req-1' } as const;
  await inventory.keys.revokeKey(organization.id, key!.id, actor);
  await inventory.close();
  const { stdout } = await activity('escaped');
  expect(stdout).toContain('operator root\\u001b[2J\\u202e');
  expect(stdout).toContain(`api_key ${key!.id} `);
  for (const format of ['table', 'csv', 'json']) {
    expect((await activity('escaped', '--format', format)).stdout).not.toMatch(/(?!\r\n|\n)[\p{Cc}\p{Cf}]/u);
  }
  const asJson = JSON.parse((await activity('escaped', '--format', 'json')).stdout) as { actorId: string }[];
  expect(asJson[0]!.actorId).toBe('root\u001b[2J\u202e');
});

test('activity archive moves closed months into files, and verify and list say where they are', async () => {
  const url = `sqlite:${join(temporary, 'archived.sqlite')}`;
  const run = (...args: string[]): Promise<Ended> => cli(['activity', ...args], { DATABASE_URL: url });
  let now = new Date('2025-12-31T12:00:00Z');
  const inventory = await openInventory(url, 'dale', { now: () => now });
  const organization = (await inventory.organizations.create('cedar', 'Cedar'))!;
  now = new Date('2026-01-01T00:00:00Z');
  await inventory.importer.run(organization, inventoryOf('cedar'));
  await inventory.close();
  const archives = join(temporary, 'archives');
  const archive = () => run('archive', '--before', '2026-01', '--to', archives);
  const file = join(archives, 'activity-2025-12.ndjson.gz');

  expect(await archive()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(`^2025-12: 1 entry of 1 organization in ${file} \\(\\d+ bytes\\)\n$`),
  });
  expect(await archive()).toMatchObject({
    status: 0,
    stdout: 'No entries before 2026-01 are left to archive.\n',
  });
  expect(await run('list', 'cedar')).toMatchObject({
    status: 0,
    stderr: 'Entries 1 to 1 are archived in the file activity-2025-12.ndjson.gz.\n',
  });
  const { stdout } = await run('verify', 'cedar', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    verified: true,
    entries: 10,
    archived: { entries: 1, verified: false },
    recordsNotCompared: 1,
  });
  expect((await run('verify', 'cedar')).stdout).toMatch(
    /^9 entries, none .*\nNot verified: 1 earlier entry in archives\. .*\nNot or partly compared: 1 record /,
  );
  expect(await run('verify', 'cedar', '--head', head)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('An archived entry may have it: pass `--archives FOLDER`.'),
  });
  expect((await run('verify', 'cedar', '--archives', archives)).stdout).toMatch(
    /^10 entries, none .*\nArchives have 1 of them\.\nHead /,
  );
  rmSync(file);
  expect(await run('verify', 'cedar', '--archives', archives)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`activity-2025-12.ndjson.gz is missing from ${archives}.`),
  });
});

test.each(['2999-01', '2026-13', '2026-1', 'x'])(
  'activity archive --before %s is wrong usage',
  async (month) => {
    expect(await activity('archive', '--before', month, '--to', temporary)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Write this month or an earlier one (UTC), for example 2026-01.'),
    });
  },
);
