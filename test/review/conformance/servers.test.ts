// Runs the checks against a conforming server. CI also runs them against a sandbox.
import { type ConformanceReport, runConformance } from '../../../src/review/conformance/run';
import { contractDocument } from '../../../src/contract/document';
import { AVAILABLE, OPERATIONS } from '../../support/available';
import { type Fault, startFaultyProxy } from '../../support/faulty-proxy';
import { type TestServer, startTestServer } from '../../support/server';
import { smallContract } from './small-contract';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());

const small = smallContract();

const conformance = (more: object = {}): Promise<ConformanceReport> =>
  runConformance({ document: small, url: server.url, key: server.cedar.key, seed: 42, runs: 3, ...more });

/** Runs through a proxy that sees every exchange and may change it. */
async function watched(watch: Fault, more: object = {}): Promise<ConformanceReport> {
  const proxy = await startFaultyProxy(server.url, watch);
  return conformance({ url: proxy.url, ...more }).finally(() => proxy.close());
}

const casesOf = ({ checks }: ConformanceReport) =>
  Object.fromEntries(checks.map(({ check, cases }) => [check, cases]));
const assets = async (): Promise<unknown> => (await server.client('GET', '/cyber-assets')).body;

it('finds no fault in the server and leaves its assets unchanged', async () => {
  const before = await assets();
  const report = await conformance({ document: contractDocument, runs: 5 });
  expect(report).toMatchObject({ kind: 'server', findings: [], notes: [], seed: 42 });
  expect(report.stopped).toBeUndefined();
  expect(casesOf(report)).toMatchObject({ planned: OPERATIONS.length - AVAILABLE.length, cleanup: 1 });
  expect(casesOf(report)['generated']).toBeGreaterThan(100);
  expect(await assets()).toEqual(before);
});

it('sends the same requests for the same seed', async () => {
  // Names have a random part and a counter.
  const plain = (text: string): string =>
    text.replace(/conformance-42-[0-9a-f]{6}-\d+/gi, 'NAME').slice(0, 200);
  const sent = async (): Promise<string[]> => {
    const requests: string[] = [];
    await watched(({ method, path, sent: body }) =>
      requests.push(`${method} ${path.replace(/ca_01\w+/, 'ca_own')} ${plain(body)}`),
    );
    return requests.sort();
  };
  expect(await sent()).toEqual(await sent());
});

it('reports its progress up to the last check of an operation', async () => {
  const seen: [done: number, total: number][] = [];
  await conformance({ runs: 1, onProgress: (...progress: [number, number]) => seen.push(progress) });
  const [, total] = seen[0]!;
  expect(seen).toEqual(Array.from({ length: total }, (_none, index) => [index + 1, total]));
});

it('deletes its assets when a signal or the time limit stops the run', async () => {
  const before = await assets();
  const stop = new AbortController();
  const made: unknown[] = [];
  const stopped = await watched(
    ({ method, status }) => {
      if (method === 'POST' && status === 201) made.push(stop.abort());
    },
    { signal: stop.signal },
  );
  expect([stopped.stopped, made.length > 0]).toEqual(['The run was stopped.', true]);
  expect(await assets()).toEqual(before);
  expect((await conformance({ milliseconds: 1 })).stopped).toMatch(/stopped after 0.001 seconds/);
  expect(await assets()).toEqual(before);
});

it('waits as long as a 429 asks', async () => {
  const statuses: number[] = [];
  const stop = new AbortController();
  const report = await watched(
    (exchange) => {
      if (
        exchange.path !== '/control-centers' ||
        !exchange.keyed ||
        exchange.method !== 'GET' ||
        exchange.status !== 200
      )
        return;
      if (statuses.length === 0)
        Object.assign(exchange, {
          status: 429,
          text: '{"error":"rate_limited","message":"Wait."}',
        }).headers.set('retry-after', '1');
      else stop.abort();
      statuses.push(exchange.status);
    },
    { signal: stop.signal },
  );
  expect([statuses, report.findings]).toEqual([[429, 200], []]);
});

