// Checks that a sandbox keeps planned records: creates one in each collection from its example, reads, lists,
// changes and deletes it.
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../../contract/document';
import { matchesPath } from '../../../contract/router';
import type { Outgoing } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { bodyExamples, examplePath, parametersIn, successesOf, toOutgoing } from '../../probe/requests';
import type { Session } from '../session';
import { readPages } from '../read-pages';

type Fields = Record<string, unknown>;

export async function checkLifecycles(session: Session, own: OwnAssets): Promise<void> {
  const creations = session.operations.filter(
    ({ method, path, availability }) =>
      method === 'POST' && availability === 'planned' && !path.includes('{'),
  );
  await session.each(creations, async (create) => {
    const onRecord = session.operations.filter(({ path }) =>
      /^\/\{\w+\}$/.test(path.replace(create.path, '')),
    );
    if (onRecord.length > 0) await checkLifecycle(session, own, create, onRecord);
  });
}

async function checkLifecycle(session: Session, own: OwnAssets, create: Operation, onRecord: Operation[]) {
  async function send(operation: Operation, outgoing: Outgoing, label: string, status: number[], sent = {}) {
    const reply = await session.expect('lifecycles', operation, outgoing, { label, status });
    session.compareWithSent('lifecycles', operation, { outgoing, reply, sent });
    return reply;
  }

  const body = withOwnAddress(own, bodyExamples(create)[0]?.[1] as Fields);
  const creation = toOutgoing(create, { path: {}, body });
  const created = await send(create, creation, 'a new record', [...successesOf(create), 409], body);
  if (created?.status === 409)
    session.notes.push(
      `${create.operationId}: no record was created, because the example conflicts with another record.`,
    );
  const record = created?.body as Fields | undefined;
  if (!created || created.status > 299 || typeof record?.['id'] !== 'string') return;
  const id = record['id'];
  const onThis = (operation: Operation, changed?: Fields): Outgoing =>
    toOutgoing(operation, { path: { [parametersIn(operation, 'path')[0]!.name]: id }, body: changed });

  const { read, path } = readOf(session, create, created.headers.get('location'));
  const checkRead = async (label: string, status: number, sent: Fields) =>
    read && send(read, { method: 'GET', path }, label, [status], sent);
  await checkRead('the new record', 200, body);
  await checkList(session, create, record, true);

  const change = onRecord.find(({ method }) => method === 'PATCH' || method === 'PUT');
  const examples = change ? bodyExamples(change) : [];
  for (const [index, [name, example]] of examples.entries()) {
    const changed = await changeOf(session, change!, example as Fields, record);
    // An example may conflict with the state of another record than its own. One of them must fit.
    const status = [...successesOf(change!), ...(index < examples.length - 1 ? [409] : [])];
    const reply = await send(change!, onThis(change!, changed), `the change ${name}`, status, changed);
    if (reply?.status === 409) continue;
    await checkRead('the changed record', 200, changed);
    break;
  }

  const remove = onRecord.find(({ method }) => method === 'DELETE');
  if (!remove) return;
  await send(remove, onThis(remove), 'a record of the run', successesOf(remove));
  if (path.includes(id)) await checkRead('the deleted record', 404, {});
  await checkList(session, create, record, false);
  await send(remove, onThis(remove), 'the deleted record', [404]);
}

/** Gives e-mail addresses the name of the run, because two records never share an address. */
export const withOwnAddress = (own: OwnAssets, example: Fields): Fields =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      /^[^\s@]+@\S+$/.test(String(value)) ? `${own.name()}.${String(value)}` : value,
    ]),
  );

/** Returns the read at the Location of a new record, or else the read below its collection without an id. */
function readOf({ operations }: Session, create: Operation, location: string | null) {
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
async function checkList(session: Session, create: Operation, record: Fields, isExpected: boolean) {
  const reads = session.operations.filter(({ method }) => method === 'GET');
  const list =
    reads.find(({ path }) => path === create.path) ??
    reads.find(
      ({ path, parameters: [first] }) =>
        path.startsWith(`${create.path}/`) && first && first.name !== 'id' && first.name in record,
    );
  if (!list) return;
  const pages = await readPages(session, 'lifecycles', list, { path: record });
  if (!pages || pages.rows.some(({ id }) => id === record['id']) === isExpected) return;
  const fault = isExpected ? 'the list lacks the new record' : 'the list has the deleted record';
  session.report('lifecycles', list, fault, pages.outgoing, pages.reply);
}

/**
 * Returns the body of an example for another record. A replacement names all fields: those that the example
 * leaves as they are in its own record keep the value of the other record.
 */
async function changeOf(session: Session, change: Operation, example: Fields, record: Fields) {
  const read = session.operations.find(({ method, path }) => method === 'GET' && path === change.path);
  if (change.method === 'PATCH' || !read) return example;
  const own = await session.send(read, toOutgoing(read, { path: examplePath(change) }));
  const kept = Object.keys(example).filter((name) =>
    isDeepStrictEqual(example[name], (own?.body as Fields | undefined)?.[name]),
  );
  return { ...example, ...Object.fromEntries(kept.map((name) => [name, record[name]])) };
}
