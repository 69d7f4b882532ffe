// Reads a list to its last page.
import type { Operation } from '../../contract/document';
import type { Values } from '../probe/requests';
import { type Row, hasRows, rowsIn } from './collections';
import type { Check } from './findings';
import type { Answered } from '../probe/send';
import type { Session } from './session';

export interface Pages {
  rows: Row[];
  /** The last response. */
  reply: Answered;
}

/** Follows `nextCursor`, also of a list without pages. Returns undefined after an unexpected status. */
export async function readPages(
  session: Session,
  check: Check,
  operation: Operation,
  { path, query = {} }: Pick<Values, 'path' | 'query'> = {},
): Promise<Pages | undefined> {
  const rows: Row[] = [];
  const ids = new Set<string>();
  let cursor: unknown;
  let cause: Answered | undefined;
  for (;;) {
    const values = { ...(path && { path }), query: cursor ? { ...query, cursor } : query };
    const label = cursor ? 'the cursor of the page before' : 'the list';
    const reply = await session.expect(check, operation, values, { label, status: 200 }, { cause });
    // The check of the schema reports a body that is no list.
    if (reply?.status !== 200 || !hasRows(reply.body)) return undefined;
    const body = (reply.body ?? {}) as { nextCursor?: unknown };
    const page = rowsIn(body);
    if (page.length > Number(query['limit'] ?? Infinity))
      session.report(check, operation, 'a page has more rows than its limit', reply);
    const hasNewRows = page.some(({ id }) => !ids.has(id));
    rows.push(...page);
    for (const { id } of page) ids.add(id);
    cursor = body.nextCursor;
    cause = reply;
    // A server that ignores the cursor would return pages forever.
    if (!cursor || !hasNewRows) return { rows, reply };
  }
}
