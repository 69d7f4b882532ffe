// Reads lists to their last page, and checks the pages of planned lists of a sandbox.
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../../contract/document';
import { quoted } from '../../../base/report/report';
import { type Values, isCursor, parametersIn } from '../../probe/requests';
import type { Answered } from '../../probe/send';
import { type Row, listIn, rowsIn } from '../collections';
import type { Check } from '../findings';
import { faultsWithin, firstDifference, hasTime, repetitions } from '../row-faults';
import type { Session } from '../session';

/**
 * Follows `nextCursor`, also of a list without pages. Returns the rows and the last response; undefined after an unexpected
 * status.
 */
export async function readPages(
  session: Session,
  check: Check,
  operation: Operation,
  { path = {}, query = {} }: Pick<Values, 'path' | 'query'> = {},
) {
  const rows: Row[] = [];
  const ids = new Set<string>();
  let cursor: unknown;
  let cause: Answered | undefined;
  for (;;) {
    const values = { path, query: cursor ? { ...query, cursor } : query };
    const label = cursor ? 'the cursor of the page before' : 'the list';
    const reply = await session.expect(check, operation, values, { label, status: 200, cause });
    // The check of the schema reports a body that is no list.
    if (reply?.status !== 200 || !listIn(reply.body)) return undefined;
    const page = rowsIn(reply.body);
    if (page.length > Number(query['limit'] ?? Infinity))
      session.report(check, operation, 'a page has more rows than its limit', reply);
    const hasNewRows = page.some(({ id }) => !ids.has(id));
    rows.push(...page);
    for (const { id } of page) ids.add(id);
    cursor = (reply.body as { nextCursor?: unknown }).nextCursor;
    cause = reply;
    // A server that ignores the cursor would return pages forever.
    if (!cursor || !hasNewRows) return { rows, reply };
  }
}

export async function checkPages(session: Session): Promise<void> {
  const paged = session.operations.filter(
    (operation) =>
      operation.availability === 'planned' &&
      operation.method === 'GET' &&
      parametersIn(operation, 'query').some(isCursor),
  );
  await session.each(paged, (operation) => comparePages(session, operation));
}

/** Reads a list in pages of the maximum size and in three or more pages, and compares the rows. */
async function comparePages(session: Session, operation: Operation): Promise<void> {
  const limit = parametersIn(operation, 'query').find(({ name }) => name === 'limit');
  const maximum = Number(limit?.schema['maximum'] ?? 1);
  const whole = await readPages(session, 'lists', operation, { query: { limit: maximum } });
  if (!whole || whole.rows.length < 2) return;
  const smaller = Math.max(1, Math.min(Math.ceil(whole.rows.length / 3), maximum - 1));
  const parts = await readPages(session, 'lists', operation, { query: { limit: smaller } });
  if (!parts) return;
  const ids = new Set(parts.rows.map((row) => row.id));
  const missing = whole.rows.find((row) => !ids.has(row.id));
  const report = (message: string, detail: string): void =>
    session.report('lists', operation, message, parts.reply, { detail });
  for (const { rows } of [whole, parts])
    // The activity log is the only list in another order than that of creation, and has no such time.
    for (const { message, detail } of rows.every(hasTime) ? faultsWithin(rows) : repetitions(rows))
      report(message, detail);
  if (missing) report('smaller pages lack a record', `id ${quoted(missing.id)}`);
  else if (!isDeepStrictEqual(whole.rows, parts.rows))
    report('smaller pages have other rows', firstDifference(parts.rows, whole.rows, `pages of ${maximum}`));
}
