// Writes a report as lines for a terminal.
import { escapeControls } from '../text';
import {
  type Effect,
  type Fact,
  type Finding,
  type List,
  MAX_OPEN_AFFECTED,
  type Report,
  type Row,
  type Table,
  changedLines,
  toLines,
  plainText,
  quoted,
} from './report';

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
  const [first = '', ...others] = row.slice(0, -1).map((cell) => toLines(cell).join(', '));
  const named = others.flatMap((text, index) =>
    text === '' ? [] : [`${columns[index + 1]!.toLowerCase()} ${text}`],
  );
  return [
    named.length === 0 ? `  ${first}` : `  ${first}  (${named.join(', ')})`,
    ...toLines(row[row.length - 1]!).map((line) => `      ${line}`),
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
    ...(note === undefined ? [] : [`  ${plainText(note)}`]),
    '',
  ];
}

function factLines(facts: readonly Fact[]): string[] {
  const width = Math.max(0, ...facts.map(([term]) => term.length));
  return facts.map(([term, text]) => `${term.padEnd(width)}  ${text}`);
}

function effectLines({ meaning, affected }: Effect): string[] {
  const more = affected.length - MAX_OPEN_AFFECTED;
  return [
    `${meaning}:`,
    ...affected
      .slice(0, MAX_OPEN_AFFECTED)
      .map(({ name, places }) => `  ${name}${places === '' ? '' : `: ${places}`}`),
    ...(more > 0 ? [`  and ${more} more; --format json lists all`] : []),
  ];
}

function findingLines(finding: Finding): string[] {
  const { title, change, place, facts = [], advice, effects = [], fingerprint } = finding;
  const values = change && [`${quoted(change.before)} → ${quoted(change.after)}`];
  const lines = [
    ...(change?.isWords ? changedLines(change) : (values ?? [])),
    ...(place === undefined ? [] : [place]),
    ...advice.map(plainText),
    ...factLines(facts),
    ...effects.flatMap(effectLines),
    ...(fingerprint === undefined ? [] : [`Fingerprint ${fingerprint}`]),
  ];
  return [`- ${title}`, ...lines.map((line) => `    ${line}`), ''];
}

function listLines({ heading, note, items, code }: List): string[] {
  const lines = [note, ...items, code].filter((line) => line !== undefined);
  return [...(heading === '' ? [] : [heading]), ...lines.map((line) => `  ${plainText(line)}`), ''];
}

/** Returns the lines of a report. Its summary is at the end, which is on the screen. */
export function textLines(report: Report): string[] {
  const { title, lead = [], summary, facts = [], findings = [], lists = [], tables } = report;
  const lines = [
    title,
    ...lead.map(plainText),
    ...factLines(facts).map((line) => `  ${line}`),
    '',
    ...findings.flatMap((group) => [group.heading, '', ...group.findings.flatMap(findingLines)]),
    ...lists.flatMap(listLines),
    ...tables.flatMap(tableLines),
    ...summary.map(plainText),
  ];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
