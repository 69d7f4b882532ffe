// Every statement of a request runs on one shard: that of the organization.
import { Client } from 'pg';
import type { BoundStatement } from '../../../src/database/statement';
import { newAsset } from '../../support/assets';
import { AVAILABLE, readyRequest } from '../../support/available';
import { type TestServer, startTestServer } from '../../support/server';

let test_: TestServer;
let client: Client;
beforeAll(async () => {
  test_ = await startTestServer();
  client = new Client({ connectionString: test_.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test_.close();
});
afterEach(() => jest.restoreAllMocks());

/** Records the statements that the server sends. */
function recorded(): () => BoundStatement[] {
  const query = jest.spyOn(Client.prototype, 'query');
  return () =>
    (query.mock.calls as unknown as { steps?: BoundStatement[] }[][]).flatMap(
      ([batch]) => batch!.steps ?? [],
    );
}

interface Place {
  sql: string;
  /** The number of shards; 0 for a statement about tables of the coordinator. */
  tasks: number;
  /** The servers of the shards. */
  nodes: string[];
}

async function placeOf({ sql, values }: BoundStatement): Promise<Place> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return {
    sql,
    tasks: Number(/Task Count: (\d+)/.exec(plan)?.[1] ?? 0),
    nodes: [...plan.matchAll(/Node: host=\S+ port=(\d+)/g)].map(([, port]) => port!),
  };
}

const isPlanned = ({ sql }: BoundStatement): boolean => /^(select|insert|update|delete|with)\b/.test(sql);

async function placesOf(statements: BoundStatement[]): Promise<Place[]> {
  jest.restoreAllMocks();
  const places: Place[] = [];
  for (const statement of statements.filter(isPlanned)) places.push(await placeOf(statement));
  return places.filter(({ tasks }) => tasks > 0);
}

it('sees a statement that names no organization on every shard', async () => {
  const [place] = await placesOf([{ sql: 'select count(*) from facilities', values: [] }]);
  expect(place!.tasks).toBeGreaterThan(1);
});

it.each(AVAILABLE)('$operationId runs on one shard', async (operation) => {
  const statements = recorded();
  const { method, path, body } = readyRequest(operation, 'cedar');
  expect((await test_.client(method, path, { body })).status).toBeLessThan(300);
  const places = await placesOf(statements());
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter(({ tasks }) => tasks !== 1)).toEqual([]);
  expect(new Set(places.flatMap(({ nodes }) => nodes)).size).toBe(1);
});

it('many requests of two organizations at once run on one shard each', async () => {
  const statements = recorded();
  const create = (key: string, mark: string) =>
    test_.client('POST', '/cyber-assets', {
      key,
      body: newAsset({ cyber_system_id: `cs_${mark}_relays` }),
      headers: { 'Idempotency-Key': `${mark}-${Math.random()}` },
    });
  const replies = await Promise.all(
    [test_.cedar, test_.other].flatMap(({ key, mark }) =>
      Array.from({ length: 10 }, () => [
        create(key, mark),
        test_.client('GET', '/cyber-assets', { key }),
      ]).flat(),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]));
  const places = await placesOf(statements());
  expect(places.filter(({ tasks }) => tasks !== 1)).toEqual([]);
});
