// From when to when a key is valid, on which server, and what is kept of its use.
import { Agent } from 'node:http';
import pino from 'pino';
import { startServer } from '../../../src/app/server';
import type { Environment } from '../../../src/server/keys/format';
import { createClient } from '../../support/client';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

async function newKey(environment: Environment = 'live', lifetime = 60_000) {
  const { keys } = test.inventory;
  const { id: organization } = test.cedar.organization;
  const key = await keys.create(organization, {
    label: 'new',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + lifetime),
    environment,
  });
  return { key, id: (await keys.list(organization)).at(-1)!.id };
}

/** One more server on the same inventory. */
const serve = (environment: Environment) =>
  startServer(test.inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment,
    logger: pino({ level: 'silent' }),
  });

const lastUse = async (id: string) =>
  (await test.inventory.keys.list(test.cedar.organization.id)).find((key) => key.id === id)!.last_used_at;

describe('the lifetime of a key', () => {
  it('returns 401 on the next request after it was revoked, also on a connection that is kept alive', async () => {
    const { key, id } = await newKey();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = () => rawRequest(test.url, 'GET', '/facilities', { headers: [['X-API-Key', key]], agent });
    const before = await get();
    expect(await test.inventory.keys.revoke(id)).toBe('revoked');
    const after = await get();
    agent.destroy();
    expect([before.status, after.status, after.reusedSocket]).toEqual([200, 401, true]);
  });

  it('returns 401 on the next request after it has expired', async () => {
    const { key, id } = await newKey();
    expect((await test.client('GET', '/facilities', { key })).status).toBe(200);
    await test.inventory.database
      .knex('api_keys')
      .where({ id })
      .update({ expires_at: new Date().toISOString() });
    expect((await test.client('GET', '/facilities', { key })).status).toBe(401);
  });

  it('returns 200 for both keys of an organization during a rotation', async () => {
    const { key } = await newKey();
    expect((await test.client('GET', '/facilities', { key })).status).toBe(200);
    expect((await test.client('GET', '/facilities')).status).toBe(200);
  });

  it.each<[Environment, Environment, number]>([
    ['live', 'live', 200],
    ['live', 'test', 401],
    ['test', 'live', 401],
    ['test', 'test', 200],
  ])('a server for %s keys responds to a %s key with %i', async (environment, kind, status) => {
    const { key } = await newKey(kind);
    const server = await serve(environment);
    const reply = await createClient(server, key)('GET', '/facilities');
    await server.close();
    expect(reply.status).toBe(status);
  });

  it('keeps the minute of the last use and the number of requests, and writes neither on a request', async () => {
    const { key, id } = await newKey();
    const server = await serve('live');
    const minute = () => `${new Date().toISOString().slice(0, 16)}:00.000Z`;
    const before = minute();
    for (let count = 0; count < 3; count++) await createClient(server, key)('GET', '/facilities');
    const after = minute();
    expect(await lastUse(id)).toBeNull();
    await server.close();
    expect([before, after]).toContain(await lastUse(id));
    const counted = (
      await test.inventory.keys.requestsByDay(test.cedar.organization.id, before.slice(0, 10))
    ).filter(({ key_id }) => key_id === id);
    expect(counted.reduce((sum, { requests }) => sum + requests, 0)).toBe(3);
  });

  it('records no use of a rejected key', async () => {
    const { key, id } = await newKey('live', -1);
    const server = await serve('live');
    await createClient(server, key)('GET', '/facilities');
    await server.close();
    expect(await lastUse(id)).toBeNull();
  });
});
