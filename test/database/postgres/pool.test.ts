// The time limits of transactions of PostgreSQL.
import { type TestInventory, openTestInventory } from '../../support/inventory';

let test_: TestInventory;
beforeAll(async () => void (test_ = await openTestInventory()));
afterAll(() => test_.close());

const SETTINGS = {
  sql: `select name, setting, unit from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  bind: () => [],
};

test('PostgreSQL ends a statement after 10 s, a wait for a lock after 2 s and an idle transaction after 60 s, of every role', async () => {
  const { database } = test_.inventory;
  const limits = [
    { name: 'idle_in_transaction_session_timeout', setting: '60000', unit: 'ms' },
    { name: 'lock_timeout', setting: '2000', unit: 'ms' },
    { name: 'statement_timeout', setting: '10000', unit: 'ms' },
  ];
  const organization = test_.cedar.organization.id;
  for (const scope of ['operator', { organization }, { organization, by: 'settings' }] as const) {
    expect(await database.read(scope, SETTINGS, {})).toEqual(limits);
    expect(await database.write(scope, ({ all }) => all(SETTINGS, {}))).toEqual(limits);
    expect(await database.snapshot(scope, (all) => all(SETTINGS, {}))).toEqual(limits);
  }
});
