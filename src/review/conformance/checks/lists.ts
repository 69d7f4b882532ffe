// Checks the lists of the available collections against each other and against single records.
import type { Operation } from '../../../contract/document';
import { type Row, collectionsOf, recordIn, rowsIn } from '../collections';
import { type Outgoing, type Reply, forEachConcurrently } from '../../probe/send';
import { type Values, exampleIds, parametersIn, toOutgoing } from '../../probe/requests';
import { type Listed, faultsOf } from '../row-faults';
import type { Check } from '../report';
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

interface Pages {
  rows: Row[];
  /** The last request and response. */
  outgoing: Outgoing;
  reply: Reply;
}

/** Follows `nextCursor`, also of a list without pages. Returns undefined after an unexpected status. */
export async function readPages(
  session: Session,
  check: Check,
  operation: Operation,
  { path, query = {} }: Pick<Values, 'path' | 'query'>,
): Promise<Pages | undefined> {
  const rows: Row[] = [];
  const ids = new Set<string>();
  let cursor: unknown;
  for (;;) {
    const outgoing = toOutgoing(operation, { path, query: cursor ? { ...query, cursor } : query });
    const reply = await session.expect(check, operation, outgoing, { label: 'the list', status: 200 });
    if (reply?.status !== 200) return undefined;
    const body = (reply.body ?? {}) as { data?: unknown; nextCursor?: unknown };
    const page = rowsIn(Array.isArray(body) ? body : body.data);
    if (page.length > Number(query['limit'] ?? Infinity))
      session.report(check, operation, 'a page has more rows than its limit', outgoing, reply);
    const hasNewRows = page.some(({ id }) => !ids.has(id));
    rows.push(...page);
    for (const { id } of page) ids.add(id);
    cursor = body.nextCursor;
    // A server that ignores the cursor would return pages forever.
    if (!cursor || !hasNewRows) return { rows, outgoing, reply };
  }
}
