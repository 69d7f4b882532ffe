// Writes a report as Markdown for a ticket or a pull request.
import { escapeControls } from '../text';
import { type Cell, type Report, type Row, type Table, linesOf } from './report';

/** Characters with a meaning in Markdown. An underscore within a word has none and stays searchable. */
const MARKS = /[\\`*~[\]|&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=\bwww)\.|:(?=\/\/)/gi;

/** Escapes untrusted text. A zero-width space keeps it from mentioning users. */
const escape = (text: string): string =>
  escapeControls(text)
    .replace(MARKS, '\\$&')
    .replaceAll('<', '&lt;')
    .replace(/(?<![A-Za-z0-9])@/g, '@\u200b');

const cellText = (cell: Cell): string => linesOf(cell).map(escape).join('<br>') || '–';

const tableLines = (columns: readonly string[], rows: Iterable<Row>): string[] => [
  `| ${columns.join(' | ')} |`,
  `|${columns.map(() => '---|').join('')}`,
  ...[...rows].map((row) => `| ${row.map(cellText).join(' | ')} |`),
  '',
];

const section = ({ heading, note, columns, rows }: Table): string[] => [
  `## ${escape(heading)}`,
  '',
  ...(note === undefined ? [] : [escape(note), '']),
  ...tableLines(columns, rows),
];

export const markdownOf = ({ title, summary, facts, tables }: Report): string =>
  [
    `# ${escape(title)}`,
    '',
    ...summary.flatMap((sentence) => [escape(sentence), '']),
    ...tableLines(['', ''], facts),
    ...tables.flatMap(section),
  ].join('\n');
