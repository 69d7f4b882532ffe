// Every statement that the server compiles finds rows by an index on its key, with and without statistics, for a large
// organization beside many small ones.
import { Client } from 'pg';
import { compiledStatements } from '../../support/compiled-statements';
import { SERVER_ROLE, SETTINGS_ROLE } from '../../../src/database/postgres/roles';
import { BIG, largeDataSql } from '../../support/large-data.cjs';
import { requestEverything } from '../../support/request-everything';
import { type TestSettings, startTestSettings } from '../../support/settings';

jest.mock('../../../src/database/statement', () =>
  jest
    .requireActual<typeof import('../../support/compiled-statements')>('../../support/compiled-statements')
    .recordCompiled(),
);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'Join Filter'?: string;
  'Hash Cond'?: string;
  'Merge Cond'?: string;
  Plans?: Plan[];
}

/** A comparison of a column that finds a row. The organization alone finds a large part of the table. */
const KEY =
  /\b(id|name_key|digest|idempotency_key|sequence|key_id|user_id|actor_id|operation|resource_id|cyber_system_id|occurred_at)\)?(::text)? (=|>|<)/;
const LARGE = /^(cyber_assets|cyber_systems|idempotency_keys|api_keys|activity\w*|records|record_fields)$/;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The policy of row-level security, which is no condition of the statement. */
const POLICY = /\(\(\w+\)::text = current_setting\('[^']*'::text, true\)\)/g;

/** Returns the conditions by which an index finds the rows of a node. */
const indexConditionsOf = (node: Plan): string =>
  [node, ...(node['Node Type'] === 'Bitmap Heap Scan' ? nodesOf(node) : [])]
    .map((each) => each['Index Cond'] ?? '')
    .join(' ');

const small = new Set<string>();

/** Returns the nodes that read rows of large tables only to compare their keys. `above`: conditions of the joins above. */
function scansIn(node: Plan, above = ''): Plan[] {
  const joined = [above, node['Join Filter'], node['Hash Cond'], node['Merge Cond']].join(' ');
  const filter = (node.Filter ?? '').replace(POLICY, '');
  const table = node['Relation Name'] ?? '';
  const isScan =
    LARGE.test(table) &&
    !small.has(table) &&
    /Scan/.test(node['Node Type']) &&
    !KEY.test(indexConditionsOf(node)) &&
    (KEY.test(filter + joined) ||
      (node['Node Type'] === 'Seq Scan' && /organization_id/.test(node.Filter ?? '')));
  return [...(isScan ? [node] : []), ...(node.Plans ?? []).flatMap((plan) => scansIn(plan, joined))];
}

let server: TestSettings;
let owner: Client;
beforeAll(async () => {
  server = await startTestSettings();
  await requestEverything(server);
  owner = new Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query('begin');
  for (const sql of largeDataSql({ assets: 70_000, entries: 20_000, organizations: 300 }))
    await owner.query(sql);
  await owner.query('commit');
  const tables = await owner.query<{ name: string }>(
    'select relname as name from pg_class where relkind = $1 and pg_relation_size(oid) < 200000',
    ['r'],
  );
  for (const { name } of tables.rows) small.add(name);
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Returns the plan under a role; undefined when the role may not run the statement. */
async function explain(sql: string, role: string): Promise<Plan | undefined> {
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const values = count > 0 ? `(${Array(count).fill('null').join(', ')})` : '';
  await owner.query('begin');
  try {
    await owner.query(
      `select set_config('role', '${role}', true), set_config('inventory.organization', '${BIG.id}', true),
        set_config('inventory.key_digest', '', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
    );
    await owner.query(`prepare plan_of as ${sql}`);
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute plan_of${values}`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan;
  } catch (error) {
    if ((error as { code?: string }).code !== '42501')
      throw new Error(`Cannot explain: ${sql}`, { cause: error });
    return undefined;
  } finally {
    await owner.query('rollback');
    await owner.query('deallocate all');
  }
}

const isPlanned = (sql: string): boolean => /^(select|insert|update|delete|with)\b/.test(sql.trim());

async function scansOf(statements: Iterable<string>): Promise<{ sql: string; scans: Plan[] }[]> {
  const found: { sql: string; scans: Plan[] }[] = [];
  for (const sql of [...statements].filter(isPlanned))
    for (const role of [SERVER_ROLE, SETTINGS_ROLE]) {
      const plan = await explain(sql, role);
      if (!plan) continue;
      const scans = scansIn(plan);
      if (scans.length > 0)
        found.push({
          sql,
          scans: scans.map((scan) => ({ ...scan, Plans: [] })),
        });
      break;
    }
  return found;
}

it('sees a statement that filters the rows of an organization', async () => {
  const sql = 'select id from cyber_assets where organization_id = $1 and lower(id) = $2 and id > $3 || name';
  expect(await scansOf([sql])).toHaveLength(1);
});

/** Statements of earlier versions, which read all records of an organization to find one. */
it.each([
  [
    'a lookup joined by `->>`',
    `select t.id from json_array_elements(cast($1 as json)) as p(value) join cyber_assets t
      on t.organization_id = p.value ->> 'organization' and t.id = p.value ->> 'id'`,
  ],
  [
    'a search that joins a second table',
    `select r.record from record_fields as f join records as r on r.id = f.id and r.collection = f.collection
      where f.organization_id = $1 and f.collection = $2 and f.field = $3 and f.value = $4
        and r.organization_id = $5 order by r.sequence`,
  ],
])('finds %s without statistics', async (_, sql) => expect(await scansOf([sql])).toHaveLength(1));

it('finds rows by their keys without statistics', async () => {
  expect(compiledStatements.size).toBeGreaterThan(60);
  expect(await scansOf(compiledStatements)).toEqual([]);
});

it('finds rows by their keys with statistics', async () => {
  await owner.query('analyze');
  expect(await scansOf(compiledStatements)).toEqual([]);
});
