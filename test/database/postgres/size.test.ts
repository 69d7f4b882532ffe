import type { Knex } from 'knex';
import { createSize } from '../../../src/database/postgres/size';
import { type TestInventory, openTestInventory } from '../../support/inventory';

let test_: TestInventory;
beforeAll(async () => void (test_ = await openTestInventory()));
afterAll(() => test_.close());

test('reports the size of the database, and asks PostgreSQL once for calls within a minute', async () => {
  const { database } = test_.inventory;
  const asked: string[] = [];
  database.knex.on('query', ({ sql }: { sql: string }) => asked.push(sql));
  const [first, second] = await Promise.all([database.size(), database.size()]);
  expect([second, await database.size(), asked.length]).toEqual([first, first, 1]);
  const { rows } = await database.knex.raw<{ rows: { bytes: string }[] }>(
    'select sum(pg_total_relation_size(oid)) as bytes from pg_class where relnamespace = current_schema()::regnamespace',
  );
  expect(first.data).toBeGreaterThan(Number(rows[0]!.bytes) / 2);
  expect(first).not.toHaveProperty('wal');
});

test('asks PostgreSQL again after an error', async () => {
  const raw = jest.fn(() => Promise.resolve({ rows: [{ bytes: '8192' }] }));
  const size = createSize({ raw } as unknown as Knex);
  raw.mockRejectedValueOnce(new Error('unreachable'));
  await expect(size()).rejects.toThrow('unreachable');
  expect(await size()).toEqual({ data: 8192 });
});
