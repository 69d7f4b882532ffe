// The migration that counts requests by operation, on a database that already holds requests by day.
import { openInventory } from '../../src/app/inventory';
import { openTestInventory } from '../support/inventory';

const MIGRATION = '0008-operation-requests';

test('keeps the requests of earlier days and of a running server of the previous version, without an operation', async () => {
  const { inventory, cedar, databaseUrl, close } = await openTestInventory();
  const { knex } = inventory.database;
  const { id: organization } = cedar.organization;
  const [key] = await inventory.keys.list(organization);
  const ofDay = (day: string) => ({ organization_id: organization, key_id: key!.id, day });
  await knex.schema.dropTable('operation_requests');
  await knex('migrations').where({ name: MIGRATION }).delete();
  await knex('key_requests').insert([
    { ...ofDay('2026-11-19'), requests: 5 },
    { ...ofDay('2026-11-20'), requests: 7 },
  ]);

  const { database, keys, close: closeMigrated } = await openInventory(databaseUrl);
  await keys.recordUse(organization, key!.id, {
    at: '2026-11-20T08:00:00.000Z',
    counts: [{ day: '2026-11-20', operationId: 'getFacilities', requests: 2 }],
  });
  await knex('key_requests').where(ofDay('2026-11-20')).increment('requests', 3); // as the previous version does
  const byDay = await keys.requestsByDay(organization, '2026-11-19');
  const exported = await keys.exportUsage(organization);
  await closeMigrated();
  await close();

  expect(database.migrated).toEqual([MIGRATION]);
  expect(byDay).toEqual([
    { key_id: key!.id, day: '2026-11-19', requests: 5 },
    { key_id: key!.id, day: '2026-11-20', requests: 12 },
  ]);
  const row = { key: key!.id, name: 'test' };
  expect(exported).toEqual([
    { ...row, operationId: 'getFacilities', day: '2026-11-20', requests: 2 },
    { ...row, operationId: null, day: '2026-11-19', requests: 5 },
    { ...row, operationId: null, day: '2026-11-20', requests: 10 },
  ]);
});
