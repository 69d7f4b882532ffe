// A database that has worked without Citus becomes a distributed one.
import { randomUUID } from 'node:crypto';
import { openInventory, verifyLog } from '../../../src/app/inventory';
import { DISTRIBUTED } from '../../../src/database/postgres/citus';
import { createCitusDatabase, dropCitusDatabase } from '../../citus/databases';
import { inventoryOf } from '../../support/inventory';

const name = `test_${randomUUID().replaceAll('-', '')}`;
afterAll(() => dropCitusDatabase(name));

it('keeps every row and distributes them when the extension is added', async () => {
  const url = await createCitusDatabase(name, async (ordinary) => {
    const inventory = await openInventory(ordinary);
    for (const mark of ['cedar', 'birch']) {
      const organization = await inventory.organizations.create(mark, mark);
      await inventory.importer.run(organization!, inventoryOf(mark));
    }
    await inventory.close();
  });
  const inventory = await openInventory(url);
  try {
    const { rows } = await inventory.database.knex.raw<{ rows: { table: string }[] }>(
      `select logicalrelid::text as "table" from pg_dist_partition
        where not exists (select from pg_inherits where inhrelid = logicalrelid)`,
    );
    expect(rows.map(({ table }) => table).sort()).toEqual([...DISTRIBUTED].sort());
    const assets = await inventory.database.knex<{ id: string }>('cyber_assets').select('id');
    expect(assets).toHaveLength(4);
    for (const { id } of await inventory.organizations.list())
      expect(await verifyLog(inventory, id, 'operator')).toMatchObject({ entries: 9, faults: [] });
  } finally {
    await inventory.close();
  }
});
