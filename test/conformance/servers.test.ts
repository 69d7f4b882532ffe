// Our server and our sandbox conform, and a run leaves them as it found them.
import { type ConformanceReport, runConformance } from '../../src/conformance/run';
import { contractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type TestServer, startTestServer } from '../support/server';

const MINUTES = 60_000 * 3;

const conformance = (url: string, key: string, more: object = {}): Promise<ConformanceReport> =>
  runConformance({ document: contractDocument, url, key, seed: 42, runs: 10, milliseconds: MINUTES, ...more });

const casesOf = ({ checks }: ConformanceReport) => Object.fromEntries(checks.map(({ check, cases }) => [check, cases]));
const stateOf = async (url: string, key: string): Promise<unknown> => (await fetch(`${url}/cyber-assets`, { headers: { 'X-API-Key': key } })).json();

describe('the server', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
  afterAll(() => server.close());

  it('conforms, and is left as it was', async () => {
    const before = await stateOf(server.url, server.cedar.key);
    const report = await conformance(server.url, server.cedar.key);
    expect(report).toMatchObject({ kind: 'server', findings: [], notes: [], seed: 42 });
    expect(report.stopped).toBeUndefined();
    expect(casesOf(report)).toMatchObject({ planned: 88, cleanup: 1 });
    expect(casesOf(report)['properties']).toBeGreaterThan(100);
    expect(await stateOf(server.url, server.cedar.key)).toEqual(before);
  }, MINUTES);

  it('makes the same requests up for the same seed', async () => {
    const bodies = async (): Promise<string[]> => {
      const from = server.logs.length;
      await conformance(server.url, server.cedar.key, { runs: 3 });
      return server.logs.slice(from).map(({ method, path, status }) => `${String(method)} ${String(path).replace(/ca_01\w+/, 'ca_own')} ${String(status)}`).sort();
    };
    expect(await bodies()).toEqual(await bodies());
  }, MINUTES);

  it('is not waited for longer than said', async () => {
    const report = await conformance(server.url, server.cedar.key, { milliseconds: 50 });
    expect(report.stopped).toMatch(/stopped after 0.05 seconds/);
    expect(await stateOf(server.url, server.cedar.key)).toHaveLength(2);
  }, MINUTES);

  it('is left as it was when the run is stopped in the middle', async () => {
    const stop = new AbortController();
    const running = conformance(server.url, server.cedar.key, { signal: stop.signal });
    while (((await stateOf(server.url, server.cedar.key)) as unknown[]).length === 2) await new Promise((resolve) => setTimeout(resolve, 2));
    stop.abort();
    expect((await running).stopped).toBe('The run was stopped.');
    expect(await stateOf(server.url, server.cedar.key)).toHaveLength(2);
  }, MINUTES);
});

describe('an organization without a cyber system', () => {
  it('is checked as far as that goes, and the report says how far', async () => {
    const server = await startTestServer();
    const organization = (await server.inventory.organizations.create('empty', 'Empty'))!;
    const expiresAt = new Date(Date.now() + MINUTES);
    const key = await server.inventory.keys.create(organization.id, { label: 'test', createdBy: 'test', expiresAt, environment: 'live' });
    const report = await conformance(server.url, key, { runs: 3 });
    expect(report.findings).toEqual([]);
    expect(report.notes.join()).toContain('there is no cyber system to create an asset in');
    await server.close();
  }, MINUTES);
});

describe('the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());

  it('conforms, its mocks and its rehearsals too, and is left as it was', async () => {
    const before = await stateOf(sandbox.url, sandbox.key);
    const report = await conformance(sandbox.url, sandbox.key);
    expect(report).toMatchObject({ kind: 'sandbox', findings: [], notes: [] });
    expect(report.stopped).toBeUndefined();
    expect(casesOf(report)['planned']).toBeGreaterThan(100);
    expect(casesOf(report)['rehearsals']).toBeGreaterThan(300);
    expect(await stateOf(sandbox.url, sandbox.key)).toEqual(before);
  }, MINUTES);
});

describe('a limit', () => {
  it('is waited out, as Retry-After asks', async () => {
    const server = await startTestServer({ rateLimit: 30 });
    const report = await conformance(server.url, server.cedar.key, { milliseconds: 1500 });
    expect(report.findings).toEqual([]);
    expect(report.stopped).toMatch(/stopped after/);
    expect(server.logs.filter(({ status }) => status === 429).length).toBeLessThan(20); // it does not hammer
    await server.close();
  }, MINUTES);
});
