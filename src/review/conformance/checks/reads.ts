// Checks conditional requests to the available GET operations.
import type { Operation } from '../../../contract/document';
import { forEachConcurrently } from '../../probe/send';
import { parametersIn, toOutgoing, valuesOf, type Values } from '../../probe/requests';
import type { Session } from '../session';
import type { Collections } from './lists';

export async function checkReads(session: Session, collections: Collections): Promise<void> {
  const reads = session.operations.filter(
    ({ availability, method }) => availability === 'available' && method === 'GET',
  );
  await forEachConcurrently(reads, async (operation) => {
    const [parameter] = parametersIn(operation, 'path');
    if (!parameter) return checkNotModified(session, operation, { path: {} });
    const first = collections.get(operation.path.replace(/\/\{[^/]*$/, ''))?.[0];
    if (first) return checkNotModified(session, operation, { path: { [parameter.name]: first.id } });
    session.notes.push(
      `${operation.operationId}: checked with missing ids only, because there is no record to read.`,
    );
  });
}

/** Checks 304 for the current ETag and 200 for a stale one. */
async function checkNotModified(session: Session, operation: Operation, values: Values): Promise<void> {
  const parameter = parametersIn(operation, 'header').find(({ name }) => name === 'If-None-Match');
  if (!parameter) return;
  const conditional = (tag: string) =>
    toOutgoing(operation, { ...values, headers: { 'If-None-Match': tag } });
  for (const example of valuesOf(parameter))
    await session.expect('examples', operation, conditional(String(example)), {
      label: 'a stale If-None-Match',
      status: 200,
    });
  const tag = (await session.send(operation, toOutgoing(operation, values)))?.headers.get('etag');
  if (!tag) return;
  // Another client may change the record in between.
  const reply = await session.expect('guarantees', operation, conditional(tag), {
    label: 'the ETag in If-None-Match',
    status: [304, 200],
  });
  if (reply?.status === 200 && reply.headers.get('etag') === tag)
    session.report(
      'guarantees',
      operation,
      'the ETag in If-None-Match: expected 304, got 200 with the same ETag',
      conditional(tag),
      reply,
    );
}
