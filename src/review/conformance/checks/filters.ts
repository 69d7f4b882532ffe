// Checks each filter of a list alone: it returns the rows that match, and no other ones.
import { quoted } from '../../../base/report/report';
import type { Operation } from '../../../contract/document';
import { idsIn, isCursor, parametersIn, valuesOf } from '../../probe/requests';
import type { Row } from '../collections';
import { type Pages, readPages } from '../read-pages';
import type { Listed } from '../row-faults';
import type { Session } from '../session';

/** A filter by further values shares the same query. */
const MAX_VALUES = 12;

interface FilterFault {
  message: string;
  detail: string;
  pages: Pages;
}

/** One filter with one value. `matches` returns undefined for a row about which only the server can decide. */
interface Filter {
  name: string;
  value: string;
  matches(row: Row): boolean | undefined;
}

/** Reads each list with each of its filters alone. */
export async function checkFilters(session: Session, lists: Listed[]): Promise<void> {
  const filters = lists.flatMap((listed) => filtersOf(session, listed).map((filter) => ({ listed, filter })));
  await session.each(filters, async ({ listed: { list, rows, query }, filter }) => {
    if (!(await filterFault(session, list, query, rows, filter))) return;
    // Another client may change records between two requests: a fault counts when a second look has it too.
    const again = await readPages(session, 'lists', list, { path: {}, query });
    const fault = again && (await filterFault(session, list, query, again.rows, filter));
    if (!fault) return;
    const { message, detail, pages } = fault;
    session.report('lists', list, message, pages.outgoing, pages.reply, { detail });
  });
}

/** Returns filters of a list with values of its rows, and with values that no row can have. */
function filtersOf({ options, responses }: Session, { list, rows }: Listed): Filter[] {
  const { document } = options;
  const parameters = parametersIn(list, 'query').filter(
    (parameter) => parameter.name !== 'limit' && !isCursor(document, list, parameter),
  );
  return parameters.flatMap((parameter): Filter[] => {
    const { name } = parameter;
    const end = /^(.*)(from|to)$/i.exec(name);
    if (end) return rangeFilters(rows, name, end[1]!, end[2]!.toLowerCase() === 'from');
    const isField = rows.some((row) => name in row);
    const accepts = responses.schemas.of(parameter.schema);
    const valuesIn = (row: Row): unknown[] =>
      isField ? [row[name]] : idsIn(row).filter((id) => id !== row.id && accepts(id));
    const values = [...new Set(rows.flatMap(valuesIn))].filter((value) => typeof value === 'string');
    const none = String(valuesOf(parameter)[0]).replace(/_[^]*/, '_conformance0missing');
    return [
      ...values.slice(0, MAX_VALUES).map((value) => ({
        name,
        value,
        matches: (row: Row) => valuesIn(row).includes(value),
      })),
      ...(none.includes('_conf') && accepts(none) ? [{ name, value: none, matches: () => false }] : []),
    ];
  });
}

/** Returns the first and the last day of a range for its field, for example `dueTo` for `dueDate`. */
function rangeFilters(rows: Row[], name: string, prefix: string, isFrom: boolean): Filter[] {
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  const fields = new Set(
    rows.flatMap((row) => Object.keys(row).filter((field) => isDay(row[field]) && field.startsWith(prefix))),
  );
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0) return [];
  const dayOf = (row: Row): string | undefined => (isDay(row[field]) ? row[field].slice(0, 10) : undefined);
  const days = [...new Set(rows.flatMap((row) => dayOf(row) ?? []))].sort();
  const mentions = new RegExp(`(?<="${field}":")\\d{4}-\\d\\d-\\d\\d`, 'g');
  return [days[0]!, days[days.length >> 1]!, days.at(-1)!].map((value) => {
    const isInside = (day: string | undefined): boolean =>
      day !== undefined && (isFrom ? day >= value : day <= value);
    return {
      name,
      value,
      matches: (row) => {
        if (isInside(dayOf(row))) return true;
        // A recurring record names its first days, and not all later ones.
        const named = JSON.stringify(row).match(mentions) ?? [];
        return named.some(isInside) || (isFrom && named.length > 1) ? undefined : false;
      },
    };
  });
}

async function filterFault(
  session: Session,
  list: Operation,
  query: Record<string, unknown>,
  rows: Row[],
  { name, value, matches }: Filter,
): Promise<FilterFault | undefined> {
  const pages = await readPages(session, 'lists', list, { path: {}, query: { ...query, [name]: value } });
  if (!pages) return undefined;
  const [whole, filtered] = [rows, pages.rows].map((all) => new Set(all.map(({ id }) => id)));
  const fault = (message: string, row: Row | undefined): FilterFault | undefined =>
    row && { message, detail: `id ${quoted(row.id)}, in the filter ${name} = ${quoted(value)}`, pages };
  return (
    fault(
      'the whole list lacks a record that a filter returns',
      pages.rows.find(({ id }) => !whole!.has(id)),
    ) ??
    fault(
      `the filter ${name} lacks a record of the whole list`,
      rows.find((row) => matches(row) && !filtered!.has(row.id)),
    ) ??
    fault(
      `the filter ${name} returns a record that does not match`,
      pages.rows.find((row) => matches(row) === false),
    )
  );
}
