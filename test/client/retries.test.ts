// What the client sends again, what it does not, and what it tells of it.
import { type CallError, type RetryEvent, createClient } from '../../src/client';
import { type Scripted, type Step, startScripted } from './scripted';

const ID = { path: { id: 'ca_1' } };
const ASSET = { id: 'ca_1', name: 'RTU01' };
const NEW = { name: 'RTU01', cyber_system_id: 'cs_1', asset_type: 'hardware' } as const;

let server: Scripted;
beforeAll(async () => void (server = await startScripted()));
afterAll(() => server.close());
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0)); // of a wait with full jitter nothing is left
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
const triesOf = ({ attempts }: Outcome): number => attempts;

const refusal = (status: number, error: string, headers = {}): Step => ({
  status,
  headers,
  body: { error, message: 'No.' },
});
const TRANSIENT: [string, Step][] = [
  ['a dropped connection', { fault: 'drop' }],
  ['a body that is cut off', { body: ASSET, fault: 'cut' }],
  ['JSON that ends too early', { headers: { 'Content-Type': 'application/json' }, body: '{"id": "ca_' }],
  ['408', refusal(408, 'request_timeout')],
  ['429', refusal(429, 'rate_limited')],
  ['502 of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['503', refusal(503, 'unavailable', { 'Retry-After': '0' })],
  ['504 of a proxy', { status: 504 }],
];

describe.each(REPEATABLE)('%s', (name) => {
  it.each(TRANSIENT)('is sent again after %s, the same in every field', async (_what, step) => {
    server.script(step, step, { body: ASSET });
    const outcome = await CALLS[name]!(open());
    expect([outcome.error, triesOf(outcome)]).toEqual([undefined, 3]);
    expect(
      new Set(
        server.asked.map((asked) =>
          JSON.stringify({ ...asked, headers: { ...asked.headers, connection: '' } }),
        ),
      ).size,
    ).toBe(1);
  });

  it.each([500, 501, 400, 401, 403, 404, 409, 412, 413, 422, 431])(
    'is not sent again after %d',
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

describe('PATCH without If-Match, which may overwrite what came between', () => {
  it.each(TRANSIENT.filter(([what]) => what !== '429'))('is not sent again after %s', async (_what, step) => {
    server.script(step, { body: ASSET });
    expect(triesOf(await CALLS['PATCH without If-Match']!(open()))).toBe(1);
  });

  it('is sent again after 429, which was refused before it was looked at', async () => {
    server.script(refusal(429, 'rate_limited'), { body: ASSET });
    expect(triesOf(await CALLS['PATCH without If-Match']!(open()))).toBe(2);
  });

  it('is sent again when there was no connection to send it on', async () => {
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

  it('tells that the change may have been made when its answer was lost', async () => {
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
  ['a page that says 200', { body: '<h1>Welcome</h1>' }, true],
  ['a 200 with nothing in it', { status: 200 }, true],
  ['501', refusal(501, 'not_implemented'), false],
  ['a redirect', { status: 302, headers: { Location: '/sign-in' } }, false],
] satisfies [string, Step, boolean][])(
  'after %s it is told whether the change may have been made',
  async (_what, step, maybeDone) => {
    for (const name of Object.keys(CALLS).slice(1)) {
      server.script(step);
      expect([name, (await CALLS[name]!(open())).error]).toMatchObject([name, { kind: 'api', maybeDone }]);
    }
  },
);

describe('Idempotency-Key', () => {
  it('is another one for each call, and the caller’s own when it gives one', async () => {
    server.script({ status: 201, body: ASSET });
    await CALLS['POST']!(open());
    await CALLS['POST']!(open());
    await open().POST('/cyber-assets', { params: { header: { 'Idempotency-Key': 'mine' } }, body: NEW });
    const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\da-f-]{36}$/),
      'mine',
    ]);
    expect(new Set(keys).size).toBe(3);
  });

  it('is in the error, for who wants to send the same call again later', async () => {
    server.script({ fault: 'drop' });
    const { error } = await CALLS['POST']!(open());
    expect(error).toMatchObject({
      idempotencyKey: server.asked[0]!.headers['idempotency-key'],
      maybeDone: true,
      attempts: 5,
    });
  });

  it('409 is waited for while the first call is running: when the server says so, and after a try whose answer was lost', async () => {
    server.script(refusal(409, 'conflict', { 'Retry-After': '0' }), { status: 201, body: ASSET });
    expect(triesOf(await CALLS['POST']!(open()))).toBe(2);
    server.script({ fault: 'drop' }, refusal(409, 'conflict'), {
      status: 201,
      headers: { 'Idempotency-Replayed': 'true' },
      body: ASSET,
    });
    expect(await CALLS['POST']!(open())).toMatchObject({ attempts: 3, replayed: true });
  });
});

it('a 404 to a repeated DELETE is the end that was asked for', async () => {
  server.script({ fault: 'drop' }, refusal(404, 'not_found'));
  expect(await CALLS['DELETE']!(open())).toMatchObject({
    data: undefined,
    status: 404,
    replayed: true,
    attempts: 2,
  });
});

it('a 404 to a repeated DELETE whose first try was refused before it was looked at is a 404', async () => {
  server.script(refusal(429, 'rate_limited'), refusal(404, 'not_found'));
  expect((await CALLS['DELETE']!(open())).error).toMatchObject({
    code: 'not_found',
    maybeDone: false,
    attempts: 2,
  });
});

it('a 412 to a repeated PATCH says that the first try may have been the change', async () => {
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

it('a 201 whose body never came whole keeps its status', async () => {
  server.script({ status: 201, body: ASSET, fault: 'cut' });
  expect((await CALLS['POST']!(open({ retries: 0 }))).error).toMatchObject({
    kind: 'connection',
    status: 201,
    maybeDone: true,
  });
});

it('gives up after the retries it may have, with the last refusal', async () => {
  server.script(refusal(503, 'unavailable', { 'Retry-After': '0' }));
  expect((await CALLS['GET']!(open({ retries: 2 }))).error).toMatchObject({
    code: 'unavailable',
    attempts: 3,
    retryAfter: 0,
  });
});

it('tells each try and each retry to its hooks, under one request id, and never the key', async () => {
  const told: unknown[] = [];
  const onRetry = ({ attempt, delay, error }: RetryEvent) => told.push(['retry', attempt, delay, error.kind]);
  server.script({ fault: 'drop' }, { body: ASSET });
  const client = open({ apiKey: 'k-secret', onRequest: (event: unknown) => told.push(event), onRetry });
  await client.GET('/cyber-assets/{id}', { params: ID, requestId: 'night-run-7' });
  const event = {
    method: 'GET',
    path: '/cyber-assets/{id}',
    url: `${server.url}/cyber-assets/ca_1`,
    requestId: 'night-run-7',
  };
  expect(told).toEqual([{ ...event, attempt: 1 }, ['retry', 1, 0, 'connection'], { ...event, attempt: 2 }]);
  expect(server.asked.map(({ headers }) => headers['x-request-id'])).toEqual(['night-run-7', 'night-run-7']);
  expect(JSON.stringify(told)).not.toContain('k-secret');
});
