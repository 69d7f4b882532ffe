// A server that conforms: what a run checks of it, and that it is left as it was. CI runs the same against a sandbox.
import { type ConformanceReport, runConformance } from '../../src/conformance/run';
import { contractDocument } from '../../src/contract/document';
import { type Fault, startFaultyProxy } from '../support/faulty-proxy';
import { type TestServer, startTestServer } from '../support/server';
import { smallContract } from './small-contract';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());

const small = smallContract();

const conformance = (more: object = {}): Promise<ConformanceReport> =>
  runConformance({ document: small, url: server.url, key: server.cedar.key, seed: 42, runs: 3, ...more });

/** The same through a proxy, which sees every exchange and may change it. */
async function watched(watch: Fault, more: object = {}): Promise<ConformanceReport> {
  const proxy = await startFaultyProxy(server.url, watch);
  return conformance({ url: proxy.url, ...more }).finally(() => proxy.close());
}

const casesOf = ({ checks }: ConformanceReport) =>
  Object.fromEntries(checks.map(({ check, cases }) => [check, cases]));
const assets = async (): Promise<unknown> => (await server.client('GET', '/cyber-assets')).body;

it('conforms, and is left as it was', async () => {
  const before = await assets();
  const report = await conformance({ document: contractDocument, runs: 5 });
  expect(report).toMatchObject({ kind: 'server', findings: [], notes: [], seed: 42 });
  expect(report.stopped).toBeUndefined();
  expect(casesOf(report)).toMatchObject({ planned: 88, cleanup: 1 });
  expect(casesOf(report)['properties']).toBeGreaterThan(100);
  expect(await assets()).toEqual(before);
});

it('is asked the same for the same seed', async () => {
  // Names have a random part, so that two runs with one seed are kept apart, and a number in the order of their making.
  const plain = (text: string): string =>
    text.replace(/conformance-42-[0-9a-f]{6}-\d+/gi, 'NAME').slice(0, 200);
  const asked = async (): Promise<string[]> => {
    const requests: string[] = [];
    await watched(({ method, path, sent }) =>
      requests.push(`${method} ${path.replace(/ca_01\w+/, 'ca_own')} ${plain(sent)}`),
    );
    return requests.sort();
  };
  expect(await asked()).toEqual(await asked());
});

it('is left as it was when the run is stopped, by a person or by the time', async () => {
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

it('is waited for when it asks for that', async () => {
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

it('is checked as far as that goes where there is no cyber system, and the report says how far', async () => {
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
  expect(report.notes.join()).toContain('there is no cyber system to create an asset in');
});

it('is not searched for a request that the contract makes impossible without end, and the report says so', async () => {
  const document = smallContract();
  document.components['schemas']!['UpdateCyberAssetRequest'] = {
    ...(document.components['schemas']!['UpdateCyberAssetRequest'] as object),
    not: {},
  };
  const { notes } = await conformance({ document, runs: 1 });
  expect(notes).toEqual([
    'updateCyberAsset was tried with 0 valid bodies of 1: no more could be made up from its schema.',
  ]);
});
