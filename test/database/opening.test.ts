// Opening a database: private files, several first starts at once, and plain words when it cannot be used.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { type Inventory, openInventory } from '../../src/app/inventory';
import { openSandbox } from '../../src/app/sandbox';
import { MAIN, cli, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const urlOf = (name: string): string => `sqlite:${join(folder, name)}`;

const execute = (database: sqlite3.Database, sql: string): Promise<void> =>
  new Promise((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())));

test('the file and its log are for their owner alone', async () => {
  const inventory = await openInventory(urlOf('private/inventory.sqlite'));
  await inventory.organizations.create('cedar', 'Cedar');
  const modes = readdirSync(join(folder, 'private')).map(
    (name) => statSync(join(folder, 'private', name)).mode & 0o777,
  );
  await inventory.close();
  expect(modes.length).toBeGreaterThan(1);
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test('a closed file is complete without its log', async () => {
  const sizes: number[] = [];
  for (let index = 0; index < 20; index++) {
    const file = join(folder, `closed-${index}.sqlite`);
    await (await openInventory(`sqlite:${file}`)).close();
    sizes.push(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  }
  expect(sizes).toEqual(sizes.map(() => 0));
});

/** Returns settings of the connection that writes. */
async function settingsOf({ database }: Pick<Inventory, 'database'>): Promise<unknown[]> {
  const names = ['synchronous', 'foreign_keys', 'busy_timeout'];
  const statements = names.map((name) => ({ sql: `PRAGMA ${name}`, bind: () => [] }));
  return database.write('operator', async ({ all }) => {
    const rows: object[] = [];
    for (const statement of statements) rows.push(...(await all<unknown, object>(statement, {})));
    return rows.flatMap(Object.values);
  });
}

test('what is written is on the disk before it is acknowledged, refers to what is there, and waits for others without holding a thread', async () => {
  const inventory = await openInventory(urlOf('pragmas.sqlite'));
  expect(await settingsOf(inventory)).toEqual([2, 1, 5]);
  await inventory.close();
});

test('a sandbox whose data is deleted does not wait for the disk', async () => {
  const { inventory } = await openSandbox(urlOf('sandbox.sqlite'), { isTemporary: true });
  expect(await settingsOf(inventory)).toEqual([0, 1, 5]);
  await inventory.close();
});

test.concurrent('eight first starts at once all succeed', async () => {
  const environment = { DATABASE_URL: urlOf('first.sqlite') };
  const starts = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      ended(start(['organization', 'create', `org-${index}`, '--name', 'X'], environment)),
    ),
  );
  expect(starts.map(({ status, stderr }) => [status, stderr])).toEqual(
    Array.from({ length: 8 }, () => [0, '']),
  );
});

test('a command that only reads works while another process holds the write lock', async () => {
  const url = urlOf('locked.sqlite');
  await (await openInventory(url)).close();
  const other = new sqlite3.Database(join(folder, 'locked.sqlite'));
  await execute(other, 'BEGIN IMMEDIATE');
  expect(await cli(['organization', 'list', '--json'], { DATABASE_URL: url })).toEqual({
    status: 0,
    stdout: '[]\n',
    stderr: '',
  });
  await execute(other, 'ROLLBACK');
  await new Promise((resolve) => other.close(resolve));
});

// One after the other would take ten times the two seconds for a lock, longer than this test may.
test.concurrent(
  'writes that wait for another process are refused together, not one after the other',
  async () => {
    const inventory = await openInventory(urlOf('queue.sqlite'));
    const other = new sqlite3.Database(join(folder, 'queue.sqlite'));
    await execute(other, 'BEGIN IMMEDIATE');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => inventory.organizations.create(`org-${index}`, 'X')),
    );
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'created',
      ),
    ).toEqual(Array(10).fill('unavailable'));
    await execute(other, 'ROLLBACK');
    await new Promise((resolve) => other.close(resolve));
    expect(await inventory.organizations.create('afterwards', 'X')).toBeDefined();
    await inventory.close();
  },
  15_000,
);

test('a connection that cannot be opened is told, and the others are closed', async () => {
  const original = Reflect.get(sqlite3.Database.prototype, 'exec');
  let connections = 0;
  const open = jest.spyOn(sqlite3.Database.prototype, 'exec').mockImplementation(function (
    this: sqlite3.Database,
    sql: string,
    done?: (error: Error | null) => void,
  ) {
    if (!sql.includes('journal_mode') || ++connections !== 3) return original.call(this, sql, done);
    setImmediate(() =>
      done!(
        Object.assign(new Error('SQLITE_CANTOPEN: unable to open database file'), {
          code: 'SQLITE_CANTOPEN',
        }),
      ),
    );
    return this;
  });
  await expect(openInventory(urlOf('few-files.sqlite'))).rejects.toMatchObject({ code: 'unavailable' });
  open.mockRestore();
  await (await openInventory(urlOf('few-files.sqlite'))).close();
});

test.each([
  ['a folder', () => mkdirSync(join(folder, 'folder'))],
  [
    'a file that is no database',
    () =>
      writeFileSync(
        join(folder, 'text'),
        'not a database, and long enough to be read as the header of one; '.repeat(20),
      ),
  ],
])('%s in place of the database is told in one line on standard error', async (what, make) => {
  make();
  const refused = await cli(['organization', 'list'], {
    DATABASE_URL: urlOf(what === 'a folder' ? 'folder' : 'text'),
  });
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^Cannot use the database: [^\n]+\n$/);
});

test('a sandbox that cannot start leaves no folder behind', () => {
  const environment = { ...process.env, TMPDIR: folder, PORT: 'none' };
  const before = readdirSync(folder);
  expect(spawnSync(process.execPath, [MAIN, 'sandbox'], { env: environment }).status).toBe(2);
  expect(readdirSync(folder)).toEqual(before);
});
