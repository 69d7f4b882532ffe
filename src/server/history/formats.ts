// Writes an inventory of a day as a table, CSV, JSON or HTML, in pieces, because it can be long.
import { csvLine } from '../../base/csv/write';
import { COLLECTIONS } from '../import/collections';
import type { PastInventory } from './past-inventory';
import { givenIn, type InventoryFilter, type InventoryRow, inventoryRows } from './rows';
import { type ActorNames, type Actors, nameActors, actorKey } from '../audit/names';
import type { OrganizationRecord } from '../organizations/store';
import { type ExportedList, createLine, filterInWords } from '../audit/formats';
import { toHtml } from '../../base/report/html';

/** Lists the inventory of a day for a user or an operator. `exporter`: the name of that actor. */
export async function createReport(
  actors: Actors,
  { id, name, slug }: Pick<OrganizationRecord, 'id' | 'name' | 'slug'>,
  day: string,
  past: PastInventory,
  filter: InventoryFilter,
  exporter: string,
) {
  const rows = await inventoryRows(past, filter);
  const names = await nameActors(actors, id, past.last.values());
  return { organization: { name, slug }, day, filter, head: past.head, exporter, rows, names };
}

type InventoryReport = Awaited<ReturnType<typeof createReport>>;

/** What evidence requests of NERC ask for. The table has the columns with a width. Without a value, a cell is empty. */
const COLUMNS = {
  kind: { heading: 'Kind', width: 14, of: ({ kind }) => kind },
  name: { heading: 'Name', width: 28, of: ({ fields }) => fields['name'] },
  type: { heading: 'Type', width: 8, of: ({ fields }) => fields['asset_type'] },
  rating: { heading: 'Impact rating', width: 6, of: ({ rating }) => rating },
  system: { heading: 'Cyber system', width: 28, of: ({ system }) => system },
  facility: { heading: 'Facility', width: 28, of: ({ facility }) => facility },
  control_center: { heading: 'Control center', width: 28, of: ({ controlCenter }) => controlCenter },
  id: { heading: 'Id', of: ({ id }) => id },
  changed_at: { heading: 'Last changed (UTC)', width: 24, of: ({ last }) => last?.occurred_at },
  changed_by: {
    heading: 'Changed by',
    of: ({ last }, names) => last && (names.get(actorKey(last)) ?? last.actor_id),
  },
  entry: { heading: 'Log entry', of: ({ last }) => last && String(last.sequence) },
  change: { heading: 'Change', of: ({ last }) => last?.description },
  note: { heading: 'Note', width: 0, of: formatNote },
} satisfies Record<
  string,
  { heading: string; width?: number; of: (row: InventoryRow, names: ActorNames) => string | null | undefined }
>;

type Column = keyof typeof COLUMNS;
export type Listed = Record<Column, string>;

const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

function formatNote({ unknownBefore, archived }: InventoryRow): string {
  if (unknownBefore === undefined) return '';
  if (archived !== undefined) return `origin not in the database: entries up to ${archived} are archived`;
  return unknownBefore === null ? 'origin unknown: no entry' : `origin unknown before ${unknownBefore}`;
}

const formatCell = (column: Column, row: InventoryRow, names: ActorNames): string =>
  COLUMNS[column].of(row, names) ?? '';

/** Returns the cells of a row by their columns. */
export const listed = (row: InventoryRow, names: ActorNames): Listed =>
  Object.fromEntries(COLUMN_NAMES.map((column) => [column, formatCell(column, row, names)])) as Listed;

function* listCells({ rows, names }: InventoryReport, columns = COLUMN_NAMES): Generator<string[]> {
  for (const row of rows) yield columns.map((column) => formatCell(column, row, names));
}

type Format = (report: InventoryReport) => Iterable<string>;

const TABLE = COLUMN_NAMES.filter((name) => 'width' in COLUMNS[name]);
const line = createLine(TABLE.map((name) => (COLUMNS[name] as { width: number }).width));

function* tableText(report: InventoryReport): Iterable<string> {
  yield line(TABLE.map((column) => column.toUpperCase()));
  for (const cells of listCells(report, TABLE)) yield line(cells);
}

function* csvText(report: InventoryReport): Iterable<string> {
  yield csvLine(COLUMN_NAMES);
  for (const cells of listCells(report)) yield csvLine(cells);
}

/** Returns a record as an import file has it, with the rating of an asset. */
export const importedRow = ({ id, collection, fields, rating }: InventoryRow): object => ({
  id,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
  ...(collection === 'cyber_assets' ? { impact_rating: rating } : {}),
});

function* jsonText({ rows }: InventoryReport): Iterable<string> {
  yield '{';
  for (const [index, name] of COLLECTIONS.entries()) {
    yield `${index === 0 ? '' : ','}\n  "${name}": [`;
    let separator = '\n    ';
    for (const row of rows) {
      if (row.collection !== name) continue;
      yield separator + JSON.stringify(importedRow(row));
      separator = ',\n    ';
    }
    yield ']';
  }
  yield '\n}\n';
}

export const INVENTORY_FORMATS = {
  table: tableText,
  csv: csvText,
  json: jsonText,
  html: htmlText,
} satisfies Record<string, Format>;

/** Returns the text of the log about an export. */
export const exportedAs = (format: string, day: string, filter: InventoryFilter = {}): ExportedList => ({
  list: `the inventory of ${day}`,
  format,
  filter: givenIn(filter),
});

function htmlText(report: InventoryReport): Iterable<string> {
  const { organization, day, filter, head, exporter, rows } = report;
  return toHtml({
    title: `Inventory of ${organization.name} as of ${day}`,
    summary: [],
    facts: [
      ['Organization', `${organization.name} (${organization.slug})`],
      ['As of', `the end of ${day} (UTC)`],
      ['Filter', filterInWords(givenIn(filter)) || 'none'],
      ['Records', String(rows.length)],
      ['Chain head', head ? `${head.hash} (entry ${head.sequence})` : 'none: the log is empty'],
      ['Exported by', exporter],
    ],
    tables: [
      { heading: '', columns: COLUMN_NAMES.map((name) => COLUMNS[name].heading), rows: listCells(report) },
    ],
  });
}
