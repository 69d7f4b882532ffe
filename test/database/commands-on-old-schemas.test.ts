// Which commands change a schema: `migrate` and `serve`. Others work on the previous one, or name `migrate`.
import { copyFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cli, stop } from '../support/cli';
import { type TestDatabase, onPostgres, postgresDatabase } from '../support/database';
import { temporaryFolder } from '../support/folder';
import { serve } from '../support/serving';
import { appliedIn, databaseAt, migrationsUpTo } from '../support/old-schema';

const folder = temporaryFolder();
let older: TestDatabase;
let previous: TestDatabase;
beforeAll(async () => {
  older = await databaseAt('0010-activity-origins');
  previous = await databaseAt('0011-key-access');
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], { DATABASE_URL: previous.url });
});
afterAll(() => Promise.all([older.remove(), previous.remove()]));

const READS = [
  ['organization', 'list'],
  ['key', 'list', 'cedar'],
  ['activity', 'list', 'cedar'],
  ['admin', 'list', 'cedar'],
  ['inventory', 'cedar'],
  ['usage', 'export', 'cedar'],
];
const WRITES = [
  ['key', 'create', 'cedar', '--label', 'x'],
  ['organization', 'create', 'birch', '--name', 'Birch'],
];

test.each([...READS, ...WRITES].map((args) => ({ command: args.slice(0, 2).join(' '), args })))(
  '$command works on the previous schema, and names migrate on an older one; it changes neither',
  async ({ args }) => {
    expect(await cli(args, { DATABASE_URL: previous.url })).toMatchObject({ status: 0, stderr: '' });
    expect(await cli(args, { DATABASE_URL: older.url })).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Cannot use the database: Its schema is that of an earlier version and lacks 0011-key-access. ' +
        'Use the commands of that version, or run `migrate`.\n',
    });
    expect(await appliedIn(previous.url)).toEqual(migrationsUpTo('0011-key-access'));
    expect(await appliedIn(older.url)).toEqual(migrationsUpTo('0010-activity-origins'));
  },
);

test('activity verify verifies the log on the previous schema, and says what it does not compare', async () => {
  const lacks = 'Not compared: the schema, because it lacks 0012-provider-by-domain, .*';
  const { status, stdout, stderr } = await cli(['activity', 'verify', 'cedar'], {
    DATABASE_URL: previous.url,
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d+ entr(y|ies), none altered/);
  expect(new RegExp(lacks).test(stdout)).toBe(onPostgres());
});

test('organization create makes the tables of an empty database, and other commands name migrate', async () => {
  const empty = onPostgres() ? await postgresDatabase({ migrated: false }) : undefined;
  const url = empty?.url ?? `sqlite:${join(folder, 'new/inventory.sqlite')}`;
  const listed = await cli(['organization', 'list'], { DATABASE_URL: url });
  expect(listed).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('run `migrate`') });
  expect(existsSync(join(folder, 'new'))).toBe(false);
  const created = await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], { DATABASE_URL: url });
  expect(created).toMatchObject({ status: 0, stderr: '' });
  expect(await appliedIn(url)).toHaveLength(17);
  await empty?.remove();
});

test('migrate --plan prints the migrations and the backup, and changes nothing', async () => {
  const { status, stdout, stderr } = await cli(['migrate', '--plan'], { DATABASE_URL: older.url });
  const backup = onPostgres() ? '' : 'would write the backup \\S+\\.before-0011-key-access-[\\dTZ-]+\n';
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    new RegExp(
      `^${backup}would apply 0011-key-access\nwould apply 0012-provider-by-domain\nwould apply 0013-organization-deletions\nwould apply 0014-activity-keys\nwould apply 0015-activity-search\nwould apply 0016-records\nwould apply 0017-members\n$`,
    ),
  );
  expect(await appliedIn(older.url)).toEqual(migrationsUpTo('0010-activity-origins'));
});

describe('on SQLite, migrate', () => {
  const copied = (name: string): string => {
    const file = join(folder, `${name}.sqlite`);
    copyFileSync(previous.url.slice('sqlite:'.length), file);
    return file;
  };
  const filesOf = (name: string) =>
    readdirSync(folder).filter((file) => file.startsWith(`${name}.sqlite.before`));

  it('writes a backup with its digest beside the database, once', async () => {
    if (onPostgres()) return;
    const file = copied('saved');
    const environment = { DATABASE_URL: `sqlite:${file}` };
    const { stdout } = await cli(['migrate'], environment);
    const [, backup] =
      /^backup (\S+)\napplied 0012-provider-by-domain\napplied 0013-organization-deletions\napplied 0014-activity-keys\napplied 0015-activity-search\napplied 0016-records\napplied 0017-members\n$/.exec(
        stdout,
      )!;
    expect(filesOf('saved').map((name) => join(folder, name))).toEqual([backup, `${backup}.sha256`]);
    expect((await cli(['backup', 'verify', backup!], environment)).status).toBe(0);
    expect((await cli(['migrate'], environment)).stdout).toBe('nothing to apply\n');
    expect(filesOf('saved')).toHaveLength(2);
  });

  it('writes none with --no-backup, nor for a new database', async () => {
    if (onPostgres()) return;
    const environment = { DATABASE_URL: `sqlite:${copied('unsaved')}` };
    expect((await cli(['migrate', '--no-backup'], environment)).stdout).toBe(
      'applied 0012-provider-by-domain\napplied 0013-organization-deletions\napplied 0014-activity-keys\napplied 0015-activity-search\napplied 0016-records\napplied 0017-members\n',
    );
    const fresh = { DATABASE_URL: `sqlite:${join(folder, 'fresh.sqlite')}` };
    expect((await cli(['migrate'], fresh)).stdout).toMatch(/^applied 0001-inventory\n/);
    expect([...filesOf('unsaved'), ...filesOf('fresh')]).toEqual([]);
  });
});

test('serve writes a backup before it migrates, and logs both', async () => {
  if (onPostgres()) return;
  const file = join(folder, 'served.sqlite');
  copyFileSync(previous.url.slice('sqlite:'.length), file);
  const { child, logs } = await serve({ DATABASE_URL: `sqlite:${file}` });
  const { backup, migrations } = logs.find(({ msg }) => msg === 'database migrated')!;
  expect(migrations).toContain('0012-provider-by-domain');
  expect(await appliedIn(`sqlite:${String(backup)}`)).toEqual(migrationsUpTo('0011-key-access'));
  expect(await stop(child)).toBe(0);
});

test('the backup of migrate has the HMAC of BACKUP_KEY', async () => {
  if (onPostgres()) return;
  const file = join(folder, 'sealed.sqlite');
  copyFileSync(previous.url.slice('sqlite:'.length), file);
  const environment = {
    DATABASE_URL: `sqlite:${file}`,
    BACKUP_KEY: 'a key of backups, for tests, long enough',
  };
  const [, backup] = /^backup (\S+)\n/.exec((await cli(['migrate'], environment)).stdout)!;
  expect(readFileSync(`${backup}.sha256`, 'utf8')).toContain('# HMAC-SHA256 ');
});
