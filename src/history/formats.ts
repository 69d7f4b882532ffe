// Writes an inventory of a day as a table, CSV, JSON or HTML. The text comes in pieces, because it can be long.
import type { ActorNames } from '../audit/actor-names';
import { csvLine } from '../csv';
import { escapeControls } from '../escape-controls';
import { escapeHtml as escape } from '../escape-html';
import { COLLECTIONS } from '../import/content';
import { COLUMNS, type Listed, listed } from './columns';
import type { InventoryFilter, InventoryRow } from './rows';

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

type Format = (report: InventoryReport) => Iterable<string>;

const NAMES = Object.keys(COLUMNS) as (keyof Listed)[];
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
  yield csvLine(NAMES);
  for (const row of rows) {
    const cells = listed(row, names);
    yield csvLine(NAMES.map((name) => cells[name]));
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

const STYLE = `
:root { color-scheme: light; }
body { font: 12px/1.4 system-ui, sans-serif; margin: 24px; color: #111; background: #fff; }
h1 { font-size: 20px; margin: 0 0 12px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 16px; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 6px; border: 1px solid #bbb; overflow-wrap: anywhere; }
th { background: #eee; }
@page { size: A4 landscape; margin: 12mm; }
@media print { body { margin: 0; font-size: 9px; } thead { display: table-header-group; } tr { break-inside: avoid; } }
`;

export const filterText = ({ ratings, facility }: InventoryFilter): string =>
  [ratings && `impact rating ${ratings.join(', ')}`, facility && `facility ${facility}`]
    .filter(Boolean)
    .join('; ') || 'none';

function* htmlText(report: InventoryReport): Iterable<string> {
  const { organization, day, filter, head, exporter, rows, names } = report;
  const facts: [string, string][] = [
    ['Organization', `${organization.name} (${organization.slug})`],
    ['As of', `the end of ${day} (UTC)`],
    ['Filter', filterText(filter)],
    ['Records', String(rows.length)],
    ['Chain head', head ? `${head.hash} (entry ${head.sequence})` : 'none: the log is empty'],
    ['Exported by', exporter],
  ];
  const cell = (tag: string, text: string): string => `<${tag}>${escape(escapeControls(text))}</${tag}>`;
  const title = `Inventory of ${organization.name} as of ${day}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<dl>${facts.map(([term, text]) => cell('dt', term) + cell('dd', text)).join('\n')}</dl>
<table>
<thead><tr>${NAMES.map((name) => `<th scope="col">${COLUMNS[name]}</th>`).join('')}</tr></thead>
<tbody>
`;
  for (const row of rows) {
    const cells = listed(row, names);
    yield `<tr>${NAMES.map((name) => cell('td', cells[name])).join('')}</tr>\n`;
  }
  yield '</tbody>\n</table>\n</body>\n</html>\n';
}

export const INVENTORY_FORMATS = {
  table: tableText,
  csv: csvText,
  json: jsonText,
  html: htmlText,
} satisfies Record<string, Format>;

/** In characters. */
const CHUNK_SIZE = 64 * 1024;

/** Joins small pieces. */
export function* chunksOf(pieces: Iterable<string>): Iterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_SIZE) continue;
    yield text;
    text = '';
  }
  yield text;
}
