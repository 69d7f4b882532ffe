// Reads all pages of a list.
import type { Operation } from '../../contract/document';
import { type Row, rowsIn } from './collections';
import type { Outgoing, Reply } from '../probe/send';
import type { Check } from './report';
import { type Values, toOutgoing } from '../probe/requests';
import type { Session } from './session';

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
