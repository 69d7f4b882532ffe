// Checks a sandbox with part of the contract. CI checks a sandbox with the whole contract.
import { runConformance } from '../../../src/review/conformance/run';
import { startFaultyProxy } from '../../support/faulty-proxy';
import { RELEASED, partOfContract } from '../../support/part-of-contract';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { change, is } from './planted';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const document = partOfContract([
  ...RELEASED,
  '/users',
  '/users/{id}',
  '/cyber-systems/{cyberSystemId}/cyber-assets',
  '/control-centers/{controlCenterId}/cyber-assets/export',
  '/activity/by-resource-type/{resourceType}/{resourceId}',
]);

it('reports an invalid cursor that the sandbox accepts and an incomplete list, and nothing else', async () => {
  const proxy = await startFaultyProxy(sandbox.url, (exchange) => {
    if (exchange.path.startsWith('/users?') && exchange.path.includes('cursor=') && exchange.status === 400)
      exchange.status = 200;
    if (is(exchange, 'GET', /^\/cyber-systems\/[^/]+\/cyber-assets$/) && exchange.status === 200)
      change(exchange, (rows: unknown[]) => rows.slice(0, -1));
  });
  const { kind, checks, findings, notes } = await runConformance({
    document,
    url: proxy.url,
    key: sandbox.key,
    seed: 42,
    runs: 5,
  }).finally(() => proxy.close());
  expect(kind).toBe('sandbox');
  expect(checks.find(({ check }) => check === 'lifecycles')).toMatchObject({ findings: 0 });
  const found = findings.filter(({ check }) =>
    ['lists', 'changes', 'prefer', 'planned', 'generated'].includes(check),
  );
  expect(found.map(({ operations: [first], message }) => [first!.operationId, message])).toEqual([
    ['getCyberAssetsBySystem', 'the rows are not those of getCyberAssets that belong to the record'],
    ['listUsers', 'a generated cursor: expected 400, got 200'],
  ]);
  // The proxy itself rejects long headers.
  expect(notes[0]).toMatch(
    /^A proxy in front of the server rejected requests by itself, which are not judged: 431 to headers of 20 KB \(\d+ times\)/,
  );
});
