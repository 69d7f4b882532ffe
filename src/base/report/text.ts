// Writes a report as lines for a terminal.
import { escapeControls } from '../text';
import { type Report, type Row, type Table, linesOf } from './report';

/** Returns the lines of a grid: columns as wide as their widest cell, under upper-case headings. */
export function gridLines(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const grid = [columns.map((column) => column.toUpperCase()), ...rows.map((row) => row.map(escapeControls))];
  const widths = columns.map((_, index) => Math.max(...grid.map((row) => row[index]!.length)));
  return grid.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Returns a row that is too wide for a grid: its first cell, the others in parentheses, and its last lines. */
function recordLines(columns: readonly string[], row: Row): string[] {
  const [first = '', ...others] = row.slice(0, -1).map((cell) => linesOf(cell).join(', '));
  const named = others.flatMap((text, index) =>
    text === '' ? [] : [`${columns[index + 1]!.toLowerCase()} ${text}`],
  );
  return [
    named.length === 0 ? `  ${first}` : `  ${first}  (${named.join(', ')})`,
    ...linesOf(row[row.length - 1]!).map((line) => `      ${line}`),
  ];
}

function tableLines({ heading, note, columns, rows: given }: Table): string[] {
  const rows = [...given];
  const isGrid = rows.every((row) => row.every((cell) => typeof cell === 'string'));
  return [
    heading,
    ...(isGrid
      ? gridLines(columns, rows as string[][]).map((line) => `  ${line}`)
      : rows.flatMap((row) => recordLines(columns, row))),
    ...(note === undefined ? [] : [`  ${note}`]),
    '',
  ];
}

/** Returns the lines of a report. Its summary is at the end, which is on the screen. */
export function textLines({ title, summary, facts, tables }: Report): string[] {
  const width = Math.max(0, ...facts.map(([term]) => term.length));
  return [
    title,
    ...facts.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`),
    '',
    ...tables.flatMap(tableLines),
    ...summary,
  ];
}
