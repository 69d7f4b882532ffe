// Tests that the sandbox returns each documented 409 of an operation in the documented state.
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { examples, operations } from '../support/examples';
import { type Sandbox, resetDemoData, startSandbox } from '../support/sandbox';
import { keyOf } from '../support/worlds';
import { CONFLICTS } from './documented-conflicts';

/** Every POST shares it. `test/operations/createCyberAsset.retries.test.ts` tests it. */
const STILL_RUNNING = 'stillRunning';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const documented = examples.filter(({ status, name }) => status === '409' && name !== STILL_RUNNING);

it('has a case for each 409 example', () => {
  const names = (all: { operationId: string; name: string }[]) =>
    all.map(({ operationId, name }) => `${operationId} ${name}`).sort();
  expect(names(CONFLICTS.map(({ operationId, example }) => ({ operationId, name: example })))).toEqual(
    names(documented.filter(({ part }) => part === 'response')),
  );
});

describe('after a reset', () => {
  beforeEach(() => resetDemoData(sandbox));

  it.each(CONFLICTS)(
    '$operationId returns the 409 of the example $example',
    async ({ operationId, example, before = [], advance, as, request: [method, path, body] }) => {
      for (const [earlierMethod, earlierPath, earlierBody] of before)
        expect((await sandbox.client(earlierMethod, earlierPath, { body: earlierBody })).status).toBeLessThan(
          300,
        );
      if (advance !== undefined) await sandbox.worlds.move(demoOrganization.id, { advance });
      const { client } = as === undefined ? sandbox : await keyOf(sandbox, as);
      const reply = await client(method, path, { body });
      const { value } = documented.find((each) => each.operationId === operationId && each.name === example)!;
      expect([reply.status, reply.body]).toEqual([409, value]);
    },
  );
});

it('Prefer: code=409 returns the first example of the operation', async () => {
  const approval = operations.find(({ operationId }) => operationId === 'approvePolicyDocument')!;
  const path = approval.path.replace('{id}', 'pd_01kkg9yy7hfenan86sznkq9nnc');
  const { status, body } = await sandbox.client('POST', path, { headers: { Prefer: 'code=409' } });
  expect([status, body.message]).toEqual([
    409,
    'A policy document with the status draft does not allow approvePolicyDocument. Its status must be submitted.',
  ]);
});
