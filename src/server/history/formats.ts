// Writes an inventory of a day as a table, CSV, JSON or HTML, in pieces, because it can be long.
import { csvLine } from '../../base/csv';
import { escapeControls } from '../../base/text';
import { COLLECTIONS } from '../import/content';
import { COLUMN_NAMES, type Listed, listed } from './columns';
import { htmlText } from './html';
import type { InventoryReport } from './report';
import type { InventoryRow } from './rows';

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
