// Reads whole lists, and checks them against each other and against single records.
import { formatCount } from '../../../base/text';
import { type Row, recordIn, listCollections } from '../collections';
import { checkFilters } from './filters';
import { idsIn, parametersIn } from '../../probe/requests';
import { type Listed, findFaults } from '../row-faults';
import type { Session } from '../session';
import { readPages } from './pages';

/** The rows of each collection by the path of its list. */
export type Collections = Map<string, Row[]>;

/** More rows would take minutes: the check reads the first, the last, and rows at regular intervals. */
const MAX_READ_ROWS = 2000;

export async function checkLists(session: Session): Promise<Collections> {
  const lists = await listAll(session);
  const known = [...idsIn(session.options.document), ...(session.options.knownIds ?? [])];
  await readRecords(session, lists, ({ rows, isId }) => [
    ...selectSample(rows.map(({ id }) => id)),
    ...known.filter(isId),
  ]);
  noteUnread(session, lists);
  const faults = await confirmed(session, lists);
  for (const { list, read, reply, message, detail, isOfRecord } of faults) {
    const compared = isOfRecord ? read?.operationId : undefined;
    session.report('lists', list, message, reply!, { detail, compared });
  }
  // The filters of a list with a fault show it again.
  const sound = lists.filter(({ list }) => !faults.some((fault) => fault.list === list));
  await checkFilters(session, sound);
  // A list that failed still has the records that were read singly.
  return new Map(
    lists.map(({ list, rows, reply, records }) => [
      list.path,
      reply ? rows : [...records.values()].filter((record) => record !== null),
    ]),
  );
}

/** Notes the rows that were not compared with single records. */
function noteUnread(session: Session, lists: Listed[]): void {
  for (const { list, read, rows } of lists)
    if (read && rows.length > MAX_READ_ROWS)
      session.notes.push(
        `${list.operationId}: ${formatCount(MAX_READ_ROWS)} of ${formatCount(rows.length)} rows were compared with ` +
          'their records, at regular intervals. All rows were checked for order, repetition and references.',
      );
  const unread = lists.filter(({ read, rows }) => !read && rows.length > 0);
  if (unread.length > 0)
    session.notes.push(
      `Rows were not compared with records, because no operation reads one: ${unread.map(({ list }) => list.operationId).join(', ')}.`,
    );
}

/** Another client may change records between two requests: a fault counts when a second look has it too. */
async function confirmed(session: Session, lists: Listed[]) {
  const found = faultsIn(lists);
  if (found.length === 0) return [];
  const again = await listAll(session);
  await readRecords(session, again, ({ list }) =>
    found.filter((fault) => fault.list === list).map(({ id }) => id),
  );
  return faultsIn(again).filter(({ list, message }) =>
    found.some((fault) => fault.list === list && fault.message === message),
  );
}

const faultsIn = (lists: Listed[]) =>
  lists
    .filter(({ reply }) => reply !== undefined)
    .flatMap((listed) => findFaults(listed, lists).map((fault) => ({ ...listed, ...fault })));

/** Reads single records of each list: of the given ids, and those to which other rows refer. */
async function readRecords(session: Session, lists: Listed[], idsOf: (listed: Listed) => string[]) {
  const reads = lists.flatMap((listed) =>
    listed.read
      ? [...new Set([...idsOf(listed), ...selectSample(unlistedReferences(listed, lists))])]
          .filter(Boolean)
          .map((id) => ({ listed, id }))
      : [],
  );
  await session.each(reads, async ({ listed: { read, records }, id }) => {
    const expected = { label: 'a record of the list', status: [200, 404] };
    const reply = await session.expect('lists', read, { id }, expected);
    const record = recordIn(reply?.body);
    if (reply?.status === 200 && record) records.set(id, record);
    if (reply?.status === 404) records.set(id, null);
  });
}

/** Returns the ids of a list that appear in rows of any list, and not in its own rows. */
function unlistedReferences({ isId, rows }: Listed, lists: Listed[]): string[] {
  const listed = new Set(rows.map(({ id }) => id));
  return idsIn(lists.map((other) => other.rows)).filter((id) => isId(id) && !listed.has(id));
}

function selectSample(ids: string[]): string[] {
  const interval = Math.ceil(ids.length / MAX_READ_ROWS);
  return ids.filter((_id, index) => index % interval === 0 || index === ids.length - 1);
}

/** Reads all lists. A list that the server does not return has no rows and no response. */
export async function listAll(session: Session): Promise<Listed[]> {
  const lists: Listed[] = [];
  await session.each(listCollections(session.model, session.active), async (collection) => {
    const limit = parametersIn(collection.list, 'query').find(({ name }) => name === 'limit');
    const query = collection.isPaged && limit ? { limit: limit.schema['maximum'] } : {};
    const pages = await readPages(session, 'lists', collection.list, { query });
    lists.push({ ...collection, query, rows: [], records: new Map(), ...pages });
  });
  return lists;
}
