// Tests which requests the client retries, and what it reports about retries.
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type CallError, type RetryEvent, createClient } from '../../src/client';
import { type ScriptedServer, type Step, startScripted } from './scripted';
import { FIRST } from '../support/tls';

const ID = { path: { id: 'ca_1' } };
const ASSET = { id: 'ca_1', name: 'RTU01' };
const NEW = { name: 'RTU01', cyber_system_id: 'cs_1', asset_type: 'hardware' } as const;

let server: ScriptedServer;
beforeAll(async () => void (server = await startScripted()));
afterAll(() => server.close());
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0)); // no delay before a retry
afterEach(() => jest.restoreAllMocks());

const open = (options = {}) => createClient({ baseUrl: server.url, apiKey: 'k', ...options });
type Client = ReturnType<typeof open>;
type Outcome = { error?: CallError | undefined; attempts: number };

const CALLS: Record<string, (client: Client) => Promise<Outcome>> = {
  GET: (client) => client.GET('/cyber-assets/{id}', { params: ID }),
  POST: (client) => client.POST('/cyber-assets', { body: NEW }),
  DELETE: (client) => client.DELETE('/cyber-assets/{id}', { params: ID }),
  'PATCH with If-Match': (client) =>
    client.PATCH('/cyber-assets/{id}', {
      params: { ...ID, header: { 'If-Match': '"1"' } },
      body: { name: 'RTU02' },
    }),
  'PATCH without If-Match': (client) =>
    client.PATCH('/cyber-assets/{id}', { params: ID, body: { name: 'RTU02' } }),
};
const REPEATABLE = Object.keys(CALLS).slice(0, 4);
const attemptsOf = ({ attempts }: Outcome): number => attempts;

const refusal = (status: number, error: string, headers = {}): Step => ({
  status,
  headers,
  body: { error, message: 'No.' },
});
const TRANSIENT: [string, Step][] = [
  ['a dropped connection', { fault: 'drop' }],
  ['a truncated body', { body: ASSET, fault: 'cut' }],
  ['truncated JSON', { headers: { 'Content-Type': 'application/json' }, body: '{"id": "ca_' }],
  ['408', refusal(408, 'request_timeout')],
  ['429', refusal(429, 'rate_limited')],
  ['502 of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['503', refusal(503, 'unavailable', { 'Retry-After': '0' })],
  ['504 of a proxy', { status: 504 }],
];

describe.each(REPEATABLE)('%s', (name) => {
  it.each(TRANSIENT)('is retried after %s with identical requests', async (_what, step) => {
    server.script(step, step, { body: ASSET });
    const outcome = await CALLS[name]!(open());
    expect([outcome.error, attemptsOf(outcome)]).toEqual([undefined, 3]);
    expect(
      new Set(
        server.requests.map((request) =>
          JSON.stringify({ ...request, headers: { ...request.headers, connection: '' } }),
        ),
      ).size,
    ).toBe(1);
  });

  it.each([500, 501, 400, 401, 403, 404, 409, 412, 413, 422, 431])(
    'is not retried after %d',
    async (status) => {
      server.script(refusal(status, 'bad_request'));
      const { error } = await CALLS[name]!(open());
      expect(error).toMatchObject({
        kind: 'api',
        status,
        attempts: 1,
        maybeDone: status === 500 && name !== 'GET',
      });
    },
  );
});

describe('PATCH without If-Match, which may overwrite a concurrent change', () => {
  it.each(TRANSIENT.filter(([what]) => what !== '429'))('is not retried after %s', async (_what, step) => {
    server.script(step, { body: ASSET });
    expect(attemptsOf(await CALLS['PATCH without If-Match']!(open()))).toBe(1);
  });

  it('is retried after 429, because the server did not process the request', async () => {
    server.script(refusal(429, 'rate_limited'), { body: ASSET });
    expect(attemptsOf(await CALLS['PATCH without If-Match']!(open()))).toBe(2);
  });

  it('is retried when the connection fails before the request is sent', async () => {
    const gone = await startScripted();
    await gone.close();
    const { error } = await CALLS['PATCH without If-Match']!(open({ baseUrl: gone.url, retries: 2 }));
    expect(error).toMatchObject({
      kind: 'connection',
      attempts: 3,
      maybeDone: false,
      message: `The server ${gone.url} cannot be reached (ECONNREFUSED).`,
    });
  });

  it.each([
    ['a certificate that is not trusted', true, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'set NODE_EXTRA_CA_CERTS'],
    ['a server without TLS', false, 'ERR_SSL_', 'Check the address'],
  ])('is not retried with %s, and the message names the error', async (_what, isTls, code, advice) => {
    const options = { cert: readFileSync(FIRST.certificate), key: readFileSync(FIRST.key) };
    const other = isTls ? createHttpsServer(options) : createHttpServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const baseUrl = `https://localhost:${(other.address() as AddressInfo).port}`;
    const { error } = await CALLS['PATCH without If-Match']!(open({ baseUrl, retries: 2 }));
    other.close();
    expect(error).toMatchObject({ kind: 'connection', attempts: 1, maybeDone: false });
    expect(error!.message).toContain(`The TLS connection to ${baseUrl} failed (${code}`);
    expect(error!.message).toContain(advice);
  });

  it('returns maybeDone: true when the response is lost', async () => {
    server.script({ fault: 'drop' });
    expect((await CALLS['PATCH without If-Match']!(open())).error).toMatchObject({
      kind: 'connection',
      maybeDone: true,
    });
  });
});

it.each([
  ['520 of a proxy', { status: 520 }, true],
  ['524 of a proxy', { status: 524, body: '<h1>A time-out occurred</h1>' }, true],
  ['an HTML page with status 200', { body: '<h1>Welcome</h1>' }, true],
  ['a 200 without a body', { status: 200 }, true],
  ['501', refusal(501, 'not_implemented'), false],
  ['a redirect', { status: 302, headers: { Location: '/sign-in' } }, false],
] satisfies [string, Step, boolean][])(
  'maybeDone states after %s whether the change may have been made',
  async (_what, step, maybeDone) => {
    for (const name of Object.keys(CALLS).slice(1)) {
      server.script(step);
      expect([name, (await CALLS[name]!(open())).error]).toMatchObject([name, { kind: 'api', maybeDone }]);
    }
  },
);

describe('Idempotency-Key', () => {
  it('is different for each call, or the key that the caller sets', async () => {
    server.script({ status: 201, body: ASSET });
    await CALLS['POST']!(open());
    await CALLS['POST']!(open());
    await open().POST('/cyber-assets', { params: { header: { 'Idempotency-Key': 'mine' } }, body: NEW });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\da-f-]{36}$/),
      'mine',
    ]);
    expect(new Set(keys).size).toBe(3);
  });

  it('is part of the error, so that the caller can retry the call later', async () => {
    server.script({ fault: 'drop' });
    const { error } = await CALLS['POST']!(open());
    expect(error).toMatchObject({
      idempotencyKey: server.requests[0]!.headers['idempotency-key'],
      maybeDone: true,
      attempts: 5,
    });
  });

  it('a 409 for a running call is retried after Retry-After or a lost response', async () => {
    server.script(refusal(409, 'conflict', { 'Retry-After': '0' }), { status: 201, body: ASSET });
    expect(attemptsOf(await CALLS['POST']!(open()))).toBe(2);
    server.script({ fault: 'drop' }, refusal(409, 'conflict'), {
      status: 201,
      headers: { 'Idempotency-Replayed': 'true' },
      body: ASSET,
    });
    expect(await CALLS['POST']!(open())).toMatchObject({ attempts: 3, replayed: true });
  });
});

