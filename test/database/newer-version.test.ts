// A database that a newer version has migrated: every command rejects it, and a running server continues.
import { join } from 'node:path';
import { openBackups, openInventory } from '../../src/app/inventory';
import { createSchemaCheck } from '../../src/database/migrate';
import { cli } from '../support/cli';
import { onPostgres } from '../support/database';
import { temporaryFolder } from '../support/folder';
import { type TestInventory, openTestInventory } from '../support/inventory';

const LATER = '9999-later';
const SENTENCE =
  'Cannot use the database: It was made by a newer version, whose migrations 9999-later are not known here: ' +
  'use that version.\n';
const folder = temporaryFolder();

let test_: TestInventory;
beforeAll(async () => {
  test_ = await openTestInventory();
  await test_.inventory.database
    .knex('migrations')
    .insert({ name: LATER, applied_at: new Date().toISOString() });
});
afterAll(() => test_.close());

test.each(
  [
    ['serve'],
    ['migrate'],
    ['organization', 'list'],
    ['key', 'list', 'cedar-power'],
    ['activity', 'verify', 'cedar-power'],
    ['import', 'cedar-power', join(__dirname, '../../package.json')],
    ['admin', 'list', 'cedar-power'],
  ].map((args) => ({ command: args[0], args })),
)(
  '$command rejects it in one sentence that names the migration',
  async ({ args }) => {
    const environment = { DATABASE_URL: test_.databaseUrl, PORT: '0' };
    expect(await cli(args, environment)).toMatchObject({ status: 1, stdout: '', stderr: SENTENCE });
  },
  20_000,
);

test('move rejects it as the source', async () => {
  const to = `sqlite:${join(folder, 'moved.sqlite')}`;
  const moved = await cli(['move', '--from', test_.databaseUrl, '--to', to]);
  expect(moved).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(LATER) });
});

test('backup rejects it', async () => {
  if (onPostgres()) return; // pg_dump takes those backups
  const taken = (await openBackups(test_.databaseUrl)).take(join(folder, 'backup.sqlite'));
  await expect(taken).rejects.toThrow(`whose migrations ${LATER} are not known here`);
});

test('a server that opened it before the migration stays ready', async () => {
  expect(await createSchemaCheck(test_.inventory.database)()).toEqual([]);
  expect(await test_.inventory.organizations.list()).toHaveLength(2);
});

test('an older database is migrated as before', async () => {
  const url = `sqlite:${join(folder, 'new.sqlite')}`;
  const inventory = await openInventory(url);
  expect(inventory.database.migrated[0]).toBe('0001-inventory');
  await inventory.close();
});
