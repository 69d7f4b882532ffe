// Checks the available GET operations: examples, the first record of each list, and 304.
import type { Operation } from '../../contract/document';
import { examplePath, parametersIn, toOutgoing, valuesOf, type Values } from '../requests';
import { forEachConcurrently } from '../http-client';
import type { Session } from '../session';

/** The ids of each collection by the path of its list. */
export type Collections = Map<string, string[]>;

const idsIn = (body: unknown): string[] =>
  Array.isArray(body)
    ? body.flatMap((row: { id?: unknown } | null) => (typeof row?.id === 'string' ? [row.id] : []))
    : [];

const reads = (session: Session): Operation[] =>
  session.operations.filter(({ availability, method }) => availability === 'available' && method === 'GET');

const isList = ({ path }: Operation): boolean => !path.includes('{');

export async function checkLists(session: Session): Promise<Collections> {
  const collections: Collections = new Map();
  await forEachConcurrently(reads(session).filter(isList), async (operation) => {
    const outgoing = toOutgoing(operation, { path: {} });
    const reply = await session.expect('examples', operation, outgoing, { label: 'the list', status: 200 });
    collections.set(operation.path, idsIn(reply?.body));
    await checkNotModified(session, operation, { path: {} });
  });
  return collections;
}

export async function checkRecords(session: Session, collections: Collections): Promise<void> {
  await forEachConcurrently(
    reads(session).filter((operation) => !isList(operation)),
    async (operation) => {
      const ids = collections.get(operation.path.replace(/\/\{[^/]*$/, '')) ?? [];
      const [name] = Object.keys(examplePath(operation));
      const [parameter] = parametersIn(operation, 'path');
      for (const example of parameter ? valuesOf(parameter) : []) {
        // The examples exist in the demo data only.
        const status = ids.includes(example as string) ? 200 : 404;
        await session.expect('examples', operation, toOutgoing(operation, { path: { [name!]: example } }), {
          label: 'the example',
          status,
        });
      }
      const [first] = ids;
      if (first === undefined)
        return void session.notes.push(
          `${operation.operationId}: checked with missing ids only, because there is no record to read.`,
        );
      const values = { path: { [name!]: first } };
      const reply = await session.expect('examples', operation, toOutgoing(operation, values), {
        label: 'the first record of the list',
        status: 200,
      });
      const id = (reply?.body as { id?: unknown } | null | undefined)?.id;
      if (reply?.status === 200 && id !== first)
        session.report(
          'examples',
          operation,
          'the record has another id than the requested one',
          toOutgoing(operation, values),
          reply,
        );
      await checkNotModified(session, operation, values);
    },
  );
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
