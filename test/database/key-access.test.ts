// The migration that adds the access of keys, on a database with keys of the previous version.
import { join } from 'node:path';
import { openBackups, openInventory, verifyLog } from '../../src/app/inventory';
import { byOperator, listChanges } from '../../src/server/audit/entry';
import { onPostgres } from '../support/database';
import { temporaryFolder } from '../support/folder';
import { type TestInventory, openTestInventory } from '../support/inventory';

const MIGRATION = '0011-key-access';
const folder = temporaryFolder();

/** Adds a key whose log entry has no access, and removes the columns, as the previous version leaves both. */
async function openPrevious(): Promise<TestInventory> {
  const test = await openTestInventory();
  const { inventory, cedar } = test;
  const { database, log } = inventory;
  const { knex } = database;
  const organization = cedar.organization.id;
  const key = {
    id: 'key_previous',
    label: 'previous',
    prefix: 'cik_live_0000',
    created_by: 'test',
    expires_at: '2099-01-01T00:00:00.000Z',
  };
  await knex('api_keys').insert({
    ...key,
    organization_id: organization,
    digest: 'none',
    created_at: '2026-01-01T00:00:00.000Z',
  });
  await database.write({ organization, by: 'operator' }, (transaction) =>
    log.append(transaction, organization, [
      {
        organization,
        actor: byOperator('operator'),
        activity: {
          operation: 'created',
          resourceType: 'api-key',
          resourceId: key.id,
          description: 'Created the API key "previous".',
          changes: listChanges(Object.keys(key).slice(1), {}, key),
        },
      },
    ]),
  );
  await knex.raw('drop view unreplaced_keys');
  if (onPostgres()) await knex.raw('alter table api_keys drop constraint api_keys_access');
  for (const column of ['access', 'replaces']) await knex.raw(`alter table api_keys drop column ${column}`);
  await knex('migrations').where({ name: MIGRATION }).delete();
  return test;
}

test('lets the keys of the previous version write, which agrees with the log', async () => {
  const { cedar, databaseUrl, close } = await openPrevious();
  const inventory = await openInventory(databaseUrl);
  expect(inventory.database.migrated).toEqual([MIGRATION]);
  const { id } = cedar.organization;
  const key = await inventory.keys.find(id, 'key_previous');
  expect(key).toMatchObject({ access: 'read_write', replaces: null });
  expect((await verifyLog(inventory, id, 'operator')).faults).toEqual([]);
  await inventory.keys.revokeKey(id, key!.id, byOperator('operator'));
  expect((await verifyLog(inventory, id, 'operator')).faults).toEqual([]);
  await inventory.close();
  await close();
});

test('a backup of the previous version is intact', async () => {
  if (onPostgres()) return; // pg_dump takes those backups
  const { databaseUrl, close } = await openPrevious();
  const backups = await openBackups(databaseUrl);
  const file = join(folder, 'previous.sqlite');
  await backups.take(file);
  expect(await backups.verify(file)).toMatchObject({ problems: [] });
  await close();
});
