// Two servers on one database promise together what one promises alone.
import { randomUUID } from 'node:crypto';
import { openInventory } from '../../../src/app/inventory';
import { newAsset } from '../../support/assets';
import { type Client, type Reply, patient } from '../../support/client';
import { postgresDatabase } from '../../support/database';
import { serverOf, startTestServer, type TestServer } from '../../support/server';

let one: TestServer;
let two: Awaited<ReturnType<typeof serverOf>>;
let clients: Client[];
beforeAll(async () => {
  one = await startTestServer();
  two = await serverOf(one.databaseUrl, one.cedar.key);
  clients = [one.client, two.client];
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** So many at once, every other one to the other server. */
const spread = (count: number, call: (client: Client) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(patient(clients[index % 2]!))));

const countByStatus = (replies: Reply[]) =>
  replies.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

const named = async (name: string) =>
  ((await two.client('GET', '/cyber-assets')).body as { name: string }[]).filter(
    (asset) => asset.name === name,
  );

test('100 equal creates at once: one 201, the others 409', async () => {
  const body = newAsset();
  expect(countByStatus(await spread(100, (client) => client('POST', '/cyber-assets', { body })))).toEqual({
    201: 1,
    409: 99,
  });
  expect(await named(String(body['name']))).toHaveLength(1);
});

test('100 PATCHes with one If-Match at once: one 200, the others 412', async () => {
  const path = '/cyber-assets/ca_cedar_app';
  const tag = (await one.client('GET', path)).headers.get('etag')!;
  const replies = await spread(100, (client) =>
    client('PATCH', path, { body: { name: `renamed ${randomUUID()}` }, headers: { 'If-Match': tag } }),
  );
  expect(countByStatus(replies)).toEqual({ 200: 1, 412: 99 });
  expect((await two.client('GET', path)).text).toBe(replies.find(({ status }) => status === 200)!.text);
});

test('the same Idempotency-Key on both at once: one asset, and everybody is told of it or to wait', async () => {
  const [key, body] = [randomUUID(), newAsset()];
  const replies = await spread(20, (client) =>
    client('POST', '/cyber-assets', { body, headers: { 'Idempotency-Key': key } }),
  );
  expect(Object.keys(countByStatus(replies)).filter((status) => !['201', '409'].includes(status))).toEqual(
    [],
  );
  expect(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
  expect(await named(String(body['name']))).toHaveLength(1);
});

test('what one has written the other reads on the next request, under its new tag', async () => {
  const before = await two.client('GET', '/cyber-assets');
  const created = await one.client('POST', '/cyber-assets', { body: newAsset() });
  const after = await two.client('GET', '/cyber-assets', {
    headers: { 'If-None-Match': before.headers.get('etag')! },
  });
  expect([after.status, (after.body as unknown[]).length]).toEqual([
    200,
    (before.body as unknown[]).length + 1,
  ]);
  expect((await two.client('GET', created.headers.get('location')!)).text).toBe(created.text);
});

test('a key that is revoked through one is refused by the other on the next request', async () => {
  const { organization } = one.cedar;
  const key = await one.inventory.keys.create(organization.id, {
    label: 'short-lived',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + 60_000),
    environment: 'live',
  });
  expect((await two.client('GET', '/facilities', { key })).status).toBe(200);
  const [found] = (await one.inventory.keys.list(organization.id)).filter(
    ({ label }) => label === 'short-lived',
  );
  await one.inventory.keys.revoke(found!.id);
  expect((await two.client('GET', '/facilities', { key })).status).toBe(401);
});

test('eight first starts at once on an empty database all succeed', async () => {
  const database = await postgresDatabase({ migrated: false });
  const opened = await Promise.all(Array.from({ length: 8 }, () => openInventory(database.url)));
  expect(opened.filter((inventory) => inventory.database.migrated.length > 0)).toHaveLength(1);
  await Promise.all(opened.map((inventory, index) => inventory.organizations.create(`org-${index}`, 'X')));
  expect(await opened[0]!.organizations.list()).toHaveLength(8);
  await Promise.all(opened.map((inventory) => inventory.close()));
  await database.remove();
});
