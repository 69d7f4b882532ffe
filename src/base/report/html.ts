// Writes a report as one HTML page for the screen and for printing, without external resources.
// Its only script filters the findings.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytesSync } from '../read-file';
import { pluralize, escapeControls, escapeHtml, escapeLines } from '../text';
import {
  type Cell,
  type Effect,
  type Fact,
  type Finding,
  type FindingGroup,
  type List,
  type Report,
  type Sentence,
  type Table,
  toLines,
  splitSentence,
} from './report';

const webFile = (name: string): string => readBytesSync(join(__dirname, 'web', name)).toString();
const STYLE = webFile('report.css');
/** Hides findings that do not match, and groups without visible ones. */
const FILTER_SCRIPT = webFile('filters.js');

const escape = (text: string): string => escapeHtml(escapeControls(text));
const element = (tag: string, text: string): string => `<${tag}>${escape(text)}</${tag}>`;
const block = (text: string): string => `<pre>${escapeHtml(escapeLines(text))}</pre>`;

const inline = (sentence: Sentence): string =>
  splitSentence(sentence)
    .map(({ text, isCode }) => (isCode ? element('code', text) : escape(text)))
    .join('');

const paragraph = (sentence: Sentence): string => `<p>${inline(sentence)}</p>\n`;

const factList = (facts: readonly Fact[] = []): string =>
  facts.length === 0
    ? ''
    : `<dl>${facts.map(([term, text]) => element('dt', term) + element('dd', text)).join('\n')}</dl>\n`;

const tableCell = (cell: Cell): string => `<td>${toLines(cell).map(escape).join('<br>')}</td>`;

/** Returns the heading of a list or table, and the note below it. */
const headHtml = ({ heading, note }: Pick<Table, 'heading' | 'note'>): string =>
  (heading === '' ? '' : `${element('h2', heading)}\n`) + (note === undefined ? '' : paragraph(note));

function* tableHtml({ columns, rows, ...head }: Table): Iterable<string> {
  yield headHtml(head);
  const headings = columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('');
  yield `<table>\n<thead><tr>${headings}</tr></thead>\n<tbody>\n`;
  for (const row of rows) yield `<tr>${row.map(tableCell).join('')}</tr>\n`;
  yield '</tbody>\n</table>\n';
}

const listHtml = ({ items, code, ...head }: List): string =>
  [
    headHtml(head),
    items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('\n')}</ul>\n`,
    code === undefined ? '' : `${block(code)}\n`,
  ].join('');

const shown = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Marks what differs between two texts. */
function changeCells(before: string | undefined, after: string | undefined): string {
  if (before === undefined || after === undefined)
    return [before, after]
      .map((text) => (text === undefined ? '<td class="none">–</td>' : `<td>${block(text)}</td>`))
      .join('');
  const { start, ends, end } = findDifference(before, after);
  const escaped = (text: string): string => escapeHtml(escapeLines(text));
  const cell = (middle: string, tag: 'del' | 'ins'): string => {
    const marked = middle === '' ? '' : `<${tag}>${escaped(middle)}</${tag}>`;
    return `<td><pre>${escaped(before.slice(0, start))}${marked}${escaped(end)}</pre></td>`;
  };
  return cell(ends[0], 'del') + cell(ends[1], 'ins');
}

const changeTable = ({ before, after }: NonNullable<Finding['change']>): string =>
  '<table class="change"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>' +
  `<tbody><tr>${changeCells(shown(before), shown(after))}</tr></tbody></table>\n`;

function effectHtml({ meaning, noun = 'operation', affected, isMinor = false }: Effect): string {
  const items = affected.map(
    ({ name, places }) => `<li>${element('code', name)} <span class="place">${escape(places)}</span></li>`,
  );
  const open = isMinor ? '' : ' open';
  const count = pluralize(affected.length, noun);
  return `<details${open}><summary>${escape(meaning)}: ${count}</summary><ul>${items.join('')}</ul></details>`;
}

function article(finding: Finding, level: string): string {
  const { title, change, place, facts, advice, effects = [], fingerprint, filter } = finding;
  const id = `edit-${fingerprint}`;
  const data = filter
    ? ` data-level="${escape(level)}" data-resources="${escape(filter.resources.join(' '))}"` +
      ` data-operations="${escapeHtml(escapeLines(filter.operations.join('\n')))}"`
    : '';
  const link = `<a href="#${id}" aria-label="Link to ${fingerprint}">${fingerprint}</a>`;
  return `<article${fingerprint === undefined ? '' : ` id="${id}"`}${data}>
