// Tests that Prefer returns every response that the contract declares, on planned and available operations,
// without any change.
import { KEY_ADVICE } from '../../src/server/records/world';
import { operations } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { AVAILABLE } from './available';
import { type Step, formOf } from './walk';
import { RTU } from './walk-ids';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

type AnyStep = Pick<Step, 'method' | 'path' | 'headers' | 'body' | 'form'>;
const request = ({ method, path, headers, body, form }: AnyStep, Prefer: string) =>
  sandbox.client(method, path, { headers: { ...headers, Prefer }, body: form ? formOf(form) : body });
const stepOf = (wanted: string) =>
  [...AVAILABLE, ...STEPS].find(({ operationId }) => operationId === wanted) as AnyStep;

const CODES: [code: string, error: string, header?: [name: string, value: RegExp]][] = [
  ['401', 'unauthorized', ['www-authenticate', /X-API-Key/]],
  ['404', 'not_found'],
  ['409', 'conflict'],
  ['429', 'rate_limited', ['retry-after', /^[1-9]\d*$/]],
  ['500', 'internal_error'],
  ['503', 'unavailable', ['retry-after', /^[1-9]\d*$/]],
];

it.each(operations)(
  '$operationId returns each declared status with Prefer: code',
  async ({ operationId, availability, responses }) => {
    for (const code of Object.keys(responses)) {
      const { status, body, headers } = await request(stepOf(operationId), `code=${code}`);
      expect([String(status), headers.get('x-answered-by'), headers.get('x-availability')]).toEqual([
        code,
        'mock',
        availability,
      ]);
      expect(headers.get('preference-applied')).toBe(`code=${code}`);
      const [, error, header] = CODES.find(([known]) => known === code) ?? [];
      if (error) expect([code, body]).toEqual([code, { error, message: expect.any(String) }]); // as in production
      if (code === '429' || code === '503')
        expect(body.message).toContain(`in ${headers.get('retry-after')} seconds`);
      if (header) expect([code, headers.get(header[0])]).toEqual([code, expect.stringMatching(header[1])]);
    }
  },
);

/** All operations share the error examples except 409, so one operation with most of them is enough. */
const ERRORS_OF = 'updateTask';

it.each(operations)(
  '$operationId returns each of its examples with Prefer, whatever the request',
  async ({ operationId, responses }) => {
    for (const [code, { content = {} }] of Object.entries(responses)) {
      if (code >= '400' && code !== '409' && operationId !== ERRORS_OF) continue;
      for (const [name, { value }] of Object.entries(content['application/json']?.examples ?? {})) {
        const { status, body, headers } = await request(stepOf(operationId), `code=${code}, example=${name}`);
        const choosesType = Object.keys(content).length > 1; // its first media type is CSV
        expect([status, choosesType ? value : body]).toEqual([Number(code), value]);
        expect(headers.get('preference-applied')).toBe(`code=${code}, example="${name}"`);
      }
    }
  },
);

it('most operations can return each of these errors with Prefer', () => {
  for (const [code] of CODES)
    expect(operations.filter(({ responses }) => code in responses).length).toBeGreaterThan(40);
});

it.each(operations.filter(({ requestBody, responses }) => !requestBody && '400' in responses))(
  'a requested 400 of $operationId, which takes no body, does not mention a body',
  async ({ operationId }) => {
    const { body } = await request(stepOf(operationId), 'code=400');
    expect(body).toMatchObject({
      error: 'validation_error',
      details: [{ message: 'is not a query parameter of this operation' }],
    });
  },
);

it.each([
  ['401', { key: null }, '/tasks'],
  ['404', {}, '/evidence/by-resource/none'], // of several kinds, as the shared example
])('a requested %s has the same body and WWW-Authenticate as a real one', async (code, options, path) => {
  const real = await sandbox.client('GET', path, options);
  const requested = await sandbox.client('GET', `/tasks/tsk_01kk358wb4fm7r1620hdjd55v4`, {
    headers: { Prefer: `code=${code}` },
  });
  // Only the message of a real 401 of the sandbox goes on, with the places of keys.
  const text = real.text.replace(` ${KEY_ADVICE}`, '');
  expect([requested.status, requested.text, requested.headers.get('www-authenticate')]).toEqual([
    real.status,
    text,
    real.headers.get('www-authenticate'),
  ]);
});

it('a requested response of a write operation writes nothing', async () => {
  const before = await sandbox.client('GET', '/cyber-assets');
  const [create, update, remove] = ['createCyberAsset', 'updateCyberAsset', 'deleteCyberAsset'].map(stepOf);
  for (const prefer of ['code=201', 'dynamic=true', 'example=rtu', 'code=503'])
    await request(create!, prefer);
  for (const prefer of ['code=200', 'dynamic=true', 'code=412']) await request(update!, prefer);
  for (const prefer of ['code=204', 'dynamic=true', 'code=404']) await request(remove!, prefer);
  expect((await sandbox.client('GET', '/cyber-assets')).text).toBe(before.text);
});

it('a requested error leaves the idempotency key free for the retry', async () => {
  const body = {
    name: 'CVPCC-RETRY01',
    cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn',
    asset_type: 'software',
  };
  const headers = { 'Idempotency-Key': 'retry-after-rehearsal' };
  expect(
    (await sandbox.client('POST', '/cyber-assets', { body, headers: { ...headers, Prefer: 'code=503' } }))
      .status,
  ).toBe(503);
  const retried = await sandbox.client('POST', '/cyber-assets', { body, headers });
  expect([retried.status, retried.body.name, retried.headers.get('idempotency-replayed')]).toEqual([
    201,
    body.name,
    null,
  ]);
  await sandbox.client('DELETE', `/cyber-assets/${retried.body.id}`);
});

it('an available operation responds itself without a preference, or with a delay only', async () => {
  for (const prefer of ['', 'delay=0', 'dynamic=false', 'respond-async']) {
    const { status, body, headers } = await sandbox.client('GET', `/cyber-assets/${RTU}`, {
      headers: { Prefer: prefer },
    });
    expect([status, body.id, headers.get('x-answered-by'), headers.get('x-availability')]).toEqual([
      200,
      RTU,
      'server',
      'available',
    ]);
  }
});
