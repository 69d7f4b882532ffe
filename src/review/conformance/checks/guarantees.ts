// Checks conditions and retries on records of the run: a stale If-Match, and a repeated Idempotency-Key.
import { groupBy } from '../../../base/values';
import type { Operation } from '../../../contract/document';
import { quoted } from '../../../base/report/report';
import { type Values, examplePath, getValues, parametersIn, validValues } from '../../probe/requests';
import type { Answered } from '../../probe/send';
import { type Session, getCode } from '../session';
import { type Made, make } from './nested-lists';

const KEY = 'Idempotency-Key';

const declares = (operation: Operation, header: string): boolean =>
  parametersIn(operation, 'header').some(({ name }) => name === header);

/** Checks the operations on each kind of record together, deletions last: a faulty one removes the record of the others. */
export async function checkGuarantees(session: Session): Promise<void> {
  const { referenceOf } = session.model;
  const onRecords = session.active.filter((operation) => parametersIn(operation, 'path').length > 0);
  const byType = groupBy(onRecords, (operation) => referenceOf(parametersIn(operation, 'path')[0]!.schema));
  await session.each([...byType], async ([type, operations]) => {
    const [removals, others] = [true, false].map((isRemoval) =>
      operations.filter(({ method }) => (method === 'DELETE') === isRemoval),
    ) as [Operation[], Operation[]];
    const made: Made[] = [];
    const id = type === undefined ? undefined : await make(session, type, undefined, made);
    for (const operation of [...others, ...removals]) {
      const { path, ...values } = validValues(operation);
      const [first, ...further] = parametersIn(operation, 'path');
      const example = { ...values, path: { ...path, ...examplePath(operation) } };
      const own = { ...values, path: { ...example.path, ...(id && { [first!.name]: id }) } };
      // Further ids of the path and of the body can be those of the example's record.
      const isJudged = await checkStaleTag(session, operation, own, id !== undefined && further.length === 0);
      if (!isJudged) await checkStaleTag(session, operation, example, false);
      if (id !== undefined && operation.method === 'POST') await checkRetry(session, operation, own);
    }
    for (const { remove, id: own } of made.reverse()) if (remove) await session.send(remove, { id: own });
  });
}

/** Sends an old entity tag; `*` is any version. `isCertain`: the record exists. Returns whether the response could be judged. */
export async function checkStaleTag(
  session: Session,
  operation: Operation,
  values: Values,
  isCertain = true,
): Promise<boolean> {
  const parameter = parametersIn(operation, 'header').find(({ name }) => name === 'If-Match');
  const tag = parameter && getValues(parameter).find((value) => value !== '*');
  if (tag === undefined) return true;
  const label = 'a stale If-Match';
  session.ledger.count('guarantees');
  const reply = await session.send(operation, { ...values, headers: { 'If-Match': tag } });
  const code = reply && getCode(reply);
  const isOther = code === 'invalid_reference' || (code === 'not_found' && !isCertain);
  if (!reply || reply.status >= 500 || isOther) {
    session.ledger.count('guarantees', 'unjudged');
    return !isOther;
  }
  if (reply.status === 412 && code === 'precondition_failed') return true;
  const detail = `the response is ${reply.status} ${quoted(code)}`;
  session.report('guarantees', operation, 'expected 412 precondition_failed', reply, { label, detail });
  return true;
}

/** Sends a request twice with one key, if the operation declares it. Returns the first response. */
async function checkRetry(session: Session, operation: Operation, values: Values): Promise<void> {
  if (!declares(operation, KEY)) return;
  const keyed = withKey(session, operation, values);
  await checkReplay(session, operation, keyed, await session.send(operation, keyed));
}

/** Adds a new key to the request of an operation that declares it. */
export const withKey = (session: Session, operation: Operation, values: Values): Values =>
  declares(operation, KEY) ? { ...values, headers: { ...values.headers, [KEY]: session.name() } } : values;

/** Repeats a request with an Idempotency-Key that succeeded, and expects its response. */
export async function checkReplay(
  session: Session,
  operation: Operation,
  values: Values,
  first: Answered | undefined,
): Promise<void> {
  if (!first || first.status > 299 || values.headers?.[KEY] === undefined) return;
  session.ledger.count('guarantees');
  const again = await session.send(operation, values);
  if (!again || again.status >= 500) return session.ledger.count('guarantees', 'unjudged');
  const { status, text, headers } = again;
  if (status === first.status && text === first.text && headers.get('idempotency-replayed') === 'true')
    return;
  const fault = 'the retry does not replay the first response with Idempotency-Replayed: true';
  const detail = `the statuses are ${first.status} and ${status}, the header is ${quoted(headers.get('idempotency-replayed') ?? undefined)}`;
  session.report('guarantees', operation, fault, again, {
    label: 'a retry with the same Idempotency-Key',
    detail,
  });
}
