import { createSize } from '../../../src/database/postgres/database';
import { type TestInventory, openTestInventory } from '../../support/inventory';

let test_: TestInventory;
beforeAll(async () => void (test_ = await openTestInventory()));
afterAll(() => test_.close());

test('reports the size of the database', async () => {
  const { database } = test_.inventory;
  const size = await database.size();
  const { rows } = await database.knex.raw<{ rows: { bytes: string }[] }>(
    'select sum(pg_total_relation_size(oid)) as bytes from pg_class where relnamespace = current_schema()::regnamespace',
  );
  expect(size.data).toBeGreaterThan(Number(rows[0]!.bytes) / 2);
  expect(size).not.toHaveProperty('wal');
});

test('asks PostgreSQL once for calls within a minute, and again after an error', async () => {
  const run = jest.fn(() => Promise.resolve([{ rows: [{ bytes: '8192' }], count: 1 }]));
  const size = createSize(run);
  run.mockRejectedValueOnce(new Error('unreachable'));
  await expect(size()).rejects.toThrow('unreachable');
  expect(await Promise.all([size(), size()])).toEqual([{ data: 8192 }, { data: 8192 }]);
  expect(run).toHaveBeenCalledTimes(2);
});
