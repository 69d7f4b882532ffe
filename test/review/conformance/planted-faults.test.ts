// Plants faults in a proxy before a server, and expects a finding for each.
import { textLines } from '../../../src/base/report/text';
import type { Check } from '../../../src/review/conformance/findings';
import { conformanceReport } from '../../../src/review/conformance/report';
import { CannotCheck, type ConformanceReport, runConformance } from '../../../src/review/conformance/run';
import { type Exchange, type Fault, startFaultyProxy } from '../../support/faulty-proxy';
import { type TestServer, startTestServer } from '../../support/server';
import { ONE_ASSET, change, foundOf, is } from './planted';
import { smallContract } from './small-contract';

let tags = 0;
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

const fail = (exchange: Exchange): void =>
  void Object.assign(exchange, {
    status: 500,
    text: JSON.stringify({ error: 'internal_error', message: 'Something went wrong.' }),
  });

type Planted = [planted: string, check: Check, operationId: string, message: RegExp, fault: Fault];

// Faults that do not hide each other share a run. A run for each would take minutes.
const FIRST: Planted[] = [
  [
    'a wrong status',
    'examples',
    'createCyberAsset',
    /expected 201, got 200/,
    (exchange) => {
      if (is(exchange, 'POST', '/cyber-assets') && exchange.status === 201) exchange.status = 200;
    },
  ],
  [
    'an undeclared status',
    'statuses',
    'getFacilities',
    /does not declare status 206/,
    (exchange) => {
      if (is(exchange, 'GET', '/facilities') && exchange.status === 200) exchange.status = 206;
    },
  ],
  [
    '400 instead of 409',
    'errors',
    'createCyberAsset',
    /a taken name: expected 409, got 400/,
    (exchange) => {
      if (is(exchange, 'POST', '/cyber-assets') && exchange.status === 409) exchange.status = 400;
    },
  ],
  [
    'a missing field in a record',
    'schemas',
    'getFacility',
    /name is required/,
    (exchange) => {
      if (exchange.status === 200 && exchange.path === `/facilities/${FACILITY}`)
        change(exchange, (body) => delete body.name);
    },
  ],
  [
    'a field of another type in one row of a list',
    'schemas',
    'getCyberAssets',
    /asset_type must be/,
    (exchange) => {
      if (exchange.status === 200 && is(exchange, 'GET', '/cyber-assets'))
        change(exchange, (body) => (body.at(-1).asset_type = 7));
    },
  ],
  [
    'an error without its code',
    'schemas',
    'getCyberSystem',
    /error is required/,
    (exchange) => {
      if (exchange.status === 404 && exchange.path.startsWith('/cyber-systems/'))
        change(exchange, (body) => delete body.error);
    },
  ],
  [
    'HTML instead of JSON',
    'schemas',
    'getControlCenters',
    /is text\/html, not application\/json/,
    (exchange) => {
      if (exchange.status === 200 && exchange.path === '/control-centers')
        Object.assign(exchange, { text: '<p>' }).headers.set('content-type', 'text/html');
    },
  ],
  [
    '500 for invalid input',
    'generated',
    'createCyberAsset',
    /expected 400, got 500/,
    (exchange) => {
      if (
        is(exchange, 'POST', '/cyber-assets') &&
        exchange.status === 400 &&
        exchange.sent.includes('":null')
      )
        fail(exchange); // no fixed request has it
    },
  ],
  [
    '500 for valid input',
    'generated',
    'updateCyberAsset',
    /a valid body: got 500/,
    (exchange) => {
      if (is(exchange, 'PATCH', ONE_ASSET) && /"cyber_system_id":"cs_[^"]*-/.test(exchange.sent))
        fail(exchange); // no fixed request has such an id
    },
  ],
  [
    '501 without a key for a planned operation',
    'authentication',
    'getTasks',
    /expected 401, got 501/,
    (exchange) => {
      if (is(exchange, 'GET', '/tasks') && !exchange.keyed) exchange.status = 501;
    },
  ],
  [
    'a missing X-Request-Id',
    'headers',
    'deleteCyberAsset',
    /X-Request-Id is missing on 204/,
    (exchange) => {
      if (exchange.status === 204) exchange.headers.delete('x-request-id');
    },
  ],
  [
    'a missing WWW-Authenticate',
    'headers',
    'getCyberAsset',
    /WWW-Authenticate is missing on 401/,
    (exchange) => {
      if (exchange.status === 401) exchange.headers.delete('www-authenticate');
    },
  ],
  [
    '200 instead of 304',
    'guarantees',
    'getCyberSystems',
    /expected 304, got 200 with the same ETag/,
    (exchange) => {
      if (exchange.status === 304 && exchange.path === '/cyber-systems')
        Object.assign(exchange, { status: 200, text: '[]' }).headers.set('content-type', 'application/json');
    },
  ],
  [
    'a cacheable list',
    'caching',
    'getControlCenters',
    /Cache-Control is not private, no-cache on 304/,
    (exchange) => {
      if (exchange.status === 304 && exchange.path === '/control-centers')
        exchange.headers.set('cache-control', 'public');
    },
  ],
  [
    'a row twice in a list',
    'lists',
    'getCyberSystems',
    /the list has a record twice/,
    (exchange) => {
      if (exchange.status === 200 && is(exchange, 'GET', '/cyber-systems'))
        change(exchange, (body) => body.push(body.at(-1)));
    },
  ],
];

