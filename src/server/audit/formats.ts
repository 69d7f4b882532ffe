// Exports lists: the entries of a log as JSON, CSV or a table, which groups those of one import or sync plan, and the
// entry that tells a reader of the log about a copy. The text is streamed, so that memory does not limit its length.
import { csvLine } from '../../base/csv/write';
import { type ActivityRow, type ChainedEntry, toEntry } from './chain';
import type { EntryNames, NamedRow } from './names';
import { joinChunks, pluralize, escapeControls } from '../../base/text';
import type { OrganizationId } from '../../base/organization';
import type { Database } from '../../database/database';
import type { Log } from './append';
import { type Actor, MAX_DESCRIPTION, createEntry, toScope } from './entry';

/** The table and CSV have names beside the ids. JSON has none. */
const FIELDS: readonly (keyof ChainedEntry | keyof EntryNames)[] = [
  'sequence',
  'id',
  'occurredAt',
  'actorType',
  'actorId',
  'actorName',
  'operation',
  'resourceType',
  'resourceId',
  'resourceName',
  'systemName',
  'siteName',
  'description',
  'changes',
  'requestId',
  'sourceAddress',
  'userAgent',
  'keyId',
  'previousHash',
  'hash',
];

const formatCell = (value: ChainedEntry[keyof ChainedEntry]): string | number | null =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);

const withName = (id: string, name: string | null | undefined): string => (name ? `${id} ${name}` : id);

const formatPlace = ({ systemName, siteName }: NamedRow): string =>
  [systemName, siteName].filter(Boolean).join(', ') || '-';

/** Minimum widths. A longer value moves the rest of its line. */
const COLUMNS: readonly [heading: string, width: number, of: (row: NamedRow) => string][] = [
  ['SEQUENCE', 8, ({ sequence }) => String(sequence)],
  ['OCCURRED_AT', 24, ({ occurred_at }) => occurred_at],
  ['ACTOR', 38, ({ actor_type, actor_id, actorName }) => withName(`${actor_type} ${actor_id}`, actorName)],
  ['OPERATION', 9, ({ operation }) => operation],
  [
    'RESOURCE',
    41,
    ({ resource_type, resource_id, resourceName }) =>
      withName(`${resource_type}/${resource_id}`, resourceName),
  ],
  ['PLACE', 5, formatPlace],
  ['DESCRIPTION', 0, ({ description }) => description],
];

/** Returns how the cells of a table with these widths make a line. */
export const createLine =
  (widths: readonly number[]) =>
  (cells: readonly string[]): string => {
    const padded = cells.map((text, index) => escapeControls(text).padEnd(widths[index]!));
    return `${padded.join('  ').trimEnd()}\n`;
  };
const line = createLine(COLUMNS.map(([, width]) => width));

interface EntryFormat {
  begin: string;
  between?: string;
  end?: string;
  write: (row: NamedRow) => string;
  /** The line after the entries of a run. */
  endRun?: (run: Run, entries: number) => string;
}

export const FORMATS = {
  json: { begin: '[\n', between: ',\n', end: '\n]\n', write: (row) => JSON.stringify(toEntry(row)) },
  csv: {
    begin: csvLine(FIELDS),
    write(row) {
      const entry: Partial<EntryNames> & ChainedEntry = { ...row, ...toEntry(row) };
      return csvLine(FIELDS.map((field) => formatCell(entry[field] ?? null)));
    },
  },
  table: {
    begin: line(COLUMNS.map(([heading]) => heading)),
    write: (row) => line(COLUMNS.map(([, , of]) => of(row))),
    endRun: (run, entries) => `          └ ${runInWords(run, entries)}\n`,
  },
} satisfies Record<string, EntryFormat>;

async function* toPieces(
  { begin, between = '', end = '', write, endRun }: EntryFormat,
  rows: AsyncIterable<NamedRow>,
): AsyncGenerator<string> {
  yield begin;
  let separator = '';
  let open: { run: Run; entries: number } | undefined;
  const endOpen = (): string => (open && open.entries > 1 ? (endRun?.(open.run, open.entries) ?? '') : '');
  for await (const row of rows) {
    const run = toRun(row);
    const isSame = open !== undefined && open.run.key === run?.key;
    yield (isSame ? '' : endOpen()) + separator + write(row);
    separator = between;
    open = run && { run, entries: isSame ? open!.entries + 1 : 1 };
  }
  yield endOpen() + end;
}

export const formatRows = (format: EntryFormat, rows: AsyncIterable<NamedRow>): AsyncGenerator<string> =>
  joinChunks(toPieces(format, rows));

interface Run {
  /** Equal for the entries of one run. */
  key: string;
  name: string;
}

/** The sync client names its requests by the plan and the step. */
const SYNC_REQUEST = /^(sync-[0-9a-f]{16})-\d+$/;

/**
 * Returns the run of an entry; undefined for a change of its own. An import is one transaction of an operator, and its
 * entries have one time.
 */
function toRun(row: ActivityRow): Run | undefined {
  const plan = SYNC_REQUEST.exec(row.request_id ?? '')?.[1];
  if (plan !== undefined) return { key: `${row.actor_id} ${plan}`, name: `Sync plan ${plan.slice(5)}` };
  if (row.operation !== 'imported' || row.request_id !== null) return undefined;
  return { key: `${row.actor_id} ${row.occurred_at}`, name: `Import at ${row.occurred_at}` };
}

/** Groups entries that follow each other and belong to one run. Every other entry is a group of its own. */
export function groupRuns<Row extends ActivityRow>(rows: readonly Row[]) {
  const groups: { run: Run | undefined; rows: [Row, ...Row[]] }[] = [];
  for (const row of rows) {
    const run = toRun(row);
    const last = groups.at(-1);
    if (run && last?.run?.key === run.key) last.rows.push(row);
    else groups.push({ run, rows: [row] });
  }
  return groups;
}

/** Returns for example `Import at 2026-06-30T08:15:00.000Z: 2,000 entries`. */
export const runInWords = ({ name }: Run, entries: number): string =>
  `${name}: ${pluralize(entries, 'entry', 'entries')}`;

export interface ExportedList {
  /** For example `the activity`. */
  list: string;
  format: string;
  /** The values of the filter that the actor gave, by their names. */
  filter: Readonly<Record<string, string | undefined>>;
}

/** Returns for example `impact rating high; facility Cedar`; empty without a filter. */
export const filterInWords = (filter: ExportedList['filter']): string =>
  Object.entries(filter)
    .flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    .join('; ');

/**
 * Returns the sequence of the entry. An export of the log ends before it, so that the log does not grow while it
 * is read.
 */
export const recordExport = (
  { database, log }: { database: Database; log: Log },
  actor: Actor,
  organization: OrganizationId,
  { list, format, filter }: ExportedList,
): Promise<number> =>
  database.write(toScope(organization, actor), async (transaction) => {
    const only = filterInWords(filter);
    const description = `Exported ${list} as ${format}${only && ` (${only})`}.`.slice(0, MAX_DESCRIPTION);
    const activity = createEntry('organization', organization, 'exported', description);
    const head = await log.append(transaction, organization, [{ organization, actor, activity }]);
    return head!.sequence;
  });
