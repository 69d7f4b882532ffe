// Writes a report as Markdown for a ticket or a pull request.
import { pluralize, escapeControls, escapeHtml, escapeLines, formatCount } from '../text';
import {
  type Effect,
  type Finding,
  type FindingGroup,
  type List,
  MAX_OPEN_AFFECTED,
  type Report,
  type Row,
  type Sentence,
  type Table,
  changedLines,
  toLines,
  splitSentence,
  quoted,
} from './report';

/** Characters with a meaning in Markdown. An underscore within a word has none and stays searchable. */
const MARKS = /[\\`*~[\]|&$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=www)\.|:(?=\/\/)/gi;
/** The start of a heading, a quotation, a list, a line, or a command of a workflow. */
const START = /^\s*\d+(?=[.)])|^\s*(?=[#>+=:-])/;
/** GitHub makes elements of them also when they are escaped: mentions, addresses, issues and emoji. */
const REFERENCES = /@|#(?=\d)|\bGH-(?=\d)|:(?!\d\d:)(?=[\w+-]+:)/gi;

/** Escapes untrusted text that GitHub takes literally, apart from its references. */
const inert = (text: string): string => escapeControls(text).replace(REFERENCES, '$&\u200b');

const escape = (text: string): string =>
  inert(text.replace(/^ +/, ' ')).replace(MARKS, '\\$&').replace(START, '$&\\').replaceAll('<', '&lt;');

const longestFence = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Returns a code span (https://spec.commonmark.org/0.31.2/#code-spans). Its fence is longer than any in the text. */
export function code(text: string): string {
  const line = escapeControls(text.replace(/\s+/g, ' ')) || ' ';
  const fence = '`'.repeat(longestFence(line) + 1);
  const padding = line !== ' ' && /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return fence + padding + line + padding + fence;
}

const inline = (sentence: Sentence): string =>
  splitSentence(sentence)
    .map(({ text, isCode }) => (isCode ? code(text) : escape(text.replace(/\s+/g, ' '))))
    .join('');

const tableLines = (columns: readonly string[], rows: Iterable<Row>): string[] => [
  `| ${columns.map(escape).join(' | ')} |`,
  `|${columns.map(() => '---|').join('')}`,
  ...[...rows].map((row) => {
    const cells = row.map((cell) => toLines(cell).map(escape).join('<br>') || '–');
    return `| ${cells.join(' | ')} |`;
  }),
  '',
];

const collapsed = (heading: string, lines: string[]): string[] => [
  `<details><summary>${escapeHtml(inert(heading))}</summary>`,
  '',
  ...lines,
  '</details>',
  '',
];

/** Returns a code block with a fence that is longer than any fence in the untrusted text. */
function codeBlock(lines: readonly string[], language: string): string[] {
  const text = escapeLines(lines.join('\n'));
  const fence = '`'.repeat(Math.max(3, longestFence(text) + 1));
  return [`${fence}${language}`, ...text.split('\n'), fence];
}

/** Breaking edits are open up to a maximum. Compatible edits are collapsed. */
function effectText({ meaning, noun = 'operation', affected, isMinor = false }: Effect): string {
  const items = affected.map(
    ({ name, places }) => `${code(name)}${places === '' ? '' : ` (${escape(places)})`}`,
  );
  const open = items.slice(0, isMinor ? 0 : MAX_OPEN_AFFECTED);
  const more = items.slice(open.length);
  const summary = open.length > 0 ? `${more.length} more` : pluralize(more.length, noun);
  const rest =
    more.length === 0 ? '' : `<details><summary>${summary}</summary>${more.join('<br>')}</details>`;
  return `${escape(meaning)}: ${[open.join(', '), rest].filter(Boolean).join(' ')}`;
}

function findingLines(finding: Finding): string[] {
  const { title, change, place, facts = [], advice, effects = [], fingerprint } = finding;
  const values =
    change && !change.isWords ? `: ${code(quoted(change.before))} → ${code(quoted(change.after))}` : '';
  const details = [
    ...advice.map(inline),
    ...facts.map(([term, text]) => `${escape(term)}: ${code(text)}`),
    ...effects.map(effectText),
    ...(fingerprint === undefined ? [] : [`Fingerprint ${code(fingerprint)}`]),
  ];
  return [
    `- **${inline(title.trim())}**${values}${place === undefined ? '' : ` ${code(place)}`}`,
    ...(change?.isWords ? codeBlock(changedLines(change), 'diff').map((line) => `  ${line}`) : []),
    ...details.map((line) => `  - ${line}`),
  ];
}

/** A comment shows the first findings and items of all groups and lists. The others are collapsed. */
const MAX_OPEN = 4;
/** Up to this number, a reader sees all that breaks. */
const MAX_OPEN_BREAKING = 9;

/** Returns the lines of the first items, and those of the others collapsed. */
function openAndMore(items: string[][], open: number): string[] {
  const [lines, more] = [items.slice(0, open).flat(), items.slice(open)];
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    ...(more.length > 0 ? collapsed(`${formatCount(more.length)} more`, [...more.flat(), '']) : []),
  ];
}

/** Returns the lines of a group. `open`: the number of findings that are not collapsed. */
function groupLines({ heading, isMinor = false, findings }: FindingGroup, open: number): string[] {
  if (isMinor || open === 0) return collapsed(heading, [...findings.flatMap(findingLines), '']);
  return [`### ${escape(heading)}`, '', ...openAndMore(findings.map(findingLines), open)];
}

function groupsLines(groups: readonly FindingGroup[]): string[] {
  let open = MAX_OPEN;
  return groups.flatMap((group) => {
    const isOpen = group.level === 'breaking' && group.findings.length <= MAX_OPEN_BREAKING;
    const lines = groupLines(group, isOpen ? MAX_OPEN_BREAKING : open);
    open = Math.max(0, open - (group.isMinor ? 0 : group.findings.length));
    return lines;
  });
}

/** Returns the heading of a list or table, and the note below it. */
const headLines = (level: '##' | '###', { heading, note }: List | Table): string[] => [
  ...(heading === '' ? [] : [`${level} ${escape(heading)}`, '']),
  ...(note === undefined ? [] : [inline(note), '']),
];

const listLines = (list: List): string[] => [
  ...headLines('###', list),
  ...openAndMore(
    list.items.map((item) => [`- ${inline(item)}`]),
    MAX_OPEN,
  ),
  ...(list.code === undefined ? [] : [...codeBlock([list.code], 'md'), '']),
];

function sectionLines(table: Table): string[] {
  const lines = tableLines(table.columns, table.rows);
  return table.isMinor ? collapsed(table.heading, lines) : [...headLines('##', table), ...lines];
}

const titleText = ({ title, passes }: Report): string =>
  passes === undefined ? `# ${escape(title)}` : `## ${passes ? '✅' : '❌'} ${escape(title)}`;

export function toMarkdown(report: Report): string {
  const { lead = [], summary, facts = [], findings = [], lists = [], tables } = report;
  return [
    titleText(report),
    '',
    ...[...lead, ...summary].flatMap((sentence) => [inline(sentence), '']),
    ...(facts.length > 0 ? tableLines(['', ''], facts) : []),
    ...groupsLines(findings),
    ...lists.flatMap(listLines),
    ...tables.flatMap(sectionLines),
  ].join('\n');
}
