// Tests the request log of the console: the newest 500 requests, without keys, and the rule that rejected a
// request.
import { contractDocument } from '../../src/contract/document';
import type { Observation } from '../../src/server/api/observe';
import { createRequestLog } from '../../src/sandbox/console/request-log';
import { createFindRule } from '../../src/sandbox/console/rule';

const ruleOf = createFindRule(() => contractDocument);
const newLog = () => createRequestLog(ruleOf);

/** Returns the entry of a request in a log of its own. */
function entryOf(observation: Observation) {
  const log = newLog();
  log.add(observation);
  return log.find(1)!;
}

const KEY = 'cik_test_CedarValleyPowerAndLightDemo010TfbS6';

const observed = (fields: Partial<Observation> = {}): Observation => ({
  requestId: 'r',
  time: '2026-03-27T13:08:26.780Z',
  method: 'GET',
  path: '/facilities',
  status: 200,
  milliseconds: 1,
  answeredBy: 'server',
  request: { headers: {} },
  response: { headers: {} },
  ...fields,
});

describe('the log', () => {
  it('has the newest 500 requests, newest first, with consecutive numbers', async () => {
    const log = newLog();
    for (let count = 1; count <= 502; count++) log.add(observed());
    const numbers = (await log.lines()).map(({ number }) => number);
    expect(numbers).toHaveLength(500);
    expect([numbers.at(0), numbers.at(-1)]).toEqual([502, 3]);
    expect(log.find(2)).toBeUndefined();
    expect(log.find(3)?.number).toBe(3);
  });

  it('has headers and bodies only for a single request', async () => {
    const log = newLog();
    log.add(observed({ request: { headers: { a: 'b' }, body: { bytes: 1, text: 'x' } } }));
    expect((await log.lines())[0]).not.toHaveProperty('request');
    expect((await log.lines())[0]).not.toHaveProperty('response');
    expect(log.find(1)?.request.body?.text).toBe('x');
  });

  it('lists requests with costly bodies without masking these, and lets others run while it masks long paths', async () => {
    const log = newLog();
    const names = Array.from({ length: 6000 }, (_none, index) => `n${index}=`).join('');
    const text = `${names}&`.repeat(2);
    for (let count = 0; count < 500; count++) {
      const message = { headers: {}, body: { bytes: text.length, text: `${count}${text}` } };
      log.add(observed({ path: `/x?${count}${names.slice(0, 8000)}`, request: message, response: message }));
    }
    let [longest, last] = [0, performance.now()];
    const turns = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const start = performance.now();
    expect(await log.lines()).toHaveLength(500);
    clearInterval(turns);
    expect(longest).toBeGreaterThan(0); // timers ran meanwhile
    expect(longest).toBeLessThan(Math.max(200, (performance.now() - start) / 2));
  });

  it('is empty after it was cleared, and continues the numbers after that of the clearing', async () => {
    const log = newLog();
    log.add(observed());
    log.clear();
    expect(await log.lines()).toEqual([]);
    log.add(observed());
    expect((await log.lines())[0]?.number).toBe(3);
  });
});

test('subscribers receive each request, each clearing and the end, until they unsubscribe', () => {
  const log = newLog();
  const events: string[] = [];
  const subscriber = (name: string) => ({
    wake: () => void events.push(`${name} ${log.eventAfter(log.lastId() - 1)?.name}`),
    end: () => void events.push(`${name} end`),
  });
  const unsubscribe = log.subscribe(subscriber('one'));
  log.subscribe(subscriber('two'));
  log.add(observed());
  unsubscribe();
  log.clear();
  log.close();
  log.subscribe(subscriber('late'));
  expect(events).toEqual(['one request', 'two request', 'two cleared', 'two end', 'late end']);
});

