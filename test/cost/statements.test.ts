// The cost of operations in statements of SQLite and round trips to PostgreSQL. The bench measures times.
import Ajv2020 from 'ajv/dist/2020';
import { Client } from 'pg';
import sqlite3 from 'sqlite3';
import { newAsset } from '../support/assets';
import { AVAILABLE, readyRequest } from '../support/available';
import { onPostgres } from '../support/database';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer({ validateResponses: false })));
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

/** Spies on the calls that send several statements to the driver at once. */
const scripts = () => jest.spyOn(sqlite3.Database.prototype, 'exec');
const statementsOf = (script: string): number => script.split(';\n').length;

/** Counts the messages to PostgreSQL, or the statements of SQLite. */
function counted(): () => number {
  if (onPostgres()) {
    const query = jest.spyOn(Client.prototype, 'query');
    return () => query.mock.calls.length;
  }
  const spies = [
    jest.spyOn(sqlite3.Statement.prototype, 'all'),
    jest.spyOn(sqlite3.Statement.prototype, 'run'),
  ];
  const written = scripts();
  const alone = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  return () => written.mock.calls.reduce((sum, [sql]) => sum + statementsOf(sql), alone());
}

/** Past the tests' own client, which compiles schemas to check each answer. */
const send = (
  { method, path, body }: { method: string; path: string; body?: string | undefined },
  headers: Record<string, string> = {},
) =>
  fetch(test.url + path, {
    method,
    headers: { 'X-API-Key': test.cedar.key, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });

const post = (headers?: Record<string, string>) =>
  send({ method: 'POST', path: '/cyber-assets', body: JSON.stringify(newAsset()) }, headers);

/** The key's own lookup is one of each. */
const COST: Record<string, { sqlite: number; postgres: number }> = {
  createCyberAsset: { sqlite: 11, postgres: 3 },
  updateCyberAsset: { sqlite: 12, postgres: 3 },
  deleteCyberAsset: { sqlite: 10, postgres: 3 },
};
const READ = { sqlite: 2, postgres: 2 };
/** Whether anything was committed since it was built last, and building it. */
const LIST = { sqlite: 3, postgres: 2 };
const isList = ({ method, path }: (typeof AVAILABLE)[number]): boolean =>
  method === 'GET' && !path.includes('{');
const of = (cost: { sqlite: number; postgres: number }) => (onPostgres() ? cost.postgres : cost.sqlite);

describe.each(AVAILABLE)('$operationId', (operation) => {
  it('costs a fixed number of statements', async () => {
    const count = counted();
    expect((await send(readyRequest(operation, 'cedar'))).status).toBeLessThan(300);
    expect(count()).toBe(of(COST[operation.operationId] ?? (isList(operation) ? LIST : READ)));
  });

  it('compiles no validator for a request', async () => {
    const compile = jest.spyOn(Ajv2020.prototype, 'compile');
    expect((await send(readyRequest(operation, 'other'))).status).toBeLessThan(500);
    expect(compile).not.toHaveBeenCalled();
  });
});

it('reads only the key and the version for an unchanged list', async () => {
  const etag = (await send({ method: 'GET', path: '/cyber-assets' })).headers.get('etag')!;
  const count = counted();
  expect((await send({ method: 'GET', path: '/cyber-assets' }, { 'If-None-Match': etag })).status).toBe(304);
  expect(count()).toBe(of(READ));
});

it('builds a list once while nothing is committed', async () => {
  const list = async () => (await send({ method: 'GET', path: '/cyber-assets' })).text();
  await post();
  const count = counted();
  const lists = await Promise.all(Array.from({ length: 10 }, list));
  expect(new Set([...lists, await list()]).size).toBe(1);
  expect(count()).toBeLessThanOrEqual(onPostgres() ? 22 : 2 * 11 + 1);
});

it('adds three statements and no round trip to a POST with an Idempotency-Key', async () => {
  const count = counted();
  expect((await post({ 'Idempotency-Key': 'a-key-of-its-own' })).status).toBe(201);
  expect(count()).toBe(of({ sqlite: 14, postgres: 3 }));
});

it('changes an asset with If-Match in as many statements and round trips as without', async () => {
  const { id } = (await (await post()).json()) as { id: string };
  const path = `/cyber-assets/${id}`;
  const costOf = async (asset_type: string, headers: Record<string, string> = {}): Promise<number> => {
    const count = counted();
    const body = JSON.stringify({ asset_type });
    expect((await send({ method: 'PATCH', path, body }, headers)).status).toBe(200);
    const cost = count();
    jest.restoreAllMocks();
    return cost;
  };
  const without = await costOf('software');
  const etag = (await send({ method: 'GET', path })).headers.get('etag')!;
  expect(await costOf('hardware', { 'If-Match': etag })).toBe(without);
});

if (!onPostgres()) {
  it('sends all changes of a POST to SQLite in one call, with the commit', async () => {
    const written = scripts();
    expect((await post()).status).toBe(201);
    expect(written.mock.calls.map(([sql]) => statementsOf(sql))).toEqual([6]);
  });
}

it('creates forty assets at once with fewer than four statements each', async () => {
  const count = counted();
  const replies = await Promise.all(Array.from({ length: 40 }, () => post()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(count()).toBeLessThan(4 * 40);
});