it('notes that writes are not checked without a cyber system', async () => {
  const organization = (await server.inventory.organizations.create('empty', 'Empty'))!;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const key = await server.inventory.keys.create(organization.id, {
    label: 'test',
    createdBy: 'test',
    expiresAt,
    environment: 'live',
  });
  const report = await conformance({ key });
  expect(report.findings).toEqual([]);
  expect(report.notes.join()).toContain('the organization has no cyber system for a new asset');
});

it('notes that it cannot generate a body for a schema without valid values', async () => {
  const document = smallContract();
  document.components['schemas']!['UpdateCyberAssetRequest'] = {
    ...(document.components['schemas']!['UpdateCyberAssetRequest'] as object),
    not: {},
  };
  const { notes } = await conformance({ document, runs: 1 });
  expect(notes).toEqual(['updateCyberAsset: only 0 of 1 valid bodies could be generated from its schema.']);
});

describe('a server with three faults', () => {
  let report: ConformanceReport;
  const finding = (check: string, message: RegExp) =>
    report.findings.filter((each) => each.check === check && message.test(each.message));
  beforeAll(async () => {
    report = await watched(
      (exchange) => {
        exchange.headers.delete('www-authenticate');
        if (exchange.headers.has('location')) exchange.headers.set('location', '/cyber-assets/ca_elsewhere');
        if (exchange.method === 'GET' && exchange.path === '/cyber-systems' && exchange.status === 200)
          Object.assign(exchange, { status: 500, text: '{"error":"internal_error","message":"Wrong."}' });
      },
      { document: contractDocument, runs: 1, jobs: 8, maxResponseTime: 60_000 },
    );
  });

  it('has one finding for a header that every operation lacks, with the operations', () => {
    const [{ operations, times } = { operations: [], times: 0 }, ...others] = finding(
      'headers',
      /WWW-Authenticate/,
    );
    expect(others).toEqual([]);
    expect(operations.filter(({ operationId }) => operationId !== null)).toHaveLength(OPERATIONS.length);
    expect(times).toBeGreaterThanOrEqual(OPERATIONS.length);
  });

  it('calls a 500 a 500, and still checks writes', () => {
    const [failure, ...others] = finding('responses', /^the server returns 500 internal_error$/);
    expect([failure!.operations.map(({ operationId }) => operationId), others]).toEqual([
      ['getCyberSystems'],
      [],
    ]);
    expect(failure!.advice).toMatch(/^Find the request "[^"]+" in the server log/);
    expect(report.notes.join()).not.toContain('cyber system');
    expect(casesOf(report)['changes']).toBeGreaterThan(20);
    expect(report.checks.find(({ check }) => check === 'lists')!.unjudged).toBeGreaterThan(0);
  });

  it('blames a wrong Location on the creation, with both paths', () => {
    const [location, ...others] = finding('examples', /Location/);
    expect([location!.operations.map(({ operationId }) => operationId), others]).toEqual([
      ['createCyberAsset'],
      [],
    ]);
    expect(location!.detail).toMatch(
      /^Location is "\/cyber-assets\/ca_elsewhere", the path is "\/cyber-assets\/ca_01\w+"$/,
    );
    expect(report.findings).toHaveLength(3);
  });

  it('measures the response times of each operation, the slowest first', () => {
    expect(report.latencies).toHaveLength(OPERATIONS.length);
    const { requests, p50, p95, p99, max } = report.latencies[0]!;
    expect([requests > 0, p50 <= p95, p95 <= p99, p99 <= max]).toEqual([true, true, true, true]);
    expect(report.latencies.map((each) => each.p95)).toEqual(
      report.latencies.map((each) => each.p95).sort((one, other) => other - one),
    );
    expect(report.checks.find(({ check }) => check === 'times')).toMatchObject({ findings: 0 });
  });
});

it('reports operations with a response slower than the maximum, with the slowest request', async () => {
  const { findings } = await conformance({ maxResponseTime: 0.001, runs: 1 });
  expect(findings).toMatchObject([{ check: 'times', message: 'a response takes longer than 0.001 ms' }]);
  expect(findings[0]!.operations.length).toBeGreaterThan(10);
  expect(findings[0]!.detail).toMatch(/^\d+ ms; 95 % of \d+ responses took at most \d+ ms$/);
});