/** Changes the details of validation errors about a field. */
const inDetails =
  (path: string, field: string, edit: (body: { details?: { field: string }[] }) => unknown): Fault =>
  (exchange) => {
    const isMeant = exchange.status === 400 && exchange.path.split('?')[0] === path;
    if (isMeant && exchange.text.includes(`"field":"${field}"`)) change(exchange, edit);
  };

const SECOND: Planted[] = [
  [
    'a validation error without details',
    'errors',
    'getFacilities',
    /a validation error has no `details`/,
    inDetails('/facilities', 'conformance', (body) => delete body.details),
  ],
  [
    'a validation error with empty details',
    'errors',
    'getCyberSystems',
    /a validation error has no `details`/,
    inDetails('/cyber-systems', 'conformance', (body) => void (body.details = [])),
  ],
  [
    'details that name another query parameter',
    'errors',
    'getCyberAssets',
    /an undeclared query parameter: `details` names "limit", not "conformance"/,
    inDetails('/cyber-assets', 'conformance', (body) => (body.details![0]!.field = 'limit')),
  ],
  [
    'details that name another field of the body',
    'generated',
    'createCyberAsset',
    /`details` names .*"title"/,
    inDetails('/cyber-assets', 'name', (body) => {
      for (const detail of body.details!) if (detail.field === 'name') detail.field = 'title';
    }),
  ],
  [
    'another ETag for each response',
    'guarantees',
    'getFacility',
    /expected 304, got 200 with the same body and another ETag/,
    (exchange) => {
      if (exchange.method === 'GET' && exchange.path === `/facilities/${FACILITY}`)
        exchange.headers.set('etag', `"${++tags}"`);
    },
  ],
  [
    'a truncated body',
    'schemas',
    'getControlCenters',
    /is not valid JSON/,
    (exchange) => {
      if (exchange.status === 200 && exchange.path === '/control-centers')
        exchange.text = exchange.text.slice(0, -2);
    },
  ],
  [
    '200 for invalid input',
    'generated',
    'updateCyberAsset',
    /expected 400, got 200/,
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
    '400 for valid input',
    'generated',
    'createCyberAsset',
    /rejected with validation_error/,
    (exchange) => {
      if (is(exchange, 'POST', '/cyber-assets') && exchange.status === 201 && exchange.sent.length > 250) {
        exchange.status = 400;
        exchange.text = JSON.stringify({ error: 'validation_error', message: 'Too long.' });
      }
    },
  ],
  [
    '200 without a key',
    'authentication',
    'getFacilities',
    /no key: expected 401, got 200/,
    (exchange) => {
      if (is(exchange, 'GET', '/facilities') && !exchange.keyed)
        Object.assign(exchange, { status: 200, text: '[]' }).headers.set('etag', '"x"');
    },
  ],
  [
    '200 for a planned operation',
    'planned',
    'getTasks',
    /expected 501, got 200/,
    (exchange) => {
      if (is(exchange, 'GET', '/tasks') && exchange.keyed) exchange.status = 200;
    },
  ],
  [
    'an ignored If-Match',
    'guarantees',
    'deleteCyberAsset',
    /a stale If-Match: expected 412/,
    (exchange) => {
      if (is(exchange, 'DELETE', ONE_ASSET) && exchange.status === 412)
        Object.assign(exchange, { status: 204, text: '' }).headers.delete('content-type');
    },
  ],
  [
    'a replay without Idempotency-Replayed',
    'guarantees',
    'createCyberAsset',
    /does not replay/,
    (exchange) => exchange.headers.delete('idempotency-replayed'),
  ],
  [
    'a response with another value than the request',
    'examples',
    'updateCyberAsset',
    /another value than the request in name/,
    (exchange) => {
      if (is(exchange, 'PATCH', ONE_ASSET) && exchange.status === 200)
        change(exchange, (body) => (body.name = 'other'));
    },
  ],
  [
    'updated_at that stands still',
    'changes',
    'updateCyberAsset',
    /updated_at does not increase/,
    (exchange) => {
      if (is(exchange, 'PATCH', ONE_ASSET) && exchange.status === 200)
        change(exchange, (body) => (body.updated_at = body.created_at));
    },
  ],
  [
    "an existing asset's id for a new asset",
    'errors',
    'createCyberAsset',
    /same Idempotency-Key: expected 422, got 201/,
    (exchange) => {
      if (exchange.status === 422)
        Object.assign(exchange, { status: 201, text: JSON.stringify({ id: 'ca_cedar_rtu' }) });
    },
  ],
];

