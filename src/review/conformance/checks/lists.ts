// Reads whole lists, and checks them against each other, against single records, and against their filters.
import { formatCount } from '../../../base/text';
import { type Row, recordIn, collectionsOf, hasRows, rowsIn } from '../collections';
import { exampleIds, parametersIn, toOutgoing, isCursor, type Values } from '../../probe/requests';
import { type Listed, type RowFault, faultsOf } from '../row-faults';
import type { Session } from '../session';
import type { Operation } from '../../../contract/document';
import { quoted } from '../../../base/report/report';
import type { Outgoing, Reply } from '../../probe/send';
import type { Check } from '../promises';

/** The rows of each collection by the path of its list. */
export type Collections = Map<string, Row[]>;

/** More rows would take minutes: the check reads the first, the last, and rows at regular intervals. */
const MAX_READ_ROWS = 2000;

export async function checkLists(session: Session): Promise<Collections> {
  const lists = await listAll(session);
  const known = [...exampleIds(session.options.document), ...(session.options.knownIds ?? [])];
  await readRecords(session, lists, ({ rows, isId }) => [
    ...sampleOf(rows.map(({ id }) => id)),
    ...known.filter(isId),
  ]);
  noteUnread(session, lists);
  const faults = await confirmed(session, lists);
  for (const { listed, fault } of faults) {
    const { list, outgoing, reply } = listed;
    session.report('lists', list, fault.message, outgoing!, reply, { detail: fault.detail });
  }
  // The filters of a list with a fault show it again.
  const faulty = new Set(faults.map(({ listed }) => listed.list));
  await checkFilters(
    session,
    lists.filter(({ list }) => !faulty.has(list)),
  );
  // A list that failed still has the records that were read singly.
  return new Map(
    lists.map(({ list, rows, reply, records }) => [
      list.path,
      reply ? rows : [...records.values()].filter((record) => record !== null),
    ]),
  );
}

/** Says what was not compared with single records. */
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
async function confirmed(session: Session, lists: Listed[]): Promise<{ listed: Listed; fault: RowFault }[]> {
  const found = faultsIn(lists);
  if (found.length === 0) return [];
  const keyOf = ({ listed, fault }: (typeof found)[number]): string =>
    `${listed.list.operationId}: ${fault.message}`;
  const keys = new Set(found.map(keyOf));
  const again = await listAll(session);
  await readRecords(session, again, ({ list }) =>
    found.filter(({ listed }) => listed.list === list).map(({ fault }) => fault.id),
  );
  return faultsIn(again).filter((each) => keys.has(keyOf(each)));
}

const faultsIn = (lists: Listed[]): { listed: Listed; fault: RowFault }[] =>
  lists
    .filter(({ reply }) => reply !== undefined)
    .flatMap((listed) => faultsOf(listed, lists).map((fault) => ({ listed, fault })));

/** Reads single records of each list: of the given ids, and those to which other rows refer. */
async function readRecords(
  session: Session,
  lists: Listed[],
  idsOf: (listed: Listed) => string[],
): Promise<void> {
  const reads = lists.flatMap((listed) =>
    listed.read
      ? [...new Set([...idsOf(listed), ...sampleOf(unlistedReferences(listed, lists))])]
          .filter(Boolean)
          .map((id) => ({ listed, id }))
      : [],
  );
  await session.each(reads, async ({ listed: { read, records }, id }) => {
    const path = { [parametersIn(read!, 'path')[0]!.name]: id };
    const reply = await session.expect('lists', read, toOutgoing(read!, { path }), {
      label: 'a record of the list',
      status: [200, 404],
    });
    const record = recordIn(reply?.body);
    if (reply?.status === 200 && record) records.set(id, record);
    if (reply?.status === 404) records.set(id, null);
  });
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

/** A filter by further values shares the same query. */
const MAX_VALUES = 12;

interface FilterFault {
  message: string;
  detail: string;
  pages: Pages;
}

/** Reads each list with each of its filters that is a field of its rows. */
export async function checkFilters(session: Session, lists: Listed[]): Promise<void> {
  const { document } = session.options;
  const filters = lists.flatMap((listed) =>
    parametersIn(listed.list, 'query')
      .filter((parameter) => !isCursor(document, listed.list, parameter))
      .flatMap(({ name }) => valuesOf(listed.rows, name).map((value) => ({ listed, name, value }))),
  );
  await session.each(filters, async ({ listed: { list, rows, query }, name, value }) => {
    if (!(await filterFault(session, list, query, rows, name, value))) return;
    // Another client may change records between two requests: a fault counts when a second look has it too.
    const again = await readPages(session, 'lists', list, { path: {}, query });
    const fault = again && (await filterFault(session, list, query, again.rows, name, value));
    if (!fault) return;
    const { message, detail, pages } = fault;
    session.report('lists', list, message, pages.outgoing, pages.reply, { detail });
  });
}

/** Returns the values of a field, the first of each. */
const valuesOf = (rows: Row[], name: string): string[] =>
  [...new Set(rows.map((row) => row[name]))]
    .filter((value): value is string => typeof value === 'string')
    .slice(0, MAX_VALUES);

async function filterFault(
  session: Session,
  list: Operation,
  query: Record<string, unknown>,
  rows: Row[],
  name: string,
  value: string,
): Promise<FilterFault | undefined> {
  const pages = await readPages(session, 'lists', list, { path: {}, query: { ...query, [name]: value } });
  if (!pages) return undefined;
  const [whole, filtered] = [rows, pages.rows].map((all) => new Set(all.map(({ id }) => id)));
  const lacking = pages.rows.find(({ id }) => !whole!.has(id));
  const where = `the filter ${name} = ${quoted(value)}`;
  if (lacking)
    return {
      message: 'the whole list lacks a record that a filter returns',
      detail: `id ${quoted(lacking.id)}, in ${where}`,
      pages,
    };
  const missing = rows.find((row) => row[name] === value && !filtered!.has(row.id));
  return (
    missing && {
      message: 'a filter lacks a record of the whole list',
      detail: `id ${quoted(missing.id)}, in ${where}`,
      pages,
    }
  );
}

/** Reads all lists. A list that the server does not return has no rows and no response. */
export async function listAll(session: Session): Promise<Listed[]> {
  const lists: Listed[] = [];
  await session.each(collectionsOf(session.options.document, session.active), async (collection) => {
    const limit = parametersIn(collection.list, 'query').find(({ name }) => name === 'limit');
    const query = collection.isPaged && limit ? { limit: limit.schema['maximum'] } : {};
    const pages = await readPages(session, 'lists', collection.list, { path: {}, query });
    lists.push({ ...collection, query, rows: [], records: new Map(), ...pages });
  });
  return lists;
}

export interface Pages {
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
    // The check of the schema reports a body that is no list.
    if (reply?.status !== 200 || !hasRows(reply.body)) return undefined;
    const body = (reply.body ?? {}) as { nextCursor?: unknown };
    const page = rowsIn(body);
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
