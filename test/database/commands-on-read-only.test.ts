// Commands that only read work where nothing can be changed: on a file without write permission, and on PostgreSQL on a
// read-only server and with a login that may only select.
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { cli, cliWithPermissions } from '../support/cli';
import { type TestDatabase, onPostgres, testDatabase } from '../support/database';
import { temporaryFolder } from '../support/folder';
import { openBeside } from '../support/serving';

/** The URL of each kind of read-only database. */
const urls = new Map<string, string>();
// Before the folder is removed.
afterAll(() => {
  for (const url of urls.values()) if (!onPostgres()) chmodSync(dirname(fileOf(url)), 0o755);
});
const folder = temporaryFolder();
const output = join(folder, 'output');
const key = join(folder, 'checkpoint.key');
let database: TestDatabase;
let entries: number;

const run = onPostgres() ? cli : cliWithPermissions;
const runOn = (kind: string, ...args: string[]) => run(args, { DATABASE_URL: urls.get(kind)! });
const fileOf = (url: string): string => url.slice('sqlite:'.length);

async function createReader(url: string): Promise<string> {
  const client = new Client({
    connectionString: Object.assign(new URL(process.env['TEST_ADMINISTRATOR_URL']!), {
      pathname: new URL(url).pathname,
    }).href,
  });
  await client.connect();
  const login = `reader${new URL(url).pathname.slice(1, 40).replaceAll('/', '')}`;
  await client.query(`create role ${login} login bypassrls password 'reader'`);
  await client.query(`grant select on all tables in schema public to ${login}`);
  await client.end();
  return Object.assign(new URL(url), { username: login, password: 'reader' }).href;
}

/** Copies a file and what is beside it into a folder in which nobody can write. */
function readOnlyCopy(name: string, endings: string[]): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const ending of endings)
    copyFileSync(fileOf(database.url) + ending, join(place, `inventory.sqlite${ending}`));
  for (const file of readdirSync(place)) chmodSync(join(place, file), 0o444);
  chmodSync(place, 0o555);
  return `sqlite:${join(place, 'inventory.sqlite')}`;
}

beforeAll(async () => {
  database = await testDatabase();
  const { inventory, newKey } = await openBeside(database.url);
  await newKey('CMDB sync');
  const { id } = (await inventory.organizations.find('cedar-power'))!;
  await inventory.users.identityProviders.set(
    id,
    { issuer: 'https://id.example', clientId: 'x', clientSecretVariable: null, domains: ['cedar.example'] },
    inventory.actor,
  );
  entries = (await inventory.activity.head(id))!.sequence;
  if (onPostgres()) {
    const readOnly = new URL(database.url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    urls.set('read-only server', readOnly.href);
    urls.set('login that may only select', await createReader(database.url));
  } else {
    // Before the file is closed, its log has all changes.
    urls.set('folder of a server that runs', readOnlyCopy('running', ['', '-wal', '-shm']));
    urls.set('folder with an unread log', readOnlyCopy('unread', ['', '-wal']));
  }
  await inventory.close();
  if (!onPostgres()) urls.set('folder', readOnlyCopy('closed', ['']));
  for (const place of [folder, output]) {
    mkdirSync(place, { recursive: true });
    chmodSync(place, 0o777);
  }
  await cli(['activity', 'checkpoint-key', key]);
  chmodSync(key, 0o444);
});
afterAll(() => database.remove());

const KINDS = onPostgres()
  ? ['read-only server', 'login that may only select']
  : ['folder', 'folder of a server that runs'];
const READS = [
  ['organization', 'list'],
  ['key', 'list', 'cedar-power'],
  ['admin', 'list', 'cedar-power'],
  ['admin', 'identity-provider', 'cedar-power'],
  ['activity', 'list', 'cedar-power', '--name', 'cedar-facility-1'],
  ['activity', 'stream', 'cedar-power'],
  ['activity', 'verify', 'cedar-power'],
  ['activity', 'checkpoint', '--key', key, '--to', output],
  ['inventory', 'cedar-power'],
  ['usage', 'export', 'cedar-power'],
  ['migrate', '--plan'],
];

describe.each(KINDS)('on a read-only database (%s)', (kind) => {
  it.each(READS.map((args) => ({ command: args.slice(0, 2).join(' '), args })))(
    '$command succeeds',
    async ({ args }) => {
      const { status, stdout, stderr } = await runOn(kind, ...args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).not.toBe('');
    },
  );

  it('exports succeed, and the command says that the log has no entry about them', async () => {
    const stderr = 'The log has no entry about this export, because the database is read-only.\n';
    const activity = await runOn(kind, 'activity', 'list', 'cedar-power', '--format', 'json');
    expect(activity).toMatchObject({ status: 0, stderr });
    expect(JSON.parse(activity.stdout)).toHaveLength(entries);
    const inventory = await runOn(kind, 'inventory', 'cedar-power', '--format', 'csv');
    expect(inventory).toMatchObject({ status: 0, stderr });
  });

  it('a change fails with a sentence', async () => {
    const { status, stdout, stderr } = await runOn(kind, 'key', 'create', 'cedar-power', '--label', 'x');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^(Cannot use the database: |The DATABASE_URL login does not own)[^\n]+\n$/);
  });
});

if (!onPostgres())
  describe('on a read-only file', () => {
    it.each(KINDS)('backup copies the whole database (%s)', async (kind) => {
      const file = join(output, `${kind.replaceAll(' ', '-')}.sqlite`);
      expect(await runOn(kind, 'backup', file)).toMatchObject({ status: 0, stderr: '' });
      const verified = await runOn(kind, 'backup', 'verify', file, '--json');
      expect(verified.stdout).toContain(`"table": "activity",\n      "rows": ${entries}\n`);
    });

    it('a log that SQLite cannot read is an error that says what to copy', async () => {
      const { status, stderr } = await runOn('folder with an unread log', 'organization', 'list');
      const file = fileOf(urls.get('folder with an unread log')!);
      expect([status, stderr]).toEqual([
        1,
        `Cannot use the database: ${file}-wal has changes, and SQLite cannot read them in a folder without write permission. ` +
          `Copy ${file} and ${file}-wal to a folder in which you can write, and use the copy.\n`,
      ]);
    });

    it('nothing is created beside the file', () => {
      expect(readdirSync(join(folder, 'closed'))).toEqual(['inventory.sqlite']);
    });
  });
