// A migration waits for writers, and names those that do not end.
import type { Knex } from 'knex';
import { openInventory } from '../../src/app/inventory';
import { type TestDatabase, onPostgres } from '../support/database';
import { appliedIn, databaseAt, knexOf, migrationsUpTo } from '../support/old-schema';

let database: TestDatabase;
let writer: Knex;
beforeEach(async () => {
  database = await databaseAt('0011-key-access');
  writer = knexOf(database.url);
});
afterEach(async () => {
  await writer.destroy();
  await database.remove();
});

/** Begins a transaction that has written, and returns a function that commits it. */
async function beginWriting(): Promise<() => Promise<void>> {
  const transaction = await writer.transaction();
  await transaction('organizations').insert({ id: 'org_1', slug: 'cedar', name: 'Cedar', created_at: 'x' });
  return async () => void (await transaction.commit());
}

test('a migration waits until a writer has committed, and keeps what it wrote', async () => {
  const commit = await beginWriting();
  const opening = openInventory(database.url);
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, 300))]);
  expect(await Promise.race([opening, Promise.resolve('waiting')])).toBe('waiting');
  await commit();
  const inventory = await opening;
  expect(inventory.database.migrated).toEqual([
    '0012-provider-by-domain',
    '0013-organization-deletions',
    '0014-activity-keys',
    '0015-activity-search',
    '0016-records',
    '0017-members',
  ]);
  expect(await inventory.organizations.list()).toHaveLength(1);
  await inventory.close();
});

test('a migration that waited too long names the writer and what to do, and changes nothing', async () => {
  const commit = await beginWriting();
  const opening = openInventory(database.url, undefined, undefined, { migrationWait: 300 });
  const message = onPostgres()
    ? /^Other sessions have used the tables for 0\.3 s: process \d+ of \w+ \(compliance-inventory, 127\.0\.0\.1.*, \d+ s\)\. Stop them, or migrate when they have ended\.$/
    : new RegExp(
        `^Another process has been writing for 0\\.3 s: ${process.pid} \\(.*\\)\\. Stop it, or migrate when it has ended\\.$`,
      );
  await expect(opening).rejects.toMatchObject({
    code: 'unavailable',
    cause: expect.stringMatching(message),
  });
  await commit();
  expect(await appliedIn(database.url)).toEqual(migrationsUpTo('0011-key-access'));
});
