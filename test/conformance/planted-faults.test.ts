// A server with a fault does not conform, and the finding names the check, the operation and the exchange.
import type { Check } from '../../src/conformance/finding';
import { CannotCheck, type ConformanceReport, runConformance } from '../../src/conformance/run';
import { toText } from '../../src/conformance/report';
import { type Exchange, type Fault, startFaultyProxy } from '../support/faulty-proxy';
import { type TestServer, startTestServer } from '../support/server';
import { smallContract } from './small-contract';

const FACILITY = 'fac_cedar_millbrook';
const document = smallContract();

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());

async function conformanceWith(fault: Fault, runs: number): Promise<ConformanceReport> {
  const proxy = await startFaultyProxy(server.url, fault);
  try {
    return await runConformance({ document, url: proxy.url, key: server.cedar.key, seed: 11, runs });
  } finally {
    await proxy.close();
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any body
const change = (exchange: Exchange, edit: (body: any) => void): void => {
  const body = JSON.parse(exchange.text);
  edit(body);
  exchange.text = JSON.stringify(body);
};
const is = (exchange: Exchange, method: string, path: string | RegExp): boolean =>
  exchange.method === method &&
  (typeof path === 'string' ? exchange.path === path : path.test(exchange.path));
const fail = (exchange: Exchange): void =>
  void Object.assign(exchange, {
    status: 500,
    text: JSON.stringify({ error: 'internal_error', message: 'Something went wrong.' }),
  });

const ONE_ASSET = /^\/cyber-assets\/[^/?]+$/;

type Planted = [planted: string, check: Check, operationId: string, message: RegExp, fault: Fault];

// Faults that do not hide each other are planted together: a run for each would take minutes.
const FIRST: Planted[] = [
  [
    'a wrong status',
    'examples',
    'createCyberAsset',
    /expected 201, answered 200/,
    (exchange) => {
      if (is(exchange, 'POST', '/cyber-assets') && exchange.status === 201) exchange.status = 200;
    },
  ],
  [
    'an undeclared status',
    'statuses',
    'getFacilities',
    /206 is not a status/,
    (exchange) => {
      if (is(exchange, 'GET', '/facilities') && exchange.status === 200) exchange.status = 206;
    },
  ],
  [
    'a status of another code',
    'errors',
    'createCyberAsset',
    /a name that is taken: expected 409, answered 400/,
    (exchange) => {
      if (is(exchange, 'POST', '/cyber-assets') && exchange.status === 409) exchange.status = 400;
    },
  ],
  [
    'a missing field in a record',
    'schemas',
    'getFacility',
    /required property 'name'/,
    (exchange) => {
      if (exchange.status === 200 && exchange.path === `/facilities/${FACILITY}`)
        change(exchange, (body) => delete body.name);
    },
  ],
  [
    'a field of another type in one row of a list',
    'schemas',
    'getCyberAssets',
    /\/\*\/asset_type must be/,
    (exchange) => {
      if (exchange.status === 200 && is(exchange, 'GET', '/cyber-assets'))
        change(exchange, (body) => (body.at(-1).asset_type = 7));
    },
  ],
  [
    'an error without its code',
    'schemas',
    'getCyberSystem',
    /required property 'error'/,
    (exchange) => {
      if (exchange.status === 404 && exchange.path.startsWith('/cyber-systems/'))
        change(exchange, (body) => delete body.error);
    },
  ],
  [
    'HTML in place of JSON',
    'schemas',
    'getControlCenters',
    /is text\/html, not application\/json/,
    (exchange) => {
      if (exchange.status === 200 && exchange.path === '/control-centers')
        Object.assign(exchange, { text: '<p>' }).headers.set('content-type', 'text/html');
    },
  ],
  [
    '500 on bad input',
    'properties',
    'createCyberAsset',
    /expected 400, answered 500/,
    (exchange) => {
      if (
        is(exchange, 'POST', '/cyber-assets') &&
        exchange.status === 400 &&
        exchange.sent.includes('":null')
      )
        fail(exchange); // none of the written cases has it
    },
  ],
  [
    '500 on good input',
    'properties',
    'updateCyberAsset',
    /a valid body: answered 500/,
    (exchange) => {
      if (is(exchange, 'PATCH', ONE_ASSET) && /"cyber_system_id":"(?!c)/.test(exchange.sent)) fail(exchange); // no written case has such an id
    },
  ],
  [
    'a planned operation that tells who has no key',
    'keys',
    'getTasks',
    /expected 401, answered 501/,
    (exchange) => {
      if (is(exchange, 'GET', '/tasks') && !exchange.keyed) exchange.status = 501;
    },
  ],
  [
    'X-Request-Id left out',
    'headers',
    'deleteCyberAsset',
    /X-Request-Id is missing on 204/,
    (exchange) => {
      if (exchange.status === 204) exchange.headers.delete('x-request-id');
    },
  ],
  [
    'WWW-Authenticate left out',
    'headers',
    'getCyberAsset',
    /WWW-Authenticate is missing on 401/,
    (exchange) => {
      if (exchange.status === 401) exchange.headers.delete('www-authenticate');
    },
  ],
  [
    'no 304',
    'promises',
    'getCyberSystems',
    /expected 304, answered 200 with the same ETag/,
    (exchange) => {
      if (exchange.status === 304 && exchange.path === '/cyber-systems')
        Object.assign(exchange, { status: 200, text: '[]' }).headers.set('content-type', 'application/json');
    },
  ],
];

const SECOND: Planted[] = [
  [
    'a body that is cut',
    'schemas',
    'getControlCenters',
    /says that it is JSON and is not/,
    (exchange) => {
      if (exchange.status === 200 && exchange.path === '/control-centers')
        exchange.text = exchange.text.slice(0, -2);
    },
  ],
  [
    'bad input that is taken',
    'properties',
    'updateCyberAsset',
    /expected 400, answered 200/,
    (exchange) => {
      if (
        is(exchange, 'PATCH', ONE_ASSET) &&
        exchange.status === 400 &&
        exchange.text.includes('must not be null')
      )
        exchange.status = 200;
    },
  ],
  [
    'good input that is refused',
    'properties',
    'createCyberAsset',
    /refused with validation_error/,
    (exchange) => {
      if (is(exchange, 'POST', '/cyber-assets') && exchange.status === 201 && exchange.sent.length > 250) {
        exchange.status = 400;
        exchange.text = JSON.stringify({ error: 'validation_error', message: 'Too long.' });
      }
    },
  ],
  [
    'an answer without a key',
    'keys',
    'getFacilities',
    /no key: expected 401, answered 200/,
    (exchange) => {
      if (is(exchange, 'GET', '/facilities') && !exchange.keyed)
        Object.assign(exchange, { status: 200, text: '[]' }).headers.set('etag', '"x"');
    },
  ],
  [
    'a planned operation that answers',
    'planned',
    'getTasks',
    /expected 501, answered 200/,
    (exchange) => {
      if (is(exchange, 'GET', '/tasks') && exchange.keyed) exchange.status = 200;
    },
  ],
  [
    'a stale If-Match that is not looked at',
    'errors',
    'deleteCyberAsset',
    /a stale If-Match: expected 412/,
    (exchange) => {
      if (is(exchange, 'DELETE', ONE_ASSET) && exchange.status === 412)
        Object.assign(exchange, { status: 204, text: '' }).headers.delete('content-type');
    },
  ],
  [
    'a replay that does not say so',
    'promises',
    'createCyberAsset',
    /not replayed/,
    (exchange) => exchange.headers.delete('idempotency-replayed'),
  ],
  [
    'an answer that shows another value than was sent',
    'examples',
    'updateCyberAsset',
    /does not show what was sent in name/,
    (exchange) => {
      if (is(exchange, 'PATCH', ONE_ASSET) && exchange.status === 200)
        change(exchange, (body) => (body.name = 'other'));
    },
  ],
  [
    "a new asset that is somebody else's",
    'errors',
    'createCyberAsset',
    /same Idempotency-Key: expected 422, answered 201/,
    (exchange) => {
      if (exchange.status === 422)
        Object.assign(exchange, { status: 201, text: JSON.stringify({ id: 'ca_cedar_rtu' }) });
    },
  ],
];

const reports = new Map<string, ConformanceReport>();

describe.each([
  ['one server', FIRST],
  ['another server', SECOND],
])('%s', (name, planted) => {
  let before: unknown;
  beforeAll(async () => {
    before = (await server.client('GET', '/cyber-assets')).body;
    const report = await conformanceWith(
      (exchange) => planted.forEach(([, , , , fault]) => fault(exchange)),
      20,
    );
    reports.set(name, report);
  });

  it.each(planted)('with %s is accused by the check %s, of %s', (_planted, check, operationId, message) => {
    const { findings } = reports.get(name)!;
    const found = findings.find(
      (finding) =>
        finding.check === check && finding.operationId === operationId && message.test(finding.message),
    );
    expect(
      found ?? findings.map((finding) => [finding.check, finding.operationId, finding.message]),
    ).toMatchObject({ request: expect.stringMatching(/^[A-Z]+ \//), advice: expect.any(String) });
  });

  it('has its faults told, and the key nowhere', () => {
    const report = reports.get(name)!;
    const text = toText(report).join('\n');
    expect(text).toContain('The same requests again: --seed 11');
    expect(text + JSON.stringify(report)).not.toContain(server.cedar.key);
  });

  it('has all that it had, and no more, whatever it answered', async () => {
    expect(before).toHaveLength(2);
    expect((await server.client('GET', '/cyber-assets')).body).toEqual(before);
  });
});

it('shows the smallest request that fails', () => {
  const found = reports
    .get('one server')!
    .findings.find(
      ({ check, message }) => check === 'properties' && message === 'a valid body: answered 500',
    )!;
  expect(found.request).toMatch(
    /^PATCH \S+ \| Content-Type: application\/json \| \{"cyber_system_id":"[^"]{1,2}"\}$/,
  );
});

it('stops when the server has gone, and says so', async () => {
  let answers = 0;
  const report = await conformanceWith(() => {
    if (++answers > 400) throw new Error('closes the connection'); // amid the requests that are made up
  }, 20);
  expect(report.stopped).toMatch(/^The server has stopped answering: /);
  expect(report.findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['answers', 'cleanup']));
  expect(report.requests).toBeLessThan(500); // a whole run has about 700, of which the made-up ones are the last 440; what was under way and the attempts to clean up are counted
  for (const { id, name } of (await server.client('GET', '/cyber-assets')).body as {
    id: string;
    name: string;
  }[])
    if (name.startsWith('conformance-')) await server.client('DELETE', `/cyber-assets/${id}`);
});

it('an address where nobody listens is told in one sentence', async () => {
  const gone = await startFaultyProxy(server.url, () => undefined);
  await gone.close();
  const refused = runConformance({ document, url: gone.url, key: 'x', seed: 1, runs: 1 });
  await expect(refused).rejects.toThrow(CannotCheck);
  await expect(refused).rejects.toThrow(/^http:\S+ cannot be reached: .*ECONNREFUSED.*\.$/);
});

it.each([
  [
    'a redirect',
    (exchange: Exchange) =>
      Object.assign(exchange, { status: 308 }).headers.set('location', 'https://elsewhere.example/'),
    /redirects to https:\/\/elsewhere\.example\//,
  ],
  ['a refused key', (exchange: Exchange) => Object.assign(exchange, { status: 401 }), /refuses the key/],
  [
    'a page that is not there',
    (exchange: Exchange) => Object.assign(exchange, { status: 404 }),
    /answers GET \/facilities with 404 application\/json: that is no server of this API/,
  ],
  [
    'a site of pages',
    (exchange: Exchange) => (
      exchange.headers.delete('x-request-id'),
      exchange.headers.set('content-type', 'text/html')
    ),
    /answers GET \/facilities with 200 text\/html: that is no server of this API/,
  ],
  [
    'plain HTTP that is refused',
    (exchange: Exchange) => Object.assign(exchange, { status: 403 }),
    /give its https:\/\/ address/,
  ],
])('%s is told in one sentence', async (_what, fault, sentence) => {
  await expect(conformanceWith(fault, 1)).rejects.toThrow(sentence);
});
