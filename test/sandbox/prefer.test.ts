// Tests `Prefer`: its syntax, the errors for invalid preferences, and the errors that precede it.
import { rawRequest } from '../support/raw';
import { expectSameAnswer } from '../support/client';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { startTestServer } from '../support/server';
import { PATCH_TASK, RTU } from './walk-ids';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const TASK = `/tasks/${PATCH_TASK}`;
const get = (prefer: string, path = TASK) => sandbox.client('GET', path, { headers: { Prefer: prefer } });

/** Both an available and a planned operation. */
const PATHS = [TASK, `/cyber-assets/${RTU}`];

it.each([
  ['code=404', 404, 'code=404'],
  ['code="404"', 404, 'code=404'],
  ['Code = 404', 404, 'code=404'],
  ['code=404;', 404, 'code=404'],
  ['delay=0; code=404', 404, 'code=404, delay=0'],
  ['code=404, code=500', 404, 'code=404'],
  ['code=404, code=abc', 404, 'code=404'],
  ['dynamic=true, dynamic=maybe', 200, 'dynamic=true'],
  ['delay=1ms, delay=11', 200, 'delay=0.001'],
  ['return=minimal, code=503, wait=100', 503, 'code=503'],
  ['return="code=500, \\"code=503", code=404', 404, 'code=404'],
  ['code=400, example=malformedJson', 400, 'code=400, example="malformedJson"'],
  ['dynamic=true, code=404', 404, 'code=404'],
  ['dynamic=true', 200, 'dynamic=true'],
  ['dynamic=false', 200, null],
  ['respond-async', 200, null],
  ['wait=100, handling=strict; priority=5', 200, null],
  ['xcode=404', 400, null],
  ['cod=404, code=503', 400, null],
  ['', 200, null],
  [',;= "', 200, null],
])('Prefer: %s returns %i and the applied preferences %s', async (prefer, status, applied) => {
  for (const path of PATHS) {
    const reply = await get(prefer, path);
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([status, applied]);
  }
});

it('several header fields are combined', async () => {
  const headers: [string, string][] = [
    ['X-API-Key', sandbox.key],
    ['Prefer', 'example=malformedJson'],
    ['Prefer', 'code=400'],
    ['Prefer', 'code=500'],
  ];
  const { status, text, headers: responseHeaders } = await rawRequest(sandbox.url, 'GET', TASK, { headers });
  expect([
    status,
    (JSON.parse(text) as { error: string }).error,
    responseHeaders['preference-applied'],
  ]).toEqual([400, 'invalid_json', 'code=400, example="malformedJson"']);
});

it('HEAD returns the same status as GET', async () => {
  const { status, text, headers } = await sandbox.client('HEAD', TASK, { headers: { Prefer: 'code=503' } });
  expect([status, text, headers.get('retry-after'), headers.get('preference-applied')]).toEqual([
    503,
    '',
    expect.any(String),
    'code=503',
  ]);
});

it.each([
  ['code=418', /418.*200, 304, 400, 401/],
  ['code=201', /200, 304, 400, 401/],
  ['code=abc', /code must be a status, for example 404/],
  ['code=', /code must be a status/],
  ['code', /code must be a status/],
  ['code=600', /code must be a status/],
  ['code=4040', /code must be a status/],
  ['code=-404', /code must be a status/],
  ['example=nonsense', /"nonsense" for 200; it has \w+/],
  ['example=', /has no example "" for 200; it has \w+/],
  ['example=toString', /it has \w+/],
  ['example=__proto__', /it has \w+/],
  ['code=404, example=limitReached', /"limitReached" for 404; it has unknownId/],
  ['code=304, example=any', /it has none/],
  ['dynamic=maybe', /dynamic must be true or false/],
  ['dynamic', /dynamic must be true or false/],
  ['delay=11', /at most 10/],
  ['delay=10.001', /at most 10/],
  ['delay=10001ms', /at most 10/],
  ['delay=-1', /delay is in seconds/],
  ['delay=soon', /delay is in seconds/],
  ['delay=1e9', /delay is in seconds/],
  ['delay=', /delay is in seconds/],
])('Prefer: %s returns 400 with the possible values', async (prefer, words) => {
  for (const path of PATHS) {
    const { status, body, headers } = await get(prefer, path);
    expect([status, body.error, body.details]).toEqual([
      400,
      'validation_error',
      [{ field: 'Prefer', message: expect.stringMatching(words) }],
    ]);
    expect(body.message).toMatch(words);
    expect([headers.get('x-answered-by'), headers.get('preference-applied')]).toEqual(['server', null]);
  }
});

it.each([
  ['a body that breaks the contract', 'POST', '/tasks', { body: { title: '' } }, 400, 'validation_error'],
  ['malformed JSON', 'POST', '/cyber-assets', { body: '{' }, 400, 'invalid_json'],
  [
    'another media type',
    'POST',
    '/tasks',
    { body: 'x', headers: { 'Content-Type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  ['an unknown query parameter', 'GET', '/tasks?x=1', {}, 400, 'validation_error'],
  ['a malformed id', 'GET', '/tasks/1', {}, 404, 'not_found'],
  ['an unknown path', 'GET', '/nowhere', {}, 404, 'not_found'],
  ['an unsupported method', 'PATCH', '/tasks', { body: {} }, 405, 'method_not_allowed'],
  ['no key', 'GET', TASK, { key: null }, 401, 'unauthorized'],
] as const)(
  '%s is rejected before any preference applies',
  async (_what, method, path, options, status, error) => {
    for (const Prefer of ['code=503', 'code=200', 'dynamic=true', 'code=abc', 'delay=11']) {
      const reply = await sandbox.client(method, path, {
        ...options,
        headers: { ...('headers' in options ? options.headers : {}), Prefer },
      });
      expect([reply.status, reply.body.error, reply.headers.get('preference-applied')]).toEqual([
        status,
        error,
        null,
      ]);
      for (const { field } of (reply.body.details ?? []) as { field: string }[])
        expect(field).not.toBe('Prefer');
    }
  },
);

it.each([
  ['delay=0.3', 200, '/facilities'],
  ['delay=300ms', 200, TASK],
  ['delay="0.3", code=503', 503, TASK],
  ['code=404, delay=0.3s', 404, '/facilities/fac_01k808vjcneks9f5c457w3x0x2'],
])('Prefer: %s returns %i after the delay', async (prefer, status, path) => {
  const before = performance.now();
  expect((await get(prefer, path)).status).toBe(status);
  expect(performance.now() - before).toBeGreaterThanOrEqual(299); // timers have a precision of 1 ms
});

it('has no effect on the real server', async () => {
  const real = await startTestServer();
  for (const path of [
    '/facilities',
    '/cyber-assets/ca_cedar_rtu',
    '/cyber-assets/none',
    '/tasks',
    '/nowhere',
  ]) {
    for (const Prefer of ['code=404', 'code=abc', 'example=none', 'dynamic=true', 'delay=11']) {
      expectSameAnswer(
        await real.client('GET', path, { headers: { Prefer } }),
        await real.client('GET', path),
      );
    }
  }
  await real.close();
});
