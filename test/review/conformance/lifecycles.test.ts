// Walks the planned collections of a sandbox, with and without planted faults.
import { checkLifecycles } from '../../../src/review/conformance/checks/lifecycles';
import { Session } from '../../../src/review/conformance/session';
import { contractDocument as document } from '../../../src/contract/document';
import { type Exchange, type Fault, startFaultyProxy } from '../../support/faulty-proxy';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { change, foundOf } from './planted';

const COLLECTIONS = [
  '/facilities',
  '/cyber-systems',
  '/training-modules',
  '/training-assignments',
  '/tasks',
  '/evidence',
  '/policy-documents',
  '/users',
  '/invitations',
  '/cip-senior-manager-assignments',
  '/access-control',
];
/** Runs this check only: a whole run takes ten times as long. */
async function lifecyclesOf({ url, key }: Sandbox, fault: Fault) {
  const proxy = await startFaultyProxy(url, fault);
  const session = new Session({ document, url: proxy.url, key, seed: 7, runs: 1, milliseconds: 60_000 });
  await checkLifecycles(session).finally(proxy.close);
  const findings = session.ledger.findings.flatMap(foundOf);
  return { findings, notes: session.notes };
}

describe('a sandbox that keeps records', () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());

  it('has no finding, and creates, reads, lists, changes and deletes a record of each collection', async () => {
    const steps = new Map<string, Set<string>>();
    const result = await lifecyclesOf(sandbox, ({ method, path, status }) => {
      const collection = COLLECTIONS.find((each) => path.startsWith(each))!;
      if (collection && (status < 300 || status === 404))
        steps.set(collection, (steps.get(collection) ?? new Set()).add(`${method} ${status}`));
    });
    expect(result).toEqual({ findings: [], notes: [] });
    const walked = (...names: string[]) => expect.arrayContaining(names);
    const all = ['POST 201', 'GET 200', 'DELETE 204', 'DELETE 404'];
    const changed = (method: string) => walked(...all, `${method} 200`, 'GET 404');
    expect(Object.fromEntries([...steps].map(([collection, names]) => [collection, [...names]]))).toEqual({
      ...Object.fromEntries(COLLECTIONS.map((collection) => [collection, changed('PATCH')])),
      '/tasks': changed('PUT'),
      '/access-control': changed('PUT'),
      '/evidence': walked(...all, 'GET 404'),
      '/invitations': walked(...all),
      '/cip-senior-manager-assignments': walked('POST 201', 'GET 200', 'PATCH 200'),
    });
  });

  it('passes again, with a note for the example that conflicts with a record of the first run', async () => {
    const note = 'no record was created, because the example conflicts with another record.';
    expect(await lifecyclesOf(sandbox, () => undefined)).toEqual({
      findings: [],
      notes: [`createCipSeniorManagerAssignment: ${note}`],
    });
  });
});

type Planted = [planted: string, operationId: string, message: RegExp, fault: Fault];

const has = ({ method, path, status }: Exchange, wanted: string): boolean =>
  new RegExp(`^${wanted}(\\?.*)?$`).test(`${status} ${method} ${path}`);
const first = new Map<string, string>();
let canceled: string | undefined;

