// Bad keys: every operation of the contract rejects each bad key with the same response.
// The server reads and changes nothing.
import { Agent } from 'node:http';
import { withChecksum } from '../../src/server/keys/format';
import { OPERATIONS } from '../support/available';
import { BAD_KEYS } from './bad-keys';
import { type Everything, everythingIn } from './everything';
import { accessLine, type TestServer, startTestServer } from '../support/server';
import { type RawOptions, rawRequest, wholeOf } from '../support/raw';

type Fields = [name: string, value: string][];

let test: TestServer;
let refusal: Awaited<ReturnType<typeof ask>>;
const refused: Fields[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 20 });

async function ask(
  method: string,
  path: string,
  headers: Fields,
  options: RawOptions = {},
): Promise<ReturnType<typeof wholeOf>> {
  const reply = await rawRequest(test.url, method, path, {
    agent,
    ...options,
    headers: headers.some(([name]) => name === 'X-Request-Id')
      ? headers
      : [['X-Request-Id', 'same'], ...headers],
  });
  return wholeOf(reply);
}

/** Beside the bad keys, good ones in wrong places. */
const misplaced = (): Fields[] => {
  const { key } = test.cedar;
  return [
    [
      ['X-API-Key', key],
      ['X-API-Key', key],
    ],
    [
      ['X-API-Key', key],
      ['X-API-Key', test.other.key],
    ],
    [
      ['X-API-Key', ''],
      ['X-API-Key', key],
    ],
    [
      ['X-API-Key', 'wrong'],
      ['x-api-key', key],
    ],
    [['Authorization', `Bearer ${key}`]],
    [['Authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`]],
    [['Authorization', key]],
    [['Cookie', `X-API-Key=${key}`]],
    [['X-Api-Token', key]],
    [
      ['X-API-Key', ''],
      ['Authorization', `Bearer ${key}`],
    ],
  ];
};

beforeAll(async () => {
  test = await startTestServer();
  for (const [, make] of BAD_KEYS) {
    const key = await make(test);
    refused.push(key === undefined ? [] : [['X-API-Key', key]]);
  }
  refused.push(...misplaced());
  refusal = await ask('GET', '/facilities', []);
});
afterAll(async () => {
  agent.destroy();
  await test.close();
});

const pathOf = (path: string): string => path.replace(/\{\w+\}/g, 'ca_cedar_rtu');
const BY_NAME = OPERATIONS.map(
  ({ operationId, method, path, availability }): [string, string, string, string] => [
    operationId,
    method,
    pathOf(path),
    availability,
  ],
);

describe('bad input, keys', () => {
  let before: Everything;
  beforeAll(async () => void (before = await everythingIn(test.inventory)));
  afterAll(async () => expect(await everythingIn(test.inventory)).toEqual(before));

  it('the refusal is 401 unauthorized, says where the key belongs, and is not kept', () => {
    const { error, ...rest } = JSON.parse(refusal.text) as { error: string; message: string };
    expect([refusal.status, error, Object.keys(rest)]).toEqual([401, 'unauthorized', ['message']]);
    expect(refusal.headers).toMatchObject({
      'www-authenticate': expect.stringContaining('X-API-Key'),
      'cache-control': 'no-store',
    });
  });

  it.each(BY_NAME)(
    '401 from %s (%s %s) for each bad key, with the same bytes, whatever the body',
    async (_operationId, method, path, availability) => {
      const withBody: RawOptions = method === 'GET' || method === 'DELETE' ? {} : { body: '{"malformed' };
      for (const answer of await Promise.all(refused.map((fields) => ask(method, path, fields, withBody))))
        expect(answer).toEqual(refusal);
      if (availability === 'planned')
        expect((await ask(method, path, [['X-API-Key', test.cedar.key]], withBody)).status).toBe(501);
    },
  );

  it.each(BY_NAME.filter(([, , , availability]) => availability === 'available'))(
    '401 from %s (%s %s) for a key in the query, which no log line shows',
    async (operationId, method, path) => {
      for (const name of ['X-API-Key', 'api_key', 'key'])
        expect(await ask(method, `${path}?${name}=${test.cedar.key}`, [])).toEqual(refusal);
      await ask(method, `${path}?${test.cedar.key}`, [['X-Request-Id', operationId]]);
      await accessLine(test, operationId);
      expect(JSON.stringify(test.logs)).not.toContain(test.cedar.key);
    },
  );

  it('88 of 88 keys that differ in one place from a good one are refused without a query', async () => {
    const mistyped = [...test.cedar.key].flatMap((character, place) =>
      ['a', 'b', 'c']
        .filter((other) => other !== character)
        .slice(0, 2)
        .map((other) => test.cedar.key.slice(0, place) + other + test.cedar.key.slice(place + 1)),
    );
    const keys = mistyped.slice(-88);
    expect(new Set(keys).size).toBe(88);
    const read = jest.spyOn(test.inventory.database, 'find');
    const answers = await Promise.all(keys.map((each) => ask('GET', '/facilities', [['X-API-Key', each]])));
    const queries = read.mock.calls.length;
    read.mockRestore();
    for (const answer of answers) expect(answer).toEqual(refusal);
    expect(queries).toBe(0);
  });

  it('88 of 88 keys that have a right checksum and belong to nobody are refused', async () => {
    const unknown = Array.from({ length: 88 }, (_none, index) =>
      withChecksum(`cik_live_${String(index).padStart(30, 'Nobody0')}`),
    );
    for (const answer of await Promise.all(
      unknown.map((key) => ask('GET', '/facilities', [['X-API-Key', key]])),
    ))
      expect(answer).toEqual(refusal);
  });
});

describe('a key that is revoked', () => {
  it('returns 401 on the next request, at each operation, of a connection that is kept alive', async () => {
    const { keys } = test.inventory;
    const { id: organization } = test.cedar.organization;
    const key = await keys.create(organization, {
      label: 'short',
      createdBy: 'test',
      expiresAt: new Date(Date.now() + 60_000),
      environment: 'live',
    });
    const one = new Agent({ keepAlive: true, maxSockets: 1 });
    const good = await rawRequest(test.url, 'GET', '/facilities', {
      headers: [['X-API-Key', key]],
      agent: one,
    });
    await keys.revoke((await keys.list(organization)).at(-1)!.id);
    const statuses = [];
    for (const [, method, path] of BY_NAME) {
      const { status, reusedSocket } = await rawRequest(test.url, method, path, {
        headers: [['X-API-Key', key]],
        agent: one,
      });
      statuses.push([status, reusedSocket]);
    }
    one.destroy();
    expect([good.status, statuses]).toEqual([200, BY_NAME.map(() => [401, true])]);
  });
});
