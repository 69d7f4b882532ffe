// A sandbox's mocks are held to the planned operations, and one that takes what it should refuse is found. CI checks a sandbox against the whole contract.
import { runConformance } from '../../src/conformance/run';
import { startFaultyProxy } from '../support/faulty-proxy';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { type Sandbox, startSandbox } from '../support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const document = partOfContract([
  ...RELEASED,
  '/users',
  '/cyber-systems/{cyberSystemId}/cyber-assets',
  '/control-centers/{controlCenterId}/cyber-assets/export',
  '/activity/by-resource-type/{resourceType}/{resourceId}',
]);

it('with a list that takes a cursor which no answer gave is accused of that, and its other mocks of nothing', async () => {
  const proxy = await startFaultyProxy(sandbox.url, (exchange) => {
    if (exchange.path.startsWith('/users?') && exchange.path.includes('cursor=') && exchange.status === 400)
      exchange.status = 200;
  });
  const { kind, findings } = await runConformance({
    document,
    url: proxy.url,
    key: sandbox.key,
    seed: 42,
    runs: 5,
  }).finally(() => proxy.close());
  expect(kind).toBe('sandbox');
  const ofMocks = findings.filter(
    ({ check, operationId }) =>
      ['rehearsals', 'planned', 'properties'].includes(check) && operationId !== 'getCyberAsset',
  ); // the proxy refuses its long headers itself
  expect(ofMocks.map(({ operationId, message }) => [operationId, message])).toEqual([
    ['listUsers', 'a made-up cursor: expected 400, answered 200'],
  ]);
});
