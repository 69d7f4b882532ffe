// Which paths and methods lead somewhere, and what the others get.
import { operations } from '../../../generated/operations';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const raw = (method: string, path: string) =>
  rawRequest(test.url, method, path, { headers: [['X-API-Key', test.cedar.key]] });
const methodsOf = (allow: string | null | undefined) => (allow ?? '').split(/, */).sort();
const errorOf = (text: string): string => (JSON.parse(text) as { error: string }).error;

const ALLOWED: [path: string, allow: string[]][] = [
  ['/facilities', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/facilities/fac_cedar_sun', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']],
  ['/control-centers', ['GET', 'HEAD', 'OPTIONS']],
  ['/control-centers/cc_cedar_primary', ['GET', 'HEAD', 'OPTIONS']],
  ['/cyber-systems', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/cyber-systems/cs_cedar_ems', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']],
  ['/cyber-assets', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/cyber-assets/ca_cedar_rtu', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']],
];

describe('routing', () => {
  it.each(ALLOWED)('returns 204 with Allow for OPTIONS %s', async (path, allow) => {
    const { status, text, headers } = await test.client('OPTIONS', path);
    expect([status, text, methodsOf(headers.get('allow'))]).toEqual([204, '', allow]);
  });

  it.each(ALLOWED)('returns 405 with Allow for PUT %s', async (path, allow) => {
    const { status, body, headers } = await test.client('PUT', path, { body: '{"not json' });
    expect([status, body.error, methodsOf(headers.get('allow'))]).toEqual([405, 'method_not_allowed', allow]);
  });

  it('returns 405 and Allow for the methods of a fixed path, not those of a sibling path with an id', async () => {
    const fixed = [...new Set(operations.map(({ path }) => path))].filter((path) => !path.includes('{'));
    expect(fixed).toEqual(
      expect.arrayContaining([
        '/tasks/bulk',
        '/users/me',
        '/policy-documents/upload',
        '/invitations/validate',
      ]),
    );
    for (const path of fixed) {
      const methods: string[] = operations
        .filter((operation) => operation.path === path)
        .map(({ method }) => method);
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
      expect([path, methodsOf((await test.client('OPTIONS', path)).headers.get('allow'))]).toEqual([
        path,
        allow,
      ]);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (other) => !methods.includes(other),
      )) {
        const { status, text, headers } = await raw(method, path);
        expect([method, path, status, errorOf(text), methodsOf(headers.allow)]).toEqual([
          method,
          path,
          405,
          'method_not_allowed',
          allow,
        ]);
      }
    }
  });

  it.each(['TRACE', 'PROPFIND', 'PURGE', 'LOCK'])('returns 405 for the method %s', async (method) => {
    const { status, text, headers } = await raw(method, '/facilities');
    expect([status, errorOf(text), methodsOf(headers.allow)]).toEqual([
      405,
      'method_not_allowed',
      ['GET', 'HEAD', 'OPTIONS', 'POST'],
    ]);
  });

  it.each([
    '/',
    '/nowhere',
    '/v1/facilities',
    '/FACILITIES',
    '/Facilities',
    '/facilities/',
    '//facilities',
    '/facilities//',
    '/facilities//fac_cedar_sun',
    '/facilities/fac_cedar_sun/',
    '/facilities/fac_cedar_sun/nothing',
    '/./facilities',
    '/nowhere/../facilities',
    '/facilities/.',
    '/facilities/..',
    '/facilities/%2e%2e/facilities',
    '/facilities%2Ffac_cedar_sun',
    '/facilities/fac_cedar_sun%2F',
    '/facilities/a%2Fb',
    '/facilities/%00',
    '/facilities/fac_cedar_sun%00',
    '/facilities/fac_cedar_sun%0d%0aX-Injected:%201',
    '/facilities/fac_%F0%9F%94%8C',
    '/facilities;x=1',
    '/facilities.json',
    '/__proto__',
    '/facilities/__proto__',
    '/constructor',
    '/openapi.json',
    '/health',
    '/metrics',
  ])('returns 404 for GET %s', async (path) => {
    const { status, text, headers } = await raw('GET', path);
    const texts = [
      (await test.client('GET', '/nowhere')).text, // no path of an operation
      (await test.client('GET', '/facilities/fac_missing')).text, // no record of the organization
    ];
    expect([status, texts.includes(text)]).toEqual([404, true]);
    expect(headers['x-injected']).toBeUndefined();
  });

  it.each(['OPTIONS', 'POST', 'DELETE', 'PUT', 'TRACE'])(
    'returns 404 for %s of an unknown path, without Allow',
    async (method) => {
      const { status, headers } = await raw(method, '/nowhere');
      expect([status, headers.allow]).toEqual([404, undefined]);
    },
  );

  it('returns 404 without a body for HEAD of an unknown path', async () => {
    const { status, text } = await test.client('HEAD', '/nowhere');
    expect([status, text]).toEqual([404, '']);
  });

  it.each(['/%ZZ', '/nowhere/%ZZ'])(
    'returns 400 for the malformed percent-encoding in %s, though no operation has such a path',
    async (path) => {
      const { status, text } = await raw('GET', path);
      expect([status, errorOf(text)]).toEqual([400, 'bad_request']);
    },
  );

  it.each([
    ['?limit=5', 'limit'],
    ['?limit=5&limit=6', 'limit'],
    ['?impact_rating=high&offset', 'impact_rating'],
    ['?__proto__=1', '__proto__'],
    ['?%ZZ=%ZZ', '%ZZ'],
  ])('400 that names the query parameter in %s', async (query, field) => {
    const { status, body } = await test.client('GET', `/cyber-systems${query}`);
    expect([status, body.error, body.details[0].field]).toEqual([400, 'validation_error', field]);
  });

  it.each(['/facilities?', '/facilities?&'])('returns 200 for %s, which has no parameter', async (path) => {
    expect((await raw('GET', path)).status).toBe(200);
  });

  it('returns 200 for the absolute form of a request target, as RFC 9112 requires of servers', async () => {
    expect((await raw('GET', `${test.url}/facilities`)).status).toBe(200);
  });

  it('returns 200 with the request id of the client, or with a new one when it is not fit', async () => {
    const idFor = async (given: string) =>
      (await test.client('GET', '/facilities', { headers: { 'X-Request-Id': given } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('ticket-4711')).toBe('ticket-4711');
    for (const unfit of ['two words', 'x'.repeat(129), 'é'])
      expect(await idFor(unfit)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
