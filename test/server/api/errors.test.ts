// Unexpected errors: the caller gets the request id and nothing else, and the log has the rest, once.
import { Readable, Writable } from 'node:stream';
import pino from 'pino';
import { type Contract, createContract } from '../../../src/contract/contract';
import type { ApiResponse } from '../../../src/contract/handler';
import { createApp } from '../../../src/server/api/app';
import { type Listener, listen } from '../../../src/server/http/listener';
import { ApiError } from '../../../src/base/errors';
import { createSite } from '../../../src/server/settings/settings-app';
import { contractDocument } from '../../../src/contract/document';
import { createHandlers } from '../../../src/server/operations/handlers';
import { createNoMemory } from '../../../src/server/records/memory';
import { createWorldStores } from '../../../src/server/records/open-worlds';
import { newAsset } from '../../support/assets';
import { type Client, createClient } from '../../support/client';
import { systemClock } from '../../../src/base/day';
import { LOG_FORMAT } from '../../../src/base/logger';
import { rawRequest } from '../../support/raw';
import { type TestInventory, openTestInventory } from '../../support/inventory';

let test: TestInventory;
let server: Listener & { contract: Contract };
let client: Client;
const logs: Record<string, unknown>[] = [];
/** What GET /facilities does. */
let fault: () => Promise<ApiResponse>;

beforeAll(async () => {
  test = await openTestInventory();
  const stores = createWorldStores(test.inventory.database, {
    ...{ clock: systemClock, memory: createNoMemory(), origin: () => '', isSandbox: false },
  });
  const handlers = {
    ...createHandlers(contractDocument, stores, 'test'),
    getFacilities: () => fault(),
  };
  const contract = await createContract({ handlers, validateResponses: true });
  const { cedar } = test;
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) =>
      done(void logs.push(JSON.parse(line.toString()) as Record<string, unknown>)),
  });
  const logger = pino(LOG_FORMAT, sink);
  const app = createApp({
    served: { contract },
    keys: { store: test.inventory.keys, environment: 'live', clock: systemClock },
    logger,
    requestsPerMinute: 0,
    corsOrigins: [],
  });
  server = { ...(await listen(app, { host: '127.0.0.1', port: 0, logger })), contract };
  client = createClient(server, cedar.key);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const SECRET = 'secret';
class Exposed extends Error {
  status = 418;
  expose = true;
  headers = { 'X-Secret': SECRET };
}
const answer =
  (body: string, status = 200) =>
  () =>
    Promise.resolve({ status, body });

/** Returns a list that is checked in parts, with a row before its last one. */
function longList(row: object): string {
  const good = { id: 'fac_01k4qsdg89fyc89dkyjez660yz', name: 'Boreal' };
  return JSON.stringify([...Array.from({ length: 1100 }, () => good), row, good]);
}

/* eslint-disable @typescript-eslint/prefer-promise-reject-errors -- some libraries reject with values that are no errors */
const FAULTS: [what: string, fault: () => Promise<ApiResponse>][] = [
  ['an error', () => Promise.reject(new Error(`${SECRET} at /srv/app.ts:1: select * from keys`))],
  [
    'an error that is not in a promise',
    () => {
      throw new TypeError(SECRET);
    },
  ],
  ['an error that asks for a status of its own', () => Promise.reject(new Exposed(SECRET))],
  ['text in place of an error', () => Promise.reject(SECRET)],
  ['nothing in place of an error', () => Promise.reject(undefined)],
  ['an answer that breaks the contract', answer(`[{"id":"${SECRET}"}]`)],
  ['a long list of which one row breaks the contract', answer(longList({ name: SECRET }))],
  ['an answer with a status that the contract has not', answer('[]', 202)],
  ['an answer that is not JSON', answer(`<p>${SECRET}</p>`)],
];

