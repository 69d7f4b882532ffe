// Requests of two keys to the server, as `usage export` prints them after the server has ended.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { ExportedUsage } from '../../../src/server/keys/usage';
import { type Ended, cli } from '../../support/cli';
import { openTestInventory } from '../../support/inventory';
import { startTestServer } from '../../support/server';

type Request = [key: 'test' | 'sync', method: string, path: string];

/** Sends requests to a server, and exports the usage of both organizations. */
async function usageAfter(requests: Request[], rateLimit = 0) {
  const test = await openTestInventory();
  const { inventory, cedar, databaseUrl } = test;
  const sync = await inventory.keys.create(cedar.organization.id, {
    label: 'sync',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + 60_000),
    environment: 'live',
  });
  const { server, client } = await startTestServer({ rateLimit }, test);
  const statuses: number[] = [];
  for (const [key, method, path] of requests)
    statuses.push((await client(method, path, { key: key === 'sync' ? sync : cedar.key })).status);
  await server.close();
  const [own, other] = await Promise.all(
    ['cedar-power', 'other-power'].map((slug) =>
      cli(['usage', 'export', slug], { DATABASE_URL: databaseUrl }),
    ),
  );
  const keys = await inventory.keys.list(cedar.organization.id);
  await test.close();
  return {
    statuses,
    own: own!,
    other: other!,
    idOf: Object.fromEntries(keys.map(({ label, id }) => [label, id])),
  };
}

const usageIn = ({ stdout }: Ended) => (JSON.parse(stdout) as { usage: ExportedUsage[] }).usage;

/** Adds up the days: a test can run past midnight. */
function totals(usage: ExportedUsage[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { name, operationId, requests } of usage) {
    const title = `${name} ${operationId}`;
    sums[title] = (sums[title] ?? 0) + requests;
  }
  return sums;
}

it('usage export prints the requests of each key by operation and day', async () => {
  const before = new Date().toISOString().slice(0, 10);
  const { statuses, own, other, idOf } = await usageAfter([
    ['test', 'GET', '/facilities'],
    ['test', 'HEAD', '/facilities'],
    ['test', 'GET', '/cyber-assets/ca_unknown'],
    ['sync', 'GET', '/facilities'],
    ['sync', 'POST', '/cyber-assets'],
    ['sync', 'GET', '/tasks'],
    ['sync', 'GET', '/unknown'],
    ['sync', 'DELETE', '/facilities'],
    ['sync', 'OPTIONS', '/facilities'],
  ]);
  expect(statuses).toEqual([200, 200, 404, 200, 400, 501, 404, 405, 204]);
  expect([own.status, own.stderr, other.status]).toEqual([0, '', 0]);
  expect(totals(usageIn(own))).toEqual({
    'test getFacilities': 2,
    'test getCyberAsset': 1,
    'sync getFacilities': 1,
    'sync createCyberAsset': 1,
    'sync getTasks': 1,
    'sync null': 3,
  });
  for (const row of usageIn(own)) {
    expect(Object.keys(row)).toEqual(['key', 'name', 'operationId', 'day', 'requests']);
    expect(row.key).toBe(idOf[row.name]);
    expect(row.day >= before && row.day <= new Date().toISOString().slice(0, 10)).toBe(true);
  }
  expect(JSON.parse(own.stdout)).toMatchObject({ organization: 'cedar-power' });
  expect(JSON.parse(other.stdout)).toEqual({ organization: 'other-power', usage: [] });
});

it('usage export sorts by operation, key and day', async () => {
  const { own } = await usageAfter([
    ['sync', 'GET', '/unknown'],
    ['sync', 'GET', '/facilities'],
    ['test', 'GET', '/facilities'],
    ['test', 'GET', '/cyber-systems'],
    ['test', 'GET', '/control-centers'],
  ]);
  const order = usageIn(own).map(({ operationId, key, day }) => `${operationId ?? '~'} ${key} ${day}`);
  expect(order).toHaveLength(5);
  expect(order).toEqual([...order].sort());
});

it('the server counts a request beyond the rate limit without an operation', async () => {
  const { statuses, own } = await usageAfter(
    [
      ['test', 'GET', '/facilities'],
      ['test', 'GET', '/facilities'],
    ],
    1,
  );
  expect(statuses).toEqual([200, 429]);
  expect(totals(usageIn(own))).toEqual({ 'test getFacilities': 1, 'test null': 1 });
});

it('the server counts a request that its shutdown interrupts', async () => {
  const test = await openTestInventory();
  const { inventory, cedar } = test;
  const { server, url } = await startTestServer({}, test);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST /cyber-assets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      `Content-Length: 2\r\nExpect: 100-continue\r\nX-API-Key: ${cedar.key}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  await server.close(0);
  const usage = await inventory.keys.exportUsage(cedar.organization.id);
  await test.close();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 100 /);
  expect(totals(usage)).toEqual({ 'test createCyberAsset': 1 });
});

it('usage export rejects an unknown organization', async () => {
  const test = await openTestInventory();
  const ended = await cli(['usage', 'export', 'unknown'], { DATABASE_URL: test.databaseUrl });
  await test.close();
  expect(ended).toEqual({
    status: 1,
    stdout: '',
    stderr: 'No organization has the slug "unknown". `organization list` lists the organizations.\n',
  });
});
