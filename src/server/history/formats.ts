// Writes an inventory of a day as a table, CSV, JSON or HTML, in pieces, because it can be long.
import { csvLine } from '../../base/csv/write';
import { escapeControls } from '../../base/text';
import { COLLECTIONS } from '../import/collections';
import { COLUMN_NAMES, COLUMNS, type Listed, listed } from './columns';
import type { PastInventory } from './past-inventory';
import { givenIn, type InventoryFilter, type InventoryRow, inventoryRows } from './rows';
import { type ActorNames, type Actors, nameActors } from '../audit/names';
import type { OrganizationRecord } from '../organizations/store';
import { type ExportedList, filterInWords } from '../audit/exports';
import { htmlOf } from '../../base/report/html';
import type { Row } from '../../base/report/report';

export interface InventoryReport {
  organization: { name: string; slug: string };
  day: string;
  filter: InventoryFilter;
  /** The hash and sequence of the last entry when the list was made; undefined for an empty log. */
  head: { sequence: number; hash: string } | undefined;
  /** Who made the list. */
  exporter: string;
  rows: readonly InventoryRow[];
  names: ActorNames;
}

/** Lists the inventory of a day for a user or an operator. */
export async function reportOf(
  actors: Actors,
  { id, name, slug }: Pick<OrganizationRecord, 'id' | 'name' | 'slug'>,
  day: string,
  past: PastInventory,
  filter: InventoryFilter,
  exporter: string,
): Promise<InventoryReport> {
  const rows = inventoryRows(past, filter);
  const names = await nameActors(actors, id, past.last.values());
  return { organization: { name, slug }, day, filter, head: past.head, exporter, rows, names };
}

type Format = (report: InventoryReport) => Iterable<string>;

const TABLE: readonly [column: keyof Listed, width: number][] = [
  ['kind', 14],
  ['name', 28],
  ['type', 8],
  ['rating', 6],
  ['system', 28],
  ['facility', 28],
  ['control_center', 28],
  ['changed_at', 24],
  ['note', 0],
];

const line = (cells: string[]): string =>
  `${cells
    .map((cell, index) => escapeControls(cell).padEnd(TABLE[index]![1]))
    .join('  ')
    .trimEnd()}\n`;

function* tableText({ rows, names }: InventoryReport): Iterable<string> {
  yield line(TABLE.map(([column]) => column.toUpperCase()));
  for (const row of rows) {
    const cells = listed(row, names);
    yield line(TABLE.map(([column]) => cells[column]));
  }
}

function* csvText({ rows, names }: InventoryReport): Iterable<string> {
  yield csvLine(COLUMN_NAMES);
  for (const row of rows) {
    const cells = listed(row, names);
    yield csvLine(COLUMN_NAMES.map((name) => cells[name]));
  }
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

function* tableRows({ rows, names }: InventoryReport): Iterable<Row> {
  for (const row of rows) {
    const cells = listed(row, names);
    yield COLUMN_NAMES.map((name) => cells[name]);
  }
}

function htmlText(report: InventoryReport): Iterable<string> {
  const { organization, day, filter, head, exporter, rows } = report;
  return htmlOf({
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
    tables: [{ heading: '', columns: COLUMN_NAMES.map((name) => COLUMNS[name]), rows: tableRows(report) }],
  });
}