describe('keys', () => {
  it.each<[string, Partial<Observation>]>([
    ['the path', { path: `/facilities/${KEY}` }],
    ['the query', { path: `/facilities?key=${KEY}` }],
    ['the query, percent-encoded', { path: `/facilities?key=${KEY.replaceAll('_', '%5F')}` }],
    ['the request id', { requestId: KEY }],
    ['X-API-Key', { request: { headers: { 'x-api-key': KEY } } }],
    ['another header', { request: { headers: { authorization: `Bearer ${KEY}` } } }],
    ['a header name', { request: { headers: { [KEY]: '1' } } }],
    [
      'the request body',
      { request: { headers: {}, body: { bytes: 60, text: JSON.stringify({ name: KEY }) } } },
    ],
    [
      'the request body, escaped',
      { request: { headers: {}, body: { bytes: 60, text: `"${KEY.replaceAll('_', '\\u005f')}"` } } },
    ],
    [
      'the response body',
      { response: { headers: { location: `/x/${KEY}` }, body: { bytes: 60, text: `"${KEY}"` } } },
    ],
    [
      'an error',
      {
        error: {
          code: 'conflict',
          message: `${KEY} is taken`,
          details: [{ field: KEY, message: `not ${KEY}` }],
        },
        status: 409,
      },
    ],
  ])('are masked in %s', async (_where, fields) => {
    const log = newLog();
    log.add(observed(fields));
    const kept = JSON.stringify([await log.lines(), log.find(1)]);
    expect(kept).toContain('cik_****');
    expect(kept).not.toContain('CedarValley');
  });

  it('are masked when they are live keys or keys of another format', () => {
    const log = newLog();
    log.add(
      observed({
        path: '/x?cik_live_abc',
        request: { headers: { 'x-api-key': 'another service’s secret', cookie: 'session=1' } },
      }),
    );
    expect(log.find(1)).toMatchObject({
      path: '/x?cik_****',
      request: { headers: { 'x-api-key': '****', cookie: '****' } },
    });
  });
});

