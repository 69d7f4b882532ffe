// The migration that makes the log searchable by name: older entries and records are found too.
import { openInventory } from '../../src/app/inventory';
import { createTenant } from '../support/inventory';
import { databaseAt } from '../support/old-schema';

test('after an upgrade, a name finds records that are older than the migration, and those that are gone', async () => {
  const database = await databaseAt('0014-activity-keys');
  const before = await openInventory(database.url, undefined, undefined, { schema: 'use' });
  const { organization } = await createTenant(before, 'cedar');
  const facility = { id: 'fac_renamed', name: 'Old Name' };
  await before.importer.run(organization, { facilities: [facility] });
  await before.importer.run(organization, { facilities: [{ ...facility, name: 'New Name' }] });
  await before.database
    .knex('control_centers')
    .insert({ organization_id: organization.id, id: 'cc_older', name: 'Without Entries' });
  await before.close();
  const { activity, importer, database: opened, close } = await openInventory(database.url);
  for (const name of ['old name', 'NEW NAME'])
    expect(await activity.count(organization.id, { name })).toBe(2);
  const renamed = { control_centers: [{ id: 'cc_older', name: 'With an Entry' }] };
  await importer.run(organization, renamed);
  expect(await activity.count(organization.id, { name: 'without entries' })).toBe(1);
  expect(await opened.schemaFaults()).toEqual([]);
  await close();
  await database.remove();
});
