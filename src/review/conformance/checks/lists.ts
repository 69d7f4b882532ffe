// Checks the lists of the available collections against each other and against single records.
import { type Row, collectionsOf, recordIn, rowsIn } from '../collections';
import { forEachConcurrently } from '../../probe/send';
import { exampleIds, parametersIn, toOutgoing } from '../../probe/requests';
import { type Listed, faultsOf } from '../row-faults';
import type { Session } from '../session';

/** The rows of each collection by the path of its list. */
export type Collections = Map<string, Row[]>;

/** A list can have 20,000 rows. The check reads the first, the last, and rows at regular intervals one by one. */
const MAX_READ_ROWS = 60;

export async function checkLists(session: Session): Promise<Collections> {
  const lists = await readLists(session);
  let faults = keyed(lists);
  if (faults.size > 0) {
    // Another client may change records between two requests: a fault counts when a second look has it too.
    const again = keyed(await readLists(session));
    faults = new Map([...faults].filter(([key]) => again.has(key)));
  }
  for (const { list, outgoing, reply, message, id } of faults.values())
    session.report('lists', list, `${message}, for example ${id}`, outgoing, reply);
  return new Map(lists.map(({ list, rows }) => [list.path, rows]));
}

const keyed = (lists: Listed[]) =>
  new Map(
    lists.flatMap((listed) =>
      faultsOf(listed, lists).map((fault) => [
        `${listed.list.operationId}: ${fault.message}`,
        { ...listed, ...fault },
      ]),
    ),
  );

/** Reads all lists. Leaves out a list that the server does not return. */
export async function listAll(session: Session): Promise<Listed[]> {
  const lists: Listed[] = [];
  await forEachConcurrently(
    collectionsOf(session.options.document, session.operations),
    async (collection) => {
      const outgoing = toOutgoing(collection.list, { path: {} });
      const reply = await session.expect('lists', collection.list, outgoing, {
        label: 'the list',
        status: 200,
      });
      if (reply && reply.status < 300 && Array.isArray(reply.body))
        lists.push({ ...collection, outgoing, reply, rows: rowsIn(reply.body), records: new Map() });
    },
  );
  return lists;
}

/** Reads all lists, then single records of each. */
async function readLists(session: Session): Promise<Listed[]> {
  const lists = await listAll(session);
  const examples = exampleIds(session.options.document);
  await forEachConcurrently(lists, async (listed) => {
    const ids = new Set([
      ...sampleOf(listed.rows.map(({ id }) => id)),
      ...examples.filter((id) => listed.isId(id)),
      ...sampleOf(unlistedReferences(listed, lists)),
    ]);
    for (const id of ids) await readRecord(session, listed, id);
  });
  return lists;
}

async function readRecord(session: Session, { read, records }: Listed, id: string): Promise<void> {
  const path = { [parametersIn(read, 'path')[0]!.name]: id };
  const reply = await session.expect('lists', read, toOutgoing(read, { path }), {
    label: 'a record of the list',
    status: [200, 404],
  });
  const record = recordIn(reply?.body);
  if (reply?.status === 200 && record) records.set(id, record);
  if (reply?.status === 404) records.set(id, null);
}

/** Returns the ids to which rows of any list refer, and which the list of their type lacks. */
function unlistedReferences({ type, rows }: Listed, lists: Listed[]): string[] {
  const listed = new Set(rows.map(({ id }) => id));
  const references = lists.flatMap((other) =>
    other.references
      .filter(([, referred]) => referred === type)
      .flatMap(([field]) => other.rows.map((row) => row[field])),
  );
  return [...new Set(references)].filter((id): id is string => typeof id === 'string' && !listed.has(id));
}

function sampleOf(ids: string[]): string[] {
  const interval = Math.ceil(ids.length / MAX_READ_ROWS);
  return ids.filter((_id, index) => index % interval === 0 || index === ids.length - 1);
}