<h3>${escape(title)} ${fingerprint === undefined ? '' : link}</h3>
${place === undefined ? '' : `<p class="place">${escape(place)}</p>`}
${change ? changeTable(change) : ''}${advice.map(paragraph).join('')}${factList(facts)}
${effects.map(effectHtml).join('')}</article>
`;
}

function* groupHtml({ level, heading, isMinor, findings }: FindingGroup): Iterable<string> {
  const open = isMinor ? '' : ' open';
  yield `<details class="level ${level}"${open}><summary>${element('h2', heading)}</summary>\n`;
  for (const finding of findings) yield article(finding, level);
  yield '</details>\n';
}

function pageStart(title: string, hasFilters: boolean): string {
  const digest = createHash('sha256').update(FILTER_SCRIPT).digest('base64');
  const scripts = hasFilters ? `; script-src 'sha256-${digest}'` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${scripts}">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
`;
}

/** Returns the page in pieces, because it can be long. */
export function* toHtml(report: Report): Iterable<string> {
  const { title, passes, lead = [], summary, facts, findings = [], lists = [], tables } = report;
  const hasFilters = findings.some((group) => group.findings.some(({ filter }) => filter !== undefined));
  yield pageStart(title, hasFilters);
  const verdict = passes ? 'passes' : 'blocked';
  yield passes === undefined ? element('h1', title) : `<h1 class="${verdict}">${escape(title)}</h1>`;
  yield `\n${[...lead, ...summary].map(paragraph).join('')}${factList(facts)}`;
  if (hasFilters) yield filterForm(findings);
  for (const group of findings) yield* groupHtml(group);
  for (const list of lists) yield listHtml(list);
  for (const table of tables) yield* tableHtml(table);
  if (hasFilters) yield `<script>${FILTER_SCRIPT}</script>\n`;
  yield '</main>\n</body>\n</html>\n';
}

/** Returns the length of the common start, both differing parts, and the common end. */
function findDifference(
  before: string,
  after: string,
): { start: number; ends: [before: string, after: string]; end: string } {
  const [left, right] = [splitWords(before), splitWords(after)];
  const shortest = Math.min(left.length, right.length);
  let common = 0;
  while (common < shortest && left[common] === right[common]) common++;
  let last = 0;
  while (last < shortest - common && left.at(-1 - last) === right.at(-1 - last)) last++;
  const middle = (words: string[]) => words.slice(common, words.length - last).join('');
  return {
    start: left.slice(0, common).join('').length,
    ends: [middle(left), middle(right)],
    end: left.slice(left.length - last).join(''),
  };
}

const splitWords = (text: string): string[] => text.match(/\s+|\w+|[^\s\w]/g) ?? [];

/** Returns the form, which the script shows. Its levels have the number of their findings. */
function filterForm(groups: readonly FindingGroup[]): string {
  const boxes = groups.map(
    ({ level, findings }) =>
      `<label><input type="checkbox" name="level" value="${level}" checked> ${findings.length} ${level}</label>`,
  );
  const all = groups.flatMap(({ findings }) => findings.flatMap(({ filter }) => filter?.resources ?? []));
  const options = [...new Set(all)].sort().map((name) => `<option>${escape(name)}</option>`);
  return `<form class="filters" hidden>${boxes.join('')}
<label>Resource <select name="resource"><option value="">all</option>${options.join('')}</select></label>
<label>Operation <input name="operation" type="search" placeholder="part of a name or path"></label></form>
`;
}
