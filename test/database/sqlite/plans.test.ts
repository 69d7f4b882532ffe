// Every statement that the server compiles finds rows by an index on its key in SQLite, which has no statistics.
import { compiledStatements } from '../../support/compiled-statements';
import { requestEverything } from '../../support/request-everything';
import { type TestSettings, startTestSettings } from '../../support/settings';

jest.mock('../../../src/database/statement', () =>
  jest
    .requireActual<typeof import('../../support/compiled-statements')>('../../support/compiled-statements')
    .recordCompiled(),
);

const LARGE = [
  'cyber_assets',
  'cyber_systems',
  'idempotency_keys',
  'api_keys',
  'activity',
  'records',
  'record_fields',
];

let server: TestSettings;
beforeAll(async () => {
  server = await startTestSettings();
  await requestEverything(server);
});
afterAll(() => server.close());

/** Returns the steps of a plan that read a large table, or all rows of an organization to compare them with a key. */
async function scansOf(sql: string): Promise<string[]> {
  const steps = await server.inventory.database.knex.raw<{ detail: string }[]>(
    `explain query plan ${sql.replaceAll('?', 'null')}`,
  );
  const names = LARGE.flatMap((table) => [
    table,
    ...[...sql.matchAll(new RegExp(`\\b${table}\\W+(?:as )?\\W?(\\w)\\b`, 'g'))].map(([, alias]) => alias),
  ]).join('|');
  return steps.map(({ detail }) => detail).filter((detail) => new RegExp(`^SCAN (${names})\\b`).test(detail));
}

it('sees a statement that reads all rows', async () => {
  expect(await scansOf('select id from `cyber_assets` as `t` where lower(`t`.`id`) = ?')).toHaveLength(1);
});

it('finds rows by their keys', async () => {
  expect(compiledStatements.size).toBeGreaterThan(60);
  const planned = [...compiledStatements].filter((sql) =>
    /^\s*(select|insert|update|delete|with)\b/.test(sql),
  );
  const found = await Promise.all(planned.map(async (sql) => ({ sql, scans: await scansOf(sql) })));
  expect(found.filter(({ scans }) => scans.length > 0)).toEqual([]);
});
