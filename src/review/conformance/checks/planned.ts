// Checks planned operations: 501 from the server, a success for each example from a sandbox.
import type { Operation } from '../../../contract/document';
import {
  bodyExamples,
  isCursor,
  missingPath,
  parametersIn,
  pathExamples,
  listSuccesses,
  validValues,
  getValues,
  type Values,
} from '../../probe/requests';
import type { OwnAssets } from '../own-assets';
import type { Session } from '../session';
import { checkReplay, withKey } from './guarantees';

const planned = (session: Session): Operation[] =>
  session.operations.filter(({ availability }) => availability === 'planned');

export async function checkPlanned(session: Session): Promise<void> {
  await session.eachOperation(planned(session), (operation) =>
    session.isSandbox ? checkExamples(session, operation) : checkNotImplemented(session, operation),
  );
}

/** Sends no body: a newer server may already have the operation, and must not change anything. */
async function checkNotImplemented(session: Session, operation: Operation): Promise<void> {
  const expected = { label: 'a planned operation', status: 501, code: 'not_implemented' } as const;
  await session.expect('planned', operation, { path: missingPath(operation) }, expected);
}

type Scenario = [label: string, values: Values];

/** Returns one request for each example, added to the minimal valid request. */
function scenarios(operation: Operation): Scenario[] {
  const valid = validValues(operation);
  const paths = operation.method === 'GET' ? pathExamples(operation) : [];
  const queries = parametersIn(operation, 'query').filter((parameter) => !isCursor(parameter));
  const cases = [
    ...bodyExamples(operation).map(([name, body]): Scenario => [`the example ${name}`, { body }]),
    ...paths.map(([name, path]): Scenario => [`the example ${name} of the path`, { path }]),
    ...queries.flatMap((parameter) =>
      getValues(parameter).map((value): Scenario => {
        const query = { ...valid.query, [parameter.name]: value };
        return [`the example of ${parameter.name}`, { query }];
      }),
    ),
  ];
  if (cases.length === 0) cases.push(['the operation', {}]);
  return cases.map(([label, values]) => [label, { ...valid, ...values }]);
}

async function checkExamples(session: Session, operation: Operation): Promise<void> {
  const hasPath = parametersIn(operation, 'path').length > 0;
  // A write to a record names a missing one. A creation may conflict with the record of an earlier run.
  const others = operation.method === 'GET' ? [] : hasPath ? [404] : [409];
  const status = [...listSuccesses(operation), ...others];
  for (const [index, [label, values]] of scenarios(operation).entries()) {
    const keyed = index === 0 ? withKey(session, operation, values) : values;
    const reply = await session.expect('planned', operation, keyed, { label, status });
    await checkReplay(session, operation, keyed, reply);
  }
}

/** A mock takes long and errors are shared: a planned operation is asked for one fifth of its statuses. */
const PLANNED_SHARE = 5;

/**
 * Asks a sandbox for each declared status, including those that no request provokes, for example 429 and 503.
 */
export async function checkPrefer(session: Session, own: OwnAssets): Promise<void> {
  await session.eachOperation(session.operations, async (operation) => {
    const values = own.harmless(operation);
    const operationIndex = session.operations.indexOf(operation);
    const declared = Object.keys(operation.responses).map(Number);
    const statuses =
      operation.availability === 'available'
        ? declared
        : declared.filter((_status, index) => (operationIndex + index) % PLANNED_SHARE === 0);
    for (const status of statuses) {
      const label = `Prefer: code=${status}`;
      const headers = { ...values.headers, Prefer: `code=${status}` };
      await session.expect('prefer', operation, { ...values, headers }, { label, status });
    }
  });
}
