// Lets a sandbox ignore If-Match and Idempotency-Key, and expects one finding with the operations that declare the header.
import { checkAssets } from '../../../src/review/conformance/checks/assets';
import { checkGuarantees } from '../../../src/review/conformance/checks/guarantees';
import { checkLifecycles } from '../../../src/review/conformance/checks/lifecycles';
import { checkPlanned } from '../../../src/review/conformance/checks/planned';
import { checkTransitions } from '../../../src/review/conformance/checks/transitions';
import { recordIn, rowsIn } from '../../../src/review/conformance/collections';
import { OwnAssets } from '../../../src/review/conformance/own-assets';
import type { Session } from '../../../src/review/conformance/session';
import { contractDocument, listOperations } from '../../../src/contract/document';
import type { Fault, Ignored } from '../../support/faulty-proxy';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { findingsOf, is } from './planted';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.close());

const sound: Fault = () => undefined;
const STALE = 'a stale If-Match: expected 412 precondition_failed';
const RETRY =
  'a retry with the same Idempotency-Key: the retry does not replay the first response with Idempotency-Replayed: true';

async function checkSandbox(session: Session): Promise<void> {
  session.isSandbox = true;
  await checkLifecycles(session);
  await checkTransitions(session);
  await checkGuarantees(session);
  await checkPlanned(session);
}

/** Checks the writes on assets, and leaves no asset of the run. */
async function checkWrites(session: Session): Promise<void> {
  const systems = rowsIn((await session.send(session.operation('getCyberSystems'), {}))?.body);
  const own = new OwnAssets(session, recordIn(systems[0])?.id, []);
  await checkAssets(session, own, new Set(systems.map(({ id }) => id))).finally(() => own.cleanUp());
}

const declaring = (header: string, path: RegExp): string[] =>
  listOperations(contractDocument)
    .filter((operation) => path.test(operation.path))
    .filter(({ parameters }) => parameters.some(({ name }) => name === header))
    .map(({ operationId }) => operationId)
    .sort();

const messagesOf = (found: [string | null, string][]) => [...new Set(found.map(([, message]) => message))];
const operationsOf = (found: [string | null, string][]) =>
  [...new Set(found.map(([operation]) => operation))].sort();

it.each<[planted: string, message: string, ignored: Ignored, except?: string[]]>([
  ['If-Match on each path', STALE, { header: 'if-match', path: /^/ }],
  ['If-Match below a document', STALE, { header: 'if-match', path: /^\/policy-documents\/[^/]+\/\w/ }],
  [
    'Idempotency-Key on each path',
    RETRY,
    { header: 'idempotency-key', path: /^/ },
    // Checked by the writes on assets, or without a request that succeeds on a new record.
    ['createCyberAsset', 'grantRaptorComplyAccess', 'revokeRaptorComplyAccess'],
  ],
  [
    'Idempotency-Key of one approval',
    RETRY,
    { header: 'idempotency-key', path: /^\/policy-documents\/[^/]+\/approve$/ },
  ],
])(
  'reports %s that a sandbox ignores, in each operation that declares it',
  async (_planted, message, ignored, except = []) => {
    const found = await findingsOf(sandbox, sound, checkSandbox, { ignored });
    const header = message === STALE ? 'If-Match' : 'Idempotency-Key';
    const expected = declaring(header, ignored.path).filter((each) => !except.includes(each));
    expect([messagesOf(found), operationsOf(found)]).toEqual([[message], expected]);
  },
);

it('reports a repeated creation without Idempotency-Replayed', async () => {
  const found = await findingsOf(
    sandbox,
    (exchange) => {
      if (is(exchange, 'POST', '/tasks')) exchange.headers.delete('idempotency-replayed');
    },
    checkSandbox,
  );
  expect([messagesOf(found), operationsOf(found)]).toEqual([[RETRY], ['createTask']]);
});

it('has no finding in a sound sandbox', async () => {
  expect(await findingsOf(sandbox, sound, checkSandbox)).toEqual([]);
});

it('reports an ignored If-Match of assets alone: the other cases keep their asset', async () => {
  const ignored = { header: 'if-match', path: /^\/cyber-assets/ };
  const found = await findingsOf(sandbox, sound, checkWrites, { ignored });
  expect([messagesOf(found), operationsOf(found)]).toEqual([
    [STALE, 'the previous ETag in If-Match: expected 412, got 200'],
    ['deleteCyberAsset', 'updateCyberAsset'],
  ]);
});
