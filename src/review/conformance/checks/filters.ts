// Checks each filter of a list alone: it returns the rows that match, and no other ones.
import { quoted } from '../../../base/report/report';
import { addDays } from '../../../base/day';
import type { Parameter } from '../../../contract/document';
import { idsIn, isCursor, missingValue, parametersIn } from '../../probe/requests';
import type { Row } from '../collections';
import type { Listed } from '../row-faults';
import type { Session } from '../session';
import { readPages } from './pages';

/** A filter by further values shares the same query. */
const MAX_VALUES = 12;

/** Values of one filter, or of both ends of a range. `matches` returns undefined for what only the server can decide. */
interface Filter {
  query: Record<string, string>;
  matches(row: Row): boolean | undefined;
}

/** Reads each list with each of its filters alone. */
export async function checkFilters(session: Session, lists: Listed[]): Promise<void> {
  await session.each(lists, async (listed) => {
    const { list, query } = listed;
    for (const filter of listFilters(session, listed)) {
      // A fault of one end shows again in both.
      const isKnown = Object.keys(filter.query).length > 1 && session.ledger.has('lists', list.operationId);
      if (isKnown || !(await filterFault(session, listed, filter))) continue;
      // Another client may change records between two requests: a fault counts when a second look has it too.
      const again = await readPages(session, 'lists', list, { query });
      const fault = again && (await filterFault(session, { list, query, rows: again.rows }, filter));
      if (fault) session.report('lists', list, fault.message, fault.pages.reply, { detail: fault.detail });
    }
  });
}

/** Returns filters of a list with values of its rows, and with values that no row can have. */
function listFilters({ responses }: Session, { list, rows }: Listed): Filter[] {
  const parameters = parametersIn(list, 'query').filter(
    (parameter) => parameter.name !== 'limit' && !isCursor(parameter),
  );
  const [ends, others] = [parameters.filter(isEnd), parameters.filter((parameter) => !isEnd(parameter))];
  const single = others.flatMap((parameter): Filter[] => {
    const { name } = parameter;
    const isField = rows.some((row) => name in row);
    const accepts = responses.schemas.of(parameter.schema);
    const valuesIn = (row: Row): unknown[] =>
      isField ? [row[name]] : idsIn(row).filter((id) => id !== row.id && accepts(id));
    const values = [...new Set(rows.flatMap(valuesIn))].filter((value) => typeof value === 'string');
    const none = String(missingValue(parameter));
    return [
      ...values.slice(0, MAX_VALUES).map((value) => ({
        query: { [name]: value },
        matches: (row: Row) => valuesIn(row).includes(value),
      })),
      ...(none.includes('_conf') && accepts(none) ? [{ query: { [name]: none }, matches: () => false }] : []),
    ];
  });
  const names = ends.map(({ name }) => name);
  return [...single, ...names.flatMap((name) => rangeFilters(rows, name, names))];
}

const isEnd = ({ name }: Parameter): boolean => /(from|to)$/i.test(name);

/** Returns days of a range for its field, for example `dueTo` for `dueDate`, and with its other end a single day. */
function rangeFilters(rows: Row[], name: string, names: string[]): Filter[] {
  const prefix = name.replace(/(from|to)$/i, '');
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  const fields = new Set(
    rows.flatMap((row) => Object.keys(row).filter((field) => isDay(row[field]) && field.startsWith(prefix))),
  );
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0) return [];
  const getDay = (row: Row): string | undefined => (isDay(row[field]) ? row[field].slice(0, 10) : undefined);
  const mentions = new RegExp(`(?<="${field}":")\\d{4}-\\d\\d-\\d\\d`, 'g');
  const namedIn = (row: Row): string[] => (JSON.stringify(row).match(mentions) ?? []).sort();
  const createFilter = (query: Filter['query'], from = '', to = '9999'): Filter => ({
    query,
    matches: (row) => {
      const isInside = (day = ''): boolean => day !== '' && day >= from && day <= to;
      if (isInside(getDay(row))) return true;
      // A recurring record names all days up to the last one that it names, and no later ones.
      const named = namedIn(row);
      const goesOn = named.length > 1 && named.at(-1)! <= to;
      return goesOn || named.some(isInside) ? undefined : false;
    },
  });
  const days = [...new Set(rows.flatMap((row) => getDay(row) ?? []))].sort();
  const ends = [days[0]!, days[days.length >> 1]!, days.at(-1)!];
  if (/to$/i.test(name)) return ends.map((day) => createFilter({ [name]: day }, '', day));
  const other = names.find((each) => each !== name && each.startsWith(prefix));
  const [between] = rows.flatMap((row) => {
    const named = namedIn(row);
    const day = named.length > 1 ? addDays(named.at(-1)!, -1) : '';
    return day === '' || named.includes(day) ? [] : [day];
  });
  return [
    ...ends.map((day) => createFilter({ [name]: day }, day)),
    ...(other && between ? [createFilter({ [name]: between, [other]: between }, between, between)] : []),
  ];
}

async function filterFault(
  session: Session,
  { list, query, rows }: Pick<Listed, 'list' | 'query' | 'rows'>,
  { query: filter, matches }: Filter,
) {
  const pages = await readPages(session, 'lists', list, { query: { ...query, ...filter } });
  if (!pages) return undefined;
  const [name] = Object.keys(filter);
  const text = Object.entries(filter)
    .map(([each, value]) => `${each} = ${quoted(value)}`)
    .join(' with ');
  const [whole, filtered] = [rows, pages.rows].map((all) => new Set(all.map(({ id }) => id)));
  const faults: [message: string, row: Row | undefined][] = [
    ['the whole list lacks a record that a filter returns', pages.rows.find(({ id }) => !whole!.has(id))],
    [
      `the filter ${name} lacks a record of the whole list`,
      rows.find((row) => matches(row) && !filtered!.has(row.id)),
    ],
    [
      `the filter ${name} returns a record that does not match`,
      pages.rows.find((row) => matches(row) === false),
    ],
  ];
  const [message = '', row] = faults.find(([, each]) => each) ?? [];
  return row && { message, detail: `id ${quoted(row.id)}, in the filter ${text}`, pages };
}
