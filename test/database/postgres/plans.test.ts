// Every statement that the server compiles finds rows by an index on its key, with and without statistics, for a large
// organization beside many small ones.
import { Client } from 'pg';
import type { Statement } from '../../../src/database/statement';
import { SERVER_ROLE, SETTINGS_ROLE } from '../../../src/database/postgres/roles';
import { AVAILABLE, readyRequest } from '../../support/available';
import { BIG, largeDataSql } from '../../support/large-data.cjs';
import { type TestServer, startTestServer } from '../../support/server';

const mockCompiled = new Set<string>();
jest.mock('../../../src/database/statement', () => {
  const actual = jest.requireActual<typeof import('../../../src/database/statement')>(
    '../../../src/database/statement',
  );
  const compile = (build: Parameters<typeof actual.compile>[0]): Statement<unknown, unknown> => {
    const statement = actual.compile(build);
    mockCompiled.add(statement.sql);
    return statement;
  };
  return { ...actual, compile, once: (query: never) => compile(() => query) };
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
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

const isScan = (node: Plan): boolean => {
  const filter = (node.Filter ?? '').replace(POLICY, '');
  return (
    LARGE.test(node['Relation Name'] ?? '') &&
    /Scan/.test(node['Node Type']) &&
    !KEY.test(indexConditionsOf(node)) &&
    (KEY.test(filter) || (node['Node Type'] === 'Seq Scan' && /organization_id/.test(node.Filter ?? '')))
  );
};

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ validateResponses: false });
  for (const operation of AVAILABLE) {
    const { method, path, body } = readyRequest(operation, 'cedar');
    await server.client(method, path, { body });
  }
  owner = new Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query('begin');
  for (const sql of largeDataSql({ assets: 70_000, entries: 20_000, organizations: 300 }))
    await owner.query(sql);
  await owner.query('commit');
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
      const scans = nodesOf(plan).filter(isScan);
      if (scans.length > 0) found.push({ sql, scans: scans.map((scan) => ({ ...scan, Plans: [] })) });
      break;
    }
  return found;
}

it('sees a statement that filters the rows of an organization', async () => {
  const sql = 'select id from cyber_assets where organization_id = $1 and lower(id) = $2 and id > $3 || name';
  expect(await scansOf([sql])).toHaveLength(1);
});

it('finds rows by their keys without statistics', async () => {
  expect(mockCompiled.size).toBeGreaterThan(60);
  expect(await scansOf(mockCompiled)).toEqual([]);
});

it('finds rows by their keys with statistics', async () => {
  await owner.query('analyze');
  expect(await scansOf(mockCompiled)).toEqual([]);
});
