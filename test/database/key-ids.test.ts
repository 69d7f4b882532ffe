// The migration that makes ids of keys unique, on a database that already holds keys with the same id.
import { openInventory } from '../../src/app/inventory';
import { openTestInventory, makeTwins } from '../support/inventory';

const MIGRATION = '0007-key-ids-and-accounts';

test('rejects a database in which several keys have the same id, names them, and migrates after their removal', async () => {
  const test_ = await openTestInventory();
  const { knex } = test_.inventory.database;
  const id = await makeTwins(test_);
  await knex.schema.alterTable('api_keys', (table) => table.dropUnique(['submission']));
  await knex.schema.alterTable('users', (table) => {
    table.dropIndex(['email']);
    table.unique(['email']);
  });
  await knex.raw('alter table api_keys drop column submission');
  await knex.raw('alter table users drop column retired_at');
  await knex('migrations').where({ name: MIGRATION }).delete();

  const refused: unknown = await openInventory(test_.databaseUrl).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'unavailable',
    cause: expect.stringContaining(`"${id}" of cedar-power, "${id}" of other-power`),
  });
  expect(await knex('migrations').where({ name: MIGRATION })).toEqual([]);

  await knex('api_keys').where({ organization_id: test_.other.organization.id }).delete();
  const inventory = await openInventory(test_.databaseUrl);
  expect(inventory.database.migrated).toEqual([MIGRATION]);
  await inventory.close();
  await test_.close();
});

test("the database rejects a second key with the id of another organization's key", async () => {
  const { inventory, cedar, other, close } = await openTestInventory();
  const [key] = await inventory.keys.list(cedar.organization.id);
  const change = inventory.database
    .knex('api_keys')
    .where({ organization_id: other.organization.id })
    .update({ id: key!.id });
  await expect(change).rejects.toThrow(/unique/i);
  await close();
});
