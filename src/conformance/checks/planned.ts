// Planned operations: 501 on the real server; in a sandbox mocks, each example of which holds to its schema.
import type { Operation } from '../../contract/document';
import {
  bodyExamples,
  missingPath,
  parametersIn,
  pathExamples,
  soundValues,
  toOutgoing,
  valuesOf,
  type Values,
} from '../requests';
import { eachOf } from '../each-of';
import type { Session } from '../session';

const planned = (session: Session): Operation[] =>
  session.operations.filter(({ availability }) => availability === 'planned');

export async function checkPlanned(session: Session): Promise<void> {
  await eachOf(planned(session), (operation) =>
    session.isSandbox ? checkMock(session, operation) : checkNotImplemented(session, operation),
  );
}

/** Without a body: a server that has released the operation already must not take this for a real call. */
async function checkNotImplemented(session: Session, operation: Operation): Promise<void> {
  const outgoing = toOutgoing(operation, { path: missingPath(operation) });
  await session.expect('planned', operation, outgoing, {
    what: 'a planned operation',
    status: 501,
    code: 'not_implemented',
  });
}

/** Requests of a mock, each with one example more than the soundest. */
function scenarios(operation: Operation): [what: string, values: Values][] {
  const sound = soundValues(operation);
  const bodies = bodyExamples(operation).map(([name, body]): [string, Values] => [
    `the example ${name}`,
    { ...sound, body },
  ]);
  const paths = pathExamples(operation).map(([name, path]): [string, Values] => [
    `the example ${name} of the path`,
    { ...sound, path },
  ]);
  const queries = parametersIn(operation, 'query').flatMap((parameter) =>
    valuesOf(parameter).map((value): [string, Values] => [
      `the example of ${parameter.name}`,
      { ...sound, query: { ...sound.query, [parameter.name]: value } },
    ]),
  );
  const cases = [...bodies, ...(operation.method === 'GET' ? paths : []), ...queries];
  return cases.length > 0 ? cases : [['the operation', sound]];
}

async function checkMock(session: Session, operation: Operation): Promise<void> {
  const successes = Object.keys(operation.responses)
    .map(Number)
    .filter((code) => code >= 200 && code < 300);
  // A change names no record that exists, and a sandbox may know that. What it answers otherwise is rehearsed.
  const isMissing = operation.method !== 'GET' && parametersIn(operation, 'path').length > 0;
  const status = isMissing ? [...successes, 404] : successes;
  for (const [what, values] of scenarios(operation))
    await session.expect('planned', operation, toOutgoing(operation, values), { what, status });
}