it('DELETE returns success when a retry after a lost response returns 404', async () => {
  server.script({ fault: 'drop' }, refusal(404, 'not_found'));
  expect(await CALLS['DELETE']!(open())).toMatchObject({
    data: undefined,
    status: 404,
    replayed: true,
    attempts: 2,
  });
});

it('DELETE returns not_found when a retry after 429 returns 404', async () => {
  server.script(refusal(429, 'rate_limited'), refusal(404, 'not_found'));
  expect((await CALLS['DELETE']!(open())).error).toMatchObject({
    code: 'not_found',
    maybeDone: false,
    attempts: 2,
  });
});

it('PATCH returns maybeDone: true when a retry after a lost response returns 412', async () => {
  server.script({ fault: 'drop' }, refusal(412, 'precondition_failed'));
  expect((await CALLS['PATCH with If-Match']!(open())).error).toMatchObject({
    code: 'precondition_failed',
    maybeDone: true,
    attempts: 2,
  });
  server.script(refusal(412, 'precondition_failed'));
  expect((await CALLS['PATCH with If-Match']!(open())).error).toMatchObject({
    code: 'precondition_failed',
    maybeDone: false,
    attempts: 1,
  });
});

it('POST keeps the status 201 when the body is truncated', async () => {
  server.script({ status: 201, body: ASSET, fault: 'cut' });
  expect((await CALLS['POST']!(open({ retries: 0 }))).error).toMatchObject({
    kind: 'connection',
    status: 201,
    maybeDone: true,
  });
});

it('GET returns the last error after the maximum number of retries', async () => {
  server.script(refusal(503, 'unavailable', { 'Retry-After': '0' }));
  expect((await CALLS['GET']!(open({ retries: 2 }))).error).toMatchObject({
    code: 'unavailable',
    attempts: 3,
    retryAfter: 0,
  });
});

it('the hooks receive each attempt and each retry with one request id, and never the API key', async () => {
  const events: unknown[] = [];
  const onRetry = ({ attempt, delay, error }: RetryEvent) =>
    events.push(['retry', attempt, delay, error.kind]);
  server.script({ fault: 'drop' }, { body: ASSET });
  const client = open({ apiKey: 'k-secret', onRequest: (event: unknown) => events.push(event), onRetry });
  await client.GET('/cyber-assets/{id}', { params: ID, requestId: 'night-run-7' });
  const event = {
    method: 'GET',
    path: '/cyber-assets/{id}',
    url: `${server.url}/cyber-assets/ca_1`,
    requestId: 'night-run-7',
  };
  expect(events).toEqual([{ ...event, attempt: 1 }, ['retry', 1, 0, 'connection'], { ...event, attempt: 2 }]);
  expect(server.requests.map(({ headers }) => headers['x-request-id'])).toEqual([
    'night-run-7',
    'night-run-7',
  ]);
  expect(JSON.stringify(events)).not.toContain('k-secret');
});
