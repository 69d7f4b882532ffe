// Reads whole lists, with all of their pages.
import type { Operation } from '../../contract/document';
import { type Row, collectionsOf, hasRows, rowsIn } from './collections';
import type { Outgoing, Reply } from '../probe/send';
import { type Values, parametersIn, toOutgoing } from '../probe/requests';
import type { Check } from './promises';
import type { Listed } from './row-faults';
import type { Session } from './session';

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
