// The report as one HTML page without external resources. Its script only filters the edits.
import { createHash } from 'node:crypto';
import { escapeHtml as escape } from '../../base/text';
import type { OperationCoverage } from '../coverage';
import type { AffectedOperation } from '../edits/edits';
import type { PlacedEdit, Review } from '../review';
import type { Level } from '../edits/rules';
import { differenceOf } from './difference';
import { FILTER_SCRIPT, FILTER_STYLE, filterForm, filterValues } from './html-filters';
import {
  CHANGELOG_TITLE,
  COVERAGE_COLUMNS,
  COVERAGE_TITLE,
  FAULTS_TITLE,
  LEVEL_TITLES,
  GATE_NOTE,
  GATE_TITLE,
  NEXT_STEPS,
  PROBLEMS_TITLE,
  byLevel,
  codeParts,
  coverageNote,
  effectsOf,
  hintsOf,
  isMinor,
  locationText,
  nameOf,
  placesText,
  titleOf,
  untestedText,
} from './wording';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c9ced6, #454c57); --soft: light-dark(#f4f6f8, #1d2127);
  --place: light-dark(#4d5663, #aab4c2); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171b);
  color: light-dark(#1a1e24, #e8ebef); }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; padding: .75rem 1rem; border-left: .5rem solid; background: var(--soft); }
h1.passes { border-color: #2f855a; } h1.blocked { border-color: #c53030; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; overflow-wrap: anywhere; }
summary h2, summary h3 { display: inline-block; margin: 1rem 0 .5rem; }
summary { cursor: pointer; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: .5rem; border: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th { background: var(--soft); } td p { margin: .25rem 0 0; } td.none { color: var(--place); }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; }
code, .place { font: 13px/1.45 ui-monospace, monospace; } .place { color: var(--place); }
article { margin: 1rem 0; padding: .5rem 1rem; border: 1px solid var(--line); border-left-width: .35rem; }
article:target { outline: 2px solid; } article h3 a { float: right; font: 13px ui-monospace, monospace; }
.breaking article { border-left-color: #c53030; } .release article { border-left-color: #2f855a; }
del { background: light-dark(#fdd9d7, #6b2422); text-decoration: none; }
ins { background: light-dark(#d3f2da, #1d5230); text-decoration: none; }
${FILTER_STYLE}
@media (max-width: 40rem) { main { padding: .75rem; } th, td { padding: .35rem; font-size: 14px; } }
`;

export function htmlReport(review: Review): string {
  const { passes, base, head, verdict, edits, faults, problems, gate = [], coverage, changelogLine } = review;
  const scripts = `'sha256-${createHash('sha256').update(FILTER_SCRIPT).digest('base64')}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src ${scripts}">
<title>${escape(verdict)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 class="${passes ? 'passes' : 'blocked'}">${escape(verdict)}</h1>
<p><code>${escape(base)}</code> → <code>${escape(head)}</code></p>
${filterForm(review)}
${byLevel(edits)
  .map(([level, own]) => levelSection(level, own))
  .join('\n')}
${list(
  FAULTS_TITLE,
  faults.map(
    ({ file, line, message, rule }) =>
      `${place(`${file}:${line}`)} ${escape(message)} <code>${escape(rule)}</code>`,
  ),
)}
${list(
  PROBLEMS_TITLE,
  problems.map(({ message }) => escape(message)),
)}
${gate.length === 0 ? '' : `${list(GATE_TITLE, gate.map(escape))}<p>${GATE_NOTE}</p>`}
${coverage ? coverageSection(coverage) : ''}
${changelogLine === undefined ? '' : `<h2>${CHANGELOG_TITLE}</h2><pre>${escape(changelogLine)}</pre>`}
${passes || edits.length === 0 ? '' : `<p>${withCode(NEXT_STEPS)}</p>`}
</main>
<script>${FILTER_SCRIPT}</script>
</body>
</html>
`;
}

const withCode = (text: string): string =>
  codeParts(text)
    .map(({ part, isCode }) => (isCode ? `<code>${escape(part)}</code>` : escape(part)))
    .join('');

const place = (text: string): string => `<span class="place">${escape(text)}</span>`;

const list = (title: string, items: string[]): string =>
  items.length === 0
    ? ''
    : `<h2>${title} (${items.length})</h2><ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

function table(columns: string[], rows: string[]): string {
  const header = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<table><thead><tr>${header}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function levelSection(level: Level, edits: PlacedEdit[]): string {
  const title = `<summary><h2>${LEVEL_TITLES[level]} (${edits.length})</h2></summary>`;
  const open = isMinor(level) ? '' : ' open';
  return `<details class="level ${level}"${open}>${title}${edits.map(editArticle).join('\n')}</details>`;
}

function editArticle(edit: PlacedEdit): string {
  const { level, fingerprint, waiver } = edit;
  const hints = [
    ...hintsOf(edit),
    ...(waiver ? [`Waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`] : []),
  ];
  const filters = filterValues(edit);
  return `<article id="edit-${fingerprint}" data-level="${level}" data-resources="${escape(filters.resources.join(' '))}" data-operations="${escape(filters.operations.join('\n'))}">
<h3>${escape(titleOf(edit))} <a href="#edit-${fingerprint}" aria-label="Link to this edit">${fingerprint}</a></h3>
<p class="place">${escape(locationText(edit))}</p>
${valuesTable(edit)}
${hints.map((hint) => `<p>${withCode(hint)}</p>`).join('')}
${effectsOf(edit)
  .map(([meaning, operations]) => effectList(meaning, operations))
  .join('')}</article>`;
}

function valuesTable({ before, after }: PlacedEdit): string {
  if (before === null && after === null) return '';
  const row = `<tr>${valueCells(before, after)}</tr>`;
  return table(['Before', 'After'], [row]);
}

/** Marks what differs between two texts. */
function valueCells(before: unknown, after: unknown): string {
  const [left, right] = [shown(before), shown(after)];
  if (left === undefined || right === undefined) return [left, right].map(valueCell).join('');
  const { start, ends, end } = differenceOf(left, right);
  const cell = (text: string, middle: string, tag: 'del' | 'ins') =>
    `<td><pre>${escape(text.slice(0, start))}${middle === '' ? '' : `<${tag}>${escape(middle)}</${tag}>`}${escape(end)}</pre></td>`;
  return cell(left, ends[0], 'del') + cell(right, ends[1], 'ins');
}

const shown = (value: unknown): string | undefined =>
  value === null || value === undefined
    ? undefined
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

const valueCell = (text: string | undefined): string =>
  text === undefined ? '<td class="none">–</td>' : `<td><pre>${escape(text)}</pre></td>`;

const MAX_OPEN_OPERATIONS = 5;

function effectList(meaning: string, operations: AffectedOperation[]): string {
  const items = operations.map(
    (operation) =>
      `<li><code>${escape(nameOf(operation))}</code> <span class="place">${escape(placesText(operation))}</span></li>`,
  );
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  const open = operations.length > MAX_OPEN_OPERATIONS ? '' : ' open';
  return `<details${open}><summary>${meaning}: ${count}</summary><ul>${items.join('')}</ul></details>`;
}

function coverageSection(coverage: OperationCoverage[]): string {
  const note = coverageNote(coverage);
  if (note !== undefined) return `<h2>${COVERAGE_TITLE}</h2><p>${escape(note)}</p>`;
  const rows = coverage.map((row) => {
    const { operationId, handler, tests, declared, seen } = row;
    const cells = [
      escape(operationId),
      handler ? 'yes' : 'no',
      tests,
      `${seen.length} of ${declared.length}`,
      escape(untestedText(row)),
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<h2>${COVERAGE_TITLE}</h2>${table(COVERAGE_COLUMNS, rows)}`;
}
