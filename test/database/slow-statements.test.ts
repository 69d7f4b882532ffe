// Statements that take longer than a second are counted and logged by name, and never with their values.
import { randomUUID } from 'node:crypto';
import { createMetrics } from '../../src/server/monitoring/metrics';
import { logSlow } from '../../src/server/monitoring/database-watch';
import { type SlowStatement, getKind, onSlowStatement } from '../../src/database/slow-statements';
import { onPostgres } from '../support/database';
import { type TestInventory, openTestInventory } from '../support/inventory';
import { valueOf } from '../support/metrics';

let test_: TestInventory;
const noted: SlowStatement[] = [];
const end = onSlowStatement((statement) => void noted.push(statement));
beforeAll(async () => void (test_ = await openTestInventory()));
afterAll(async () => {
  end();
  await test_.close();
});

/** Counts to n: a statement whose time grows with n. */
const countTo = (n: number) =>
  `select count(*) from facilities, (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${n}) select max(i) from n) where name <> ?`;

/** A statement that takes more than one second, and far less than the limit of a statement, on this machine. */
async function slowStatement(run: (sql: string) => Promise<unknown>) {
  if (onPostgres()) return `select count(*) from facilities, pg_sleep(1.1) where name <> $1`;
  const sample = 200_000;
  const begin = performance.now();
  await run(countTo(sample));
  return countTo(Math.ceil((sample * 2000) / (performance.now() - begin)));
}

it('counts a slow statement of a read by verb and table', async () => {
  const secret = randomUUID();
  const scope = { organization: test_.cedar.organization.id };
  const run = (sql: string) => test_.inventory.database.read(scope, { sql, bind: () => [secret] }, {});
  await run(await slowStatement(run));
  expect(noted).toEqual([
    {
      kind: 'select facilities',
      digest: expect.stringMatching(/^[0-9a-f]{8}$/),
      milliseconds: expect.any(Number),
    },
  ]);
  const text = await createMetrics(undefined).registry.metrics();
  expect(valueOf(text, 'database_slow_statements_total', { statement: 'select facilities' })).toBe(1);
  expect(text + JSON.stringify(noted)).not.toContain(secret);
});

it('logs one line a minute for each kind', () => {
  const warn = jest.fn();
  const log = logSlow({ warn });
  const slow = (kind: string) => log({ kind, digest: '01234567', milliseconds: 1500 });
  for (const kind of ['select activity', 'select activity', 'insert activity']) slow(kind);
  const line = (statement: string) => [
    { statement, digest: '01234567', milliseconds: 1500, count: 1 },
    'a statement took long',
  ];
  expect(warn.mock.calls).toEqual([line('select activity'), line('insert activity')]);
});

it.each([
  ['select "id" from "cyber_assets" where "id" = $1', 'select cyber_assets'],
  ['insert into `activity` (`id`) select p.id from json_each(?) as p', 'insert activity'],
  ['update "api_keys" set "last_used_at" = $1', 'update api_keys'],
  ["with log as (select 1) select * from log where name = 'from secret'", 'with log'],
  ['commit', 'commit'],
])('names %s', (sql, kind) => expect(getKind(sql)).toBe(kind));
