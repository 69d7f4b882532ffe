// Reads a list to its last page.
import type { Operation } from '../../contract/document';
import { type Values, toOutgoing } from '../probe/requests';
import type { Outgoing, Reply } from '../probe/send';
import { type Row, hasRows, rowsIn } from './collections';
import type { Check } from './promises';
import type { Session } from './session';

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
  let cause: Outgoing | undefined;
  for (;;) {
    const outgoing = toOutgoing(operation, { path, query: cursor ? { ...query, cursor } : query });
    const label = cursor ? 'the cursor of the page before' : 'the list';
    const reply = await session.expect(check, operation, outgoing, { label, status: 200 }, { cause });
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
    cause = outgoing;
    // A server that ignores the cursor would return pages forever.
    if (!cursor || !hasNewRows) return { rows, outgoing, reply };
  }
}
