// A read-only key reads the inventory and changes nothing.
import { AVAILABLE, OPERATIONS, bytesOf, pathOf, readyRequest } from '../../support/available';
import { rawExchange } from '../../support/raw';
import { expectSameAnswer } from '../../support/client';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
let key: string;
beforeAll(async () => {
  test = await startTestServer({ rateLimit: 1000 });
  key = await test.inventory.keys.create(test.cedar.organization.id, {
    label: 'Audit dashboard',
    access: 'read_only',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + 60_000),
    environment: 'live',
  });
});
afterAll(() => test.close());

const isRead = ({ method }: { method: string }) => method === 'GET';

it.each(AVAILABLE.filter(isRead).map((operation) => [operation.operationId, operation] as const))(
  '%s returns the same as with a key that can write',
  async (_id, operation) => {
    const { path } = readyRequest(operation, 'cedar');
    const reply = await test.client('GET', path, { key });
    expect(reply.status).toBe(200);
    expectSameAnswer(reply, await test.client('GET', path));
  },
);

it.each(
  OPERATIONS.filter((operation) => !isRead(operation)).map(
    (operation) => [operation.operationId, operation] as const,
  ),
)('%s returns 403 forbidden', async (_id, operation) => {
  const { method } = operation;
  const path = pathOf(operation, 'ca_cedar_rtu').replace(/\{\w+\}/g, 'x');
  const { status, body, headers } = await test.client(method, path, { key });
  expect([status, body.error]).toEqual([403, 'forbidden']);
  expect(body.message).toBe(
    `This API key is read-only. Use a key that can change assets for ${method} requests.`,
  );
  expect(headers.get('ratelimit')).toMatch(/^"default"/);
});

it('leaves the inventory and its log unchanged', async () => {
  const { database } = test.inventory;
  const counts = async () => [
    await database.knex('cyber_assets').count({ count: '*' }),
    await database.knex('activity').count({ count: '*' }),
  ];
  const before = await counts();
  for (const operation of AVAILABLE.filter((each) => !isRead(each))) {
    const { method, path, body } = readyRequest(operation, 'cedar');
    const options = { key, headers: { 'Content-Type': 'application/json' }, ...(body ? { body } : {}) };
    expect((await test.client(method, path, options)).status).toBe(403);
  }
  expect(await counts()).toEqual(before);
});

it('returns 403 before the body arrives', async () => {
  const bytes = bytesOf(
    { operationId: '', method: 'POST', path: '/cyber-assets' },
    [`X-API-Key: ${key}`],
    ['Content-Type: application/json', 'Content-Length: 1000'],
  );
  expect(await rawExchange(test.url, bytes)).toMatch(/^HTTP\/1\.1 403 /);
});

it('returns 403 for a change of an unknown path, and 404 for a read of it', async () => {
  const statusOf = async (method: string) => (await test.client(method, '/nothing', { key })).status;
  expect([await statusOf('DELETE'), await statusOf('GET')]).toEqual([403, 404]);
});