// Each fault is in another collection, so that they share a run.
const PLANTED: Planted[] = [
  [
    'a change that the sandbox forgets',
    'getTrainingModule',
    /another value than the request in completionIntervalDays/,
    (exchange) => {
      if (!has(exchange, '200 GET /training-modules/[^/]+')) return;
      exchange.text = first.get(exchange.path) ?? exchange.text;
      first.set(exchange.path, exchange.text);
    },
  ],
  [
    'a new record that the sandbox forgets',
    'getFacility',
    /the new record: expected 200, got 404/,
    (exchange) => {
      if (exchange.text.includes('Kestrel Ridge') && has(exchange, '200 GET /facilities/[^/]+'))
        exchange.status = 404;
    },
  ],
  [
    'a list without the new record',
    'getTasks',
    /the list lacks the new record/,
    (exchange) => {
      if (has(exchange, '200 GET /tasks')) change(exchange, (body) => body.data.pop());
    },
  ],
  [
    'a deleted record that can be read',
    'getUser',
    /the deleted record: expected 404, got 200/,
    (exchange) => {
      if (has(exchange, '200 GET /users/usr_[^/]+')) first.set(exchange.path, exchange.text);
      if (has(exchange, '404 GET /users/usr_[^/]+'))
        Object.assign(exchange, { status: 200, text: first.get(exchange.path) ?? '{}' });
    },
  ],
  [
    'a deleted record in the list',
    'listInvitations',
    /the list has the deleted record/,
    (exchange) => {
      if (has(exchange, '204 DELETE /invitations/[^/]+')) canceled = exchange.path.split('/').at(-1);
      if (has(exchange, '200 GET /invitations')) change(exchange, (body) => body.data.push({ id: canceled }));
    },
  ],
  [
    'a change that the sandbox rejects',
    'updateAccessControl',
    /the change lowerToRead: expected 200, got 409/,
    (exchange) => {
      if (has(exchange, '200 PUT /access-control/[^/]+')) exchange.status = 409;
    },
  ],
  [
    'a second deletion of one record',
    'deleteTrainingAssignment',
    /the deleted record: expected 404, got 204/,
    (exchange) => {
      if (has(exchange, '404 DELETE /training-assignments/[^/]+'))
        Object.assign(exchange, { status: 204, text: '' }).headers.delete('content-type');
    },
  ],
  [
    'another value than the one of the request',
    'createEvidence',
    /another value than the request in description/,
    (exchange) => {
      if (has(exchange, '201 POST /evidence')) change(exchange, (body) => (body.description = 'other'));
    },
  ],
];

describe('a sandbox with faults', () => {
  let sandbox: Sandbox;
  let findings: unknown[][];
  beforeAll(async () => {
    sandbox = await startSandbox();
    const faults: Fault = (exchange) => PLANTED.forEach(([, , , fault]) => fault(exchange));
    ({ findings } = await lifecyclesOf(sandbox, faults));
  });
  afterAll(() => sandbox.close());

  it.each(PLANTED)('has a finding for %s', (_planted, operationId, message) => {
    expect(findings).toContainEqual([operationId, expect.stringMatching(message)]);
  });

  it('has no finding for the other operations', () => {
    const faulty = new Set(PLANTED.map(([, operationId]) => operationId));
    expect(new Set(findings.map(([operationId]) => operationId))).toEqual(faulty);
  });
});

it.each<[planted: string, operationId: string, message: RegExp, fault: Fault]>([
  [
    'a Location of another record',
    'createTask',
    /^Location is not the path of the new record$/,
    (exchange) => {
      if (has(exchange, '201 POST /tasks'))
        exchange.headers.set('location', '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4');
    },
  ],
  [
    'a Location that no operation has',
    'createFacility',
    /^Location is not the path of the new record$/,
    (exchange) => {
      if (has(exchange, '201 POST /facilities')) exchange.headers.set('location', '/sites/1');
    },
  ],
  [
    'an id with another prefix',
    'createEvidence',
    /^the body of 201 id must be the id of an evidence record, such as ev_\S+$/,
    (exchange) => {
      if (has(exchange, '201 POST /evidence'))
        change(exchange, (body) => (body.id = `zz${body.id.slice(2)}`));
    },
  ],
  [
    'the id of no record',
    'createTrainingModule',
    /^Location is not the path of the new record$/,
    (exchange) => {
      if (has(exchange, '201 POST /training-modules'))
        change(exchange, (body) => (body.id = body.id.replace(/.$/, body.id.endsWith('0') ? '1' : '0')));
    },
  ],
  [
    'a read that fails',
    'getAccessControl',
    /^the server returns 500 internal_error$/,
    (exchange) => {
      const text = '{"error":"internal_error","message":"Something went wrong."}';
      if (has(exchange, '200 GET /access-control/[^/]+')) Object.assign(exchange, { status: 500, text });
    },
  ],
])('blames the operation of %s alone', async (_planted, operationId, message, fault) => {
  const sandbox = await startSandbox();
  const { findings } = await lifecyclesOf(sandbox, fault).finally(() => sandbox.close());
  expect(findings).toEqual([[operationId, expect.stringMatching(message)]]);
});
