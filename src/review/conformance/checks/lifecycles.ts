// Checks that a sandbox keeps planned records: creates one in each collection from its example, reads, lists,
// changes and deletes it.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../base/values';
import type { Operation } from '../../../contract/document';
import { matchesPath } from '../../../contract/router';
import { bodyExamples, examplePath, listSuccesses } from '../../probe/requests';
import { asObject } from '../../model/json';
import { type Row, operationsOn, recordIn, withOwnAddress } from '../collections';
import type { Request, Session } from '../session';
import { reportLocation } from './assets';
import { checkReplay, withKey } from './guarantees';
import { readPages } from './pages';

export async function checkLifecycles(session: Session): Promise<void> {
  const creations = session.operations.filter(
    ({ method, path, availability }) =>
      method === 'POST' && availability === 'planned' && !path.includes('{'),
  );
  await session.each(creations, async (create) => {
    const { change, remove } = operationsOn(session.operations, create);
    if (change || remove) await checkLifecycle(session, create, change, remove);
  });
}

async function checkLifecycle(
  session: Session,
  create: Operation,
  change: Operation | undefined,
  remove: Operation | undefined,
) {
  async function send(operation: Operation, request: Request, label: string, status: number[], sent = {}) {
    const reply = await session.expect('lifecycles', operation, request, { label, status });
    session.compareWithSent('lifecycles', operation, reply, sent);
    return reply;
  }

  const body = withOwnAddress(session.name(), bodyExamples(create)[0]?.[1]);
  const request = withKey(session, create, { body });
  const created = await send(create, request, 'a new record', [...listSuccesses(create), 409], body);
  await checkReplay(session, create, request, created);
  if (created?.status === 409)
    session.notes.push(
      `${create.operationId}: no record was created, because the example conflicts with another record.`,
    );
  const returned = recordIn(created?.body);
  if (!created || created.status > 299 || !returned) return;
  const location = created.headers.get('location');
  // The schema check has reported an id of another form: Location still leads to the record.
  const id = (session.wrong.has(created) && location?.split('/').at(-1)) || returned.id;
  const record = { ...returned, id };
  let { read, path } = findRead(session, create, location);
  if (location !== null && !(read && path.includes(id))) {
    ({ read, path } = findRead(session, create, `${create.path}/${id}`));
    reportLocation(session, 'lifecycles', create, created, path);
    // Without a record at its id, further requests would show the same fault.
    if (read && (await session.send(read, { method: 'GET', path }))?.status === 404) return;
  }
  const checkRead = async (label: string, status: number, sent: JsonObject) =>
    read && send(read, { method: 'GET', path }, label, [status], sent);
  await checkRead('the new record', 200, body);
  await checkList(session, create, record, true);

  const examples = change ? bodyExamples(change) : [];
  for (const [index, [name, example]] of examples.entries()) {
    const changed = await createChange(session, change!, asObject(example), record);
    if (!changed) continue;
    // An example may conflict with the state of another record than its own. One of them must fit.
    const status = [...listSuccesses(change!), ...(index < examples.length - 1 ? [409] : [])];
    const reply = await send(change!, { id, body: changed }, `the change ${name}`, status, changed);
    if (reply?.status === 409) continue;
    await checkRead('the changed record', 200, changed);
    break;
  }

  if (!remove) return;
  await send(remove, { id }, 'a record of the run', listSuccesses(remove));
  if (path.includes(id)) await checkRead('the deleted record', 404, {});
  await checkList(session, create, record, false);
  await send(remove, { id }, 'the deleted record', [404]);
}

/** Returns the read at the Location of a new record, or else the read below its collection without an id. */
function findRead({ operations }: Session, create: Operation, location: string | null) {
  const created = location?.replace(/^https?:\/\/[^/]+/, '');
  const read = operations.find(
    ({ method, path, parameters }) =>
      method === 'GET' &&
      (created === undefined
        ? path.startsWith(`${create.path}/`) && !parameters.some(({ required }) => required)
        : matchesPath(path, created)),
  );
  return { read, path: created ?? read?.path ?? '' };
}

/** Checks whether the list of the collection, or the one for a field of the record, has the record. */
async function checkList(session: Session, create: Operation, record: Row, isExpected: boolean) {
  const reads = session.operations.filter(({ method }) => method === 'GET');
  const list =
    reads.find(({ path }) => path === create.path) ??
    reads.find(
      ({ path, parameters: [first] }) =>
        path.startsWith(`${create.path}/`) && first && first.name !== 'id' && first.name in record,
    );
  if (!list) return;
  const pages = await readPages(session, 'lifecycles', list, { path: record });
  if (!pages || pages.rows.some(({ id }) => id === record.id) === isExpected) return;
  const fault = isExpected ? 'the list lacks the new record' : 'the list has the deleted record';
  session.report('lifecycles', list, fault, pages.reply);
}

/**
 * Returns the body of an example for another record. A replacement names all fields: those that the example
 * leaves as they are in its own record keep the value of the other record. Returns undefined if that read fails.
 */
async function createChange(session: Session, change: Operation, example: JsonObject, record: Row) {
  const read = session.operations.find(({ method, path }) => method === 'GET' && path === change.path);
  if (change.method === 'PATCH' || !read) return example;
  const reply = await session.send(read, { path: examplePath(change) });
  if (!reply || reply.status >= 500) return undefined;
  const own = asObject(reply.body);
  const kept = Object.keys(example).filter((name) => isDeepStrictEqual(example[name], own[name]));
  return { ...example, ...Object.fromEntries(kept.map((name) => [name, record[name]])) };
}