describe('tokens and passwords', () => {
  const SECRET = '7431907431';
  const kept = (fields: Partial<Observation>): string => {
    const log = newLog();
    log.add(observed(fields));
    return JSON.stringify(log.find(1));
  };
  const withBody = (text: string, type = 'application/json'): Partial<Observation> => ({
    request: { headers: { 'content-type': type }, body: { bytes: 1, text } },
  });

  it.each<[string, Partial<Observation>]>([
    ['a text', withBody(`{"token":"${SECRET}"}`)],
    ['a number', withBody(`{"password":${SECRET}}`)],
    ['an array', withBody(`{"secrets":["${SECRET}"]}`)],
    ['an object', withBody(`{"apiKey":{"value":"${SECRET}"}}`)],
    ['a member that occurs twice', withBody(`{"token":"${SECRET}","token":5}`)],
    ['a name with escapes', withBody(`{"tok\\u0065n":"${SECRET}"}`)],
    [
      'the last of 1,000 texts',
      withBody(JSON.stringify({ a: Array(1000).fill(JSON.stringify({ token: SECRET })) })),
    ],
    ['JSON in a text', withBody(JSON.stringify({ a: JSON.stringify({ token: SECRET }) }))],
    ['a sentence with JSON', withBody(JSON.stringify({ a: `Sent "{"token":"${SECRET}"}".` }))],
    ['a form', withBody(`a=b&new+password=${SECRET}`, 'application/x-www-form-urlencoded')],
    [
      'a part of a form',
      withBody(
        `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--b--`,
        'multipart/form-data; boundary=b',
      ),
    ],
    [
      'a part with lines that look like a delimiter',
      withBody(
        `--b\r\nContent-Disposition: form-data; name="secret"\r\n\r\n--x\r\n--y\r\n${SECRET}\r\n--b--`,
        'multipart/form-data; boundary="b"',
      ),
    ],
    [
      'a part that was cut',
      withBody(
        `--b\r\nContent-Disposition: form-data; name=token\r\n\r\n${SECRET}`,
        'multipart/form-data; boundary=b',
      ),
    ],
    ['the query', { path: `/x?a=b&access_token=${SECRET}` }],
    ['the query, percent-encoded', { path: `/x?%74oken=${SECRET}` }],
    ['the query, beside a broken escape', { path: `/x?%zz%74oken=${SECRET}` }],
    ['a URL in a header', { request: { headers: { referer: `http://x/?token=${SECRET}` } } }],
    ['a header with a secret name', { request: { headers: { 'x-auth-token': SECRET } } }],
    ['a cookie beside a key', { request: { headers: { cookie: `a=${KEY}; session=${SECRET}` } } }],
    ['Set-Cookie', { response: { headers: { 'set-cookie': `session=${SECRET}` } } }],
  ])('are masked in %s', (_where, fields) => {
    expect(kept(fields)).not.toContain(SECRET);
    expect(kept(fields)).toContain('****');
  });

  it.each([
    ['a cut text', `{"token":"${SECRET}`],
    ['a cut text with an escape at its end', `{"token":"${SECRET}\\`],
    ['a cut text with escapes in the name', `{"tok\\u0065n":"${SECRET}`],
    ['a cut number', `{"password":${SECRET}`],
    ['a cut text in a text', JSON.stringify({ a: `{"token":"${SECRET}"` }).slice(0, -4)],
    ['a cut array', `{"secrets":["${SECRET}","${SECRET}`],
  ])('are not kept in %s: the log has the size of the body only', (_what, text) => {
    expect(entryOf(observed(withBody(text))).request.body).toEqual({ bytes: 1 });
  });

  it.each([
    ['has no boundary', 'multipart/form-data'],
    ['has another boundary', 'multipart/form-data; boundary=c'],
  ])('are not kept in a form whose media type %s', (_what, type) => {
    const form = `--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n${SECRET}\r\n--b--`;
    expect(entryOf(observed(withBody(form, type))).request.body).toEqual({ bytes: 1 });
  });

  it('are masked in a part of a form only, and the others are as they were', () => {
    const part = (name: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="token.txt"\r\n\r\n${text}\r\n`;
    const form = (text: string) => `${part('title', 'a')}${part('api_key', text)}--b--\r\n`;
    const body = withBody(form(SECRET), 'multipart/form-data; boundary=b');
    const { text } = entryOf(observed(body)).request.body!;
    expect(text).toBe(form('****'));
  });

  const masked = (text: string): string => entryOf(observed(withBody(text))).request.body!.text!;

  it('leave a text without secrets as it was', () => {
    const harmless = '{ "title": "Change the password", "count": 1.0 }';
    expect(masked(harmless)).toBe(harmless);
  });

  it('leave JSON valid', () => {
    const quoted = JSON.stringify({ a: JSON.stringify({ title: `${KEY}"` }) });
    expect(JSON.parse((JSON.parse(masked(quoted)) as { a: string }).a)).toEqual({ title: 'cik_****"' });
  });
});

describe('the rule that rejected a request', () => {
  const ruleFor = (operationId: string | undefined, status: number, error: Observation['error']) =>
    ruleOf(observed({ status, ...(operationId ? { operationId } : {}), ...(error ? { error } : {}) }));
  const faultOf = (field: string, message: string) =>
    ({ code: 'validation_error', message: 'm', details: [{ field, message }] }) as const;

  it.each([
    [
      'a field of the body',
      'createCyberAsset',
      400,
      faultOf('cyberSystemId', 'is not a known field'),
      '#/components/schemas/CreateCyberAssetRequest',
    ],
    [
      'an unknown query parameter',
      'createCyberAsset',
      400,
      faultOf('page', 'is not a query parameter of this operation'),
      '#/paths/~1cyber-assets/post/parameters',
    ],
    [
      'a declared parameter',
      'createCyberAsset',
      400,
      faultOf('Idempotency-Key', 'must not be empty'),
      '#/paths/~1cyber-assets/post/parameters',
    ],
    [
      'a body that is not JSON',
      'createCyberAsset',
      400,
      { code: 'invalid_json', message: 'm' },
      '#/paths/~1cyber-assets/post/requestBody',
    ],
    [
      'a name that is taken',
      'createCyberAsset',
      409,
      { code: 'conflict', message: 'm' },
      '#/paths/~1cyber-assets/post/responses/409',
    ],
    [
      'a missing key',
      'getFacilities',
      401,
      { code: 'unauthorized', message: 'm' },
      '#/components/securitySchemes/ApiKey',
    ],
    ['an unknown path', undefined, 404, { code: 'not_found', message: 'm' }, '#/paths'],
  ] as const)('is found for %s', (_what, operationId, status, error, place) => {
    const rule = ruleFor(operationId, status, error as Observation['error']);
    expect(rule).toMatchObject({ place, title: expect.stringMatching(/./) });
    const node = place
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (at, segment) => (at as Record<string, unknown> | undefined)?.[segment.replaceAll('~1', '/')],
        contractDocument,
      );
    expect(node).toBeDefined();
  });

  it('has every fault', () => {
    const details = [
      { field: 'name', message: 'is required' },
      { field: 'x', message: 'is not a known field' },
    ];
    expect(
      ruleFor('createCyberAsset', 400, { code: 'validation_error', message: 'm', details })?.faults,
    ).toEqual(['name is required', 'x is not a known field']);
  });

  it('is absent for a requested error and for a success', () => {
    expect(
      ruleOf(
        observed({
          operationId: 'getFacilities',
          status: 503,
          answeredBy: 'mock',
          error: { code: 'unavailable', message: 'm' },
        }),
      )?.title,
    ).toContain('Prefer');
    expect(ruleOf(observed())).toBeUndefined();
  });
});
