// The time limits of connections to PostgreSQL.
import { createPool } from '../../../src/database/postgres/pool';
import { type TestInventory, openTestInventory } from '../../support/inventory';

let test_: TestInventory;
beforeAll(async () => void (test_ = await openTestInventory()));
afterAll(() => test_.close());

test('PostgreSQL ends a statement after 10 s, and a wait for a lock after 2 s', async () => {
  const pool = createPool(test_.databaseUrl, 1);
  const { rows } = await pool.query<{ name: string; setting: string; unit: string }>(
    `select name, setting, unit from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name`,
  );
  await pool.end();
  expect(rows).toEqual([
    { name: 'lock_timeout', setting: '2000', unit: 'ms' },
    { name: 'statement_timeout', setting: '10000', unit: 'ms' },
  ]);
});
