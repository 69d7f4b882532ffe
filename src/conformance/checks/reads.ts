// The available reads: each example, each collection's first record, and 304 for whoever holds what there is.
import type { Operation } from '../../contract/document';
import { examplePath, parametersIn, toOutgoing, valuesOf, type Values } from '../requests';
import { eachOf } from '../each-of';
import type { Session } from '../session';

/** The ids of each collection, by the path of its list. */
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
  await eachOf(reads(session).filter(isList), async (operation) => {
    const outgoing = toOutgoing(operation, { path: {} });
    const reply = await session.expect('examples', operation, outgoing, { what: 'the list', status: 200 });
    collections.set(operation.path, idsIn(reply?.body));
    await checkHeld(session, operation, { path: {} });
  });
  return collections;
}

export async function checkRecords(session: Session, collections: Collections): Promise<void> {
  await eachOf(
    reads(session).filter((operation) => !isList(operation)),
    async (operation) => {
      const ids = collections.get(operation.path.replace(/\/\{[^/]*$/, '')) ?? [];
      const [name] = Object.keys(examplePath(operation));
      const [parameter] = parametersIn(operation, 'path');
      for (const example of parameter ? valuesOf(parameter) : []) {
        // The examples speak of the demo world; elsewhere their records need not be there.
        const status = ids.includes(example as string) ? 200 : 404;
        await session.expect('examples', operation, toOutgoing(operation, { path: { [name!]: example } }), {
          what: 'the example',
          status,
        });
      }
      const [first] = ids;
      if (first === undefined)
        return void session.notes.push(
          `${operation.operationId} was tried with missing ids alone: there is no record to read.`,
        );
      const values = { path: { [name!]: first } };
      const reply = await session.expect('examples', operation, toOutgoing(operation, values), {
        what: 'a record of the list',
        status: 200,
      });
      const id = (reply?.body as { id?: unknown } | null | undefined)?.id;
      if (reply?.status === 200 && id !== first)
        session.find(
          'examples',
          operation,
          'the record has another id than was asked for',
          toOutgoing(operation, values),
          reply,
        );
      await checkHeld(session, operation, values);
    },
  );
}

/** Whoever sends the tag that it was given learns that nothing has changed; the tag of an example is nobody's. */
async function checkHeld(session: Session, operation: Operation, values: Values): Promise<void> {
  const held = parametersIn(operation, 'header').find(({ name }) => name === 'If-None-Match');
  if (!held) return;
  const asking = (tag: string) => toOutgoing(operation, { ...values, headers: { 'If-None-Match': tag } });
  for (const example of valuesOf(held))
    await session.expect('examples', operation, asking(String(example)), {
      what: 'a stale If-None-Match',
      status: 200,
    });
  const tag = (await session.exchange(operation, toOutgoing(operation, values)))?.headers.get('etag');
  if (!tag) return;
  // Somebody may have changed it in between.
  const reply = await session.expect('promises', operation, asking(tag), {
    what: 'the ETag in If-None-Match',
    status: [304, 200],
  });
  if (reply?.status === 200 && reply.headers.get('etag') === tag)
    session.find(
      'promises',
      operation,
      'the ETag in If-None-Match: expected 304, answered 200 with the same ETag',
      asking(tag),
      reply,
    );
}
