// Checks the state machines of a sandbox, sound and with planted faults.
import { checkTransitions } from '../../../src/review/conformance/checks/transitions';
import type { Session } from '../../../src/review/conformance/session';
import type { Exchange, Fault } from '../../support/faulty-proxy';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { change, findingsOf } from './planted';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

let notes: string[] = [];
const check = async (session: Session): Promise<void> => {
  session.isSandbox = true;
  await checkTransitions(session);
  notes = session.notes;
};

it('tries each listed and each unlisted change of a status, and has no finding in a sound sandbox', async () => {
  const statuses: Record<string, Set<number>> = {};
  const findings = await findingsOf(
    sandbox,
    ({ method, path, status }) => {
      const name = `${method} ${path.replace(/\/[a-z]+_[0-9a-z]{26}/, '/ID')}`;
      (statuses[name] ??= new Set()).add(status);
    },
    check,
  );
  expect(findings).toEqual([]);
  const sent = Object.fromEntries(Object.entries(statuses).map(([name, seen]) => [name, [...seen].sort()]));
  expect(sent).toMatchObject({
    'PUT /tasks/ID': [200, 409],
    'POST /policy-documents/ID/submit': [200, 409],
    'POST /policy-documents/ID/approve': [200, 409],
    'POST /policy-documents/ID/revert': [200, 409],
  });
  expect(notes.join()).toContain('TaskStatus: no request of one record leads to "overdue".');
});

const has = ({ method, path, status }: Exchange, wanted: string): boolean =>
  new RegExp(`^${wanted}$`).test(`${status} ${method} ${path}`);

// Each fault is in another machine, so that they share a run.
const PLANTED: [planted: string, operationId: string, message: RegExp, fault: Fault][] = [
  [
    'a change from a final status that the sandbox accepts',
    'updateTask',
    /TaskStatus "cancelled" to "open": expected 400 or 409, got 200/,
    (exchange) => {
      if (has(exchange, '409 PUT /tasks/[^/]+') && exchange.sent.includes('"status":"open"'))
        Object.assign(exchange, { status: 200, text: '{}' });
    },
  ],
  [
    'a listed change that the sandbox rejects',
    'approvePolicyDocument',
    /PolicyDocumentStatus "submitted" to another status: expected 200, got 409/,
    (exchange) => {
      if (has(exchange, '200 POST /policy-documents/[^/]+/approve')) exchange.status = 409;
    },
  ],
  [
    'another status after a change',
    'completeTrainingAssignment',
    /TrainingAssignmentStatus "assigned" to another status: the response has another status/,
    (exchange) => {
      if (has(exchange, '200 POST /training-assignments/[^/]+/complete'))
        change(exchange, (body) => void (body.status = 'in_progress'));
    },
  ],
];

describe('a sandbox with faults', () => {
  let findings: unknown[][];
  beforeAll(async () => {
    const faults: Fault = (exchange) => PLANTED.forEach(([, , , fault]) => fault(exchange));
    findings = await findingsOf(sandbox, faults, check);
  });

  it.each(PLANTED)('has a finding for %s', (_planted, operationId, message) => {
    expect(findings).toContainEqual([operationId, expect.stringMatching(message)]);
  });
});