describe('an unexpected error', () => {
  it.each(FAULTS)(
    'returns 500 for %s, with the request id and nothing else, logged once',
    async (_what, planted) => {
      fault = planted;
      const before = logs.length;
      const { status, body, text, headers } = await client('GET', '/facilities');
      const requestId = headers.get('x-request-id')!;
      expect([status, Object.keys(body), body.error]).toEqual([500, ['error', 'message'], 'internal_error']);
      expect(body.message).toContain(requestId);
      expect(text + JSON.stringify([...headers])).not.toContain(SECRET);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(logs.slice(before).filter((line) => line['level'] === 'error')).toMatchObject([
        { requestId, err: expect.anything() },
      ]);
    },
  );

  it('returns a long list whose rows agree with the contract', async () => {
    const text = longList({ id: 'fac_01k4qsdg89fyc89dkyjez660yw', name: 'Cedar' });
    fault = answer(text);
    expect(await client('GET', '/facilities')).toMatchObject({ status: 200, text });
  });

  it('returns 500 for a large response that violates the contract, and discards it', async () => {
    const discard = jest.fn(() => Promise.resolve());
    fault = () =>
      Promise.resolve({
        status: 200,
        body: {
          ...{ bytes: 2, text: () => Promise.resolve('{}'), read: () => Readable.from(['{}']), discard },
          pages: () => Readable.from([[{}]]),
        },
      });
    expect((await client('GET', '/facilities')).status).toBe(500);
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('returns 500 without a body for HEAD', async () => {
    fault = FAULTS[0]![1];
    const { status, text } = await client('HEAD', '/facilities');
    expect([status, text]).toEqual([500, '']);
  });

  it('returns 500 with its own reason phrase for a response whose head cannot be written', async () => {
    fault = () => Promise.resolve({ status: 200, body: '[]', headers: { 'X-Broken': 'a\r\nb' } });
    const reply = await rawRequest(server.url, 'GET', '/facilities', {
      headers: [['X-API-Key', test.cedar.key]],
    });
    expect([reply.status, reply.reason]).toEqual([500, 'Internal Server Error']);
  });

  it('does not affect the next requests', async () => {
    expect((await client('GET', '/control-centers')).status).toBe(200);
    expect((await client('POST', '/cyber-assets', { body: newAsset() })).status).toBe(201);
  });

  it('does not log an error for a 4xx response', async () => {
    const before = logs.length;
    await client('GET', '/nowhere');
    await client('POST', '/cyber-assets', { body: '{"malformed' });
    expect(logs.slice(before).filter((line) => line['level'] !== 'info')).toEqual([]);
  });
});

/** An error that neither the error writer nor the logger can read. */
class Unreadable extends Error {
  override get message(): string {
    throw new Error(SECRET);
  }
}

/* The constant of src/server/api/error-response.ts. */
const LAST_RESORT = {
  error: 'internal_error',
  message: 'Something went wrong on our side. Quote the X-Request-Id when you report it.',
};
const lastResortOf = async (url: string) => {
  const response = await fetch(url, { headers: { 'X-API-Key': test.cedar.key } });
  expect([response.status, response.statusText]).toEqual([500, 'Internal Server Error']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/) as string,
  });
  return response.json();
};

describe('an error writer that fails', () => {
  it.each([
    ['a value with a line break', { Location: 'a\r\nb' }],
    ['a value with a letter that is not Latin', { Location: '\u03b2' }],
    ['a name with a space', { 'a b': SECRET }],
  ])(
    'returns 500 with a constant JSON body for an error with a header field of %s',
    async (_what, headers) => {
      fault = () => Promise.reject(new ApiError('conflict', 'Taken.', { headers: headers }));
      expect(await lastResortOf(`${server.url}/facilities`)).toEqual(LAST_RESORT);
      expect((await client('GET', '/control-centers')).status).toBe(200);
    },
  );

  it('returns 500 with a constant JSON body for an error that cannot be read', async () => {
    fault = () => Promise.reject(new Unreadable());
    expect(await lastResortOf(`${server.url}/facilities`)).toEqual(LAST_RESORT);
  });

  it('returns 500 with a constant JSON body for a site whose error page cannot be made', async () => {
    const logger = pino({ level: 'silent' });
    const site = {
      routes: [],
      failure: (): never => {
        throw new Error(SECRET);
      },
    };
    const app = createSite({ site, https: false, trustProxy: [], origin: () => '', logger });
    const listener = await listen(app, { host: '127.0.0.1', port: 0, logger });
    const body: unknown = await lastResortOf(`${listener.url}/nowhere`).finally(() => listener.close(0));
    expect(body).toEqual(LAST_RESORT);
  });
});