const reports = new Map<string, ConformanceReport>();

describe.each([
  ['first faulty server', FIRST],
  ['second faulty server', SECOND],
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

  it.each(planted)('reports %s in the check %s of %s', (_planted, check, operationId, message) => {
    const { findings } = reports.get(name)!;
    const found = findings.find(
      (finding) =>
        finding.checks.includes(check) &&
        foundOf(finding).some(([operation, text]) => operation === operationId && message.test(text)),
    );
    expect(found ?? findings.map((finding) => [finding.check, ...foundOf(finding)])).toMatchObject({
      request: expect.stringMatching(/^[A-Z]+ \//),
      advice: expect.any(String),
    });
  });

  it('prints the seed and never the key', () => {
    const report = reports.get(name)!;
    const text = textLines(conformanceReport(report)).join('\n');
    expect(text).toContain('To repeat the same requests, add --seed 11.');
    expect(text + JSON.stringify(report)).not.toContain(server.cedar.key);
  });

  it('leaves the assets of the server unchanged', async () => {
    expect(before).toHaveLength(2);
    expect((await server.client('GET', '/cyber-assets')).body).toEqual(before);
  });
});

it('reports the smallest failing request', () => {
  const found = reports
    .get('first faulty server')!
    .findings.find(({ check, message }) => check === 'generated' && message === 'a valid body: got 500')!;
  expect(found.request).toMatch(
    /^PATCH \S+ \| Content-Type: application\/json \| \{"cyber_system_id":"cs_[^"]{1,2}"\}$/,
  );
});

it('stops when the server stops responding', async () => {
  let responses = 0;
  const report = await conformanceWith(() => {
    if (++responses > 400) throw new Error('closes the connection'); // during the generated requests
  }, 20);
  expect(report.stopped).toMatch(/^The server stopped responding: /);
  expect(report.findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['responses', 'cleanup']));
  expect(report.requests).toBeLessThan(500); // a whole run has about 700, of which 440 are generated
  for (const { id, name } of (await server.client('GET', '/cyber-assets')).body as {
    id: string;
    name: string;
  }[])
    if (name.startsWith('conformance-')) await server.client('DELETE', `/cyber-assets/${id}`);
});

it('explains in one sentence that no server listens at the address', async () => {
  const gone = await startFaultyProxy(server.url, () => undefined);
  await gone.close();
  const failed = runConformance({ document, url: gone.url, key: 'x', seed: 1, runs: 1 });
  await expect(failed).rejects.toThrow(CannotCheck);
  await expect(failed).rejects.toThrow(/^Cannot reach http:\S+: .*ECONNREFUSED.*\.$/);
});

it.each([
  [
    'a redirect',
    (exchange: Exchange) =>
      Object.assign(exchange, { status: 308 }).headers.set('location', 'https://elsewhere.example/'),
    /redirects to https:\/\/elsewhere\.example\//,
  ],
  ['a rejected key', (exchange: Exchange) => Object.assign(exchange, { status: 401 }), /rejects the key/],
  [
    '404',
    (exchange: Exchange) => Object.assign(exchange, { status: 404 }),
    /is not a server of this API: GET \/facilities returns 404 application\/json/,
  ],
  [
    'HTML pages',
    (exchange: Exchange) => (
      exchange.headers.delete('x-request-id'),
      exchange.headers.set('content-type', 'text/html')
    ),
    /is not a server of this API: GET \/facilities returns 200 text\/html/,
  ],
  [
    '403 for plain HTTP',
    (exchange: Exchange) => Object.assign(exchange, { status: 403 }),
    /Give its https:\/\/ address/,
  ],
])('explains %s in one sentence', async (_what, fault, sentence) => {
  await expect(conformanceWith(fault, 1)).rejects.toThrow(sentence);
});
