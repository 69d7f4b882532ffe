// Checks filters: together they return the rows of the whole list. This shows a row that the whole list always lacks.
import type { Operation } from '../../../contract/document';
import { isCursor, parametersIn } from '../../probe/requests';
import { quoted } from '../../../base/report/report';
import type { Row } from '../collections';
import type { Listed } from '../row-faults';
import type { Session } from '../session';
import { type Pages, readPages } from '../read-lists';

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
