// The report as one HTML page without scripts and external resources.
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import type { Level } from '../rules';
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';
import {
  CHANGELOG_TITLE,
  COVERAGE_COLUMNS,
  COVERAGE_TITLE,
  FAULTS_TITLE,
  LEVEL_TITLES,
  NOT_SENT,
  PROBLEMS_TITLE,
  RELEASE_REQUIREMENTS,
  byLevel,
  byOperation,
  coverageNote,
  escapeHtml as escape,
  exampleText,
  isMinor,
  locationText,
  messageLines,
  operationText,
  sharedLocations,
  titleOf,
  transcriptSummary,
  transcriptsTitle,
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
.counts { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
.counts li { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; }
.counts .breaking { border-color: #c53030; } .counts .release { border-color: #2f855a; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: .5rem; border: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th { background: var(--soft); } td p { margin: .25rem 0 0; } td.none { color: var(--place); }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; }
code, .place { font: 13px/1.45 ui-monospace, monospace; } .place { color: var(--place); }
@media (max-width: 40rem) { main { padding: .75rem; } th, td { padding: .35rem; font-size: 14px; } }
`;

export function htmlReport(review: Review): string {
  const { passes, base, head, verdict, changes, faults, problems, coverage, changelogLine } = review;
  const { transcripts } = review;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(verdict)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 class="${passes ? 'passes' : 'blocked'}">${escape(verdict)}</h1>
<p><code>${escape(base)}</code> → <code>${escape(head)}</code></p>
${countList(review.counts)}
${sharedLocations(changes)
  .map(({ location, text }) => `<p>${text}: ${place(location)}</p>`)
  .join('\n')}
${byLevel(changes)
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
${coverage ? coverageSection(coverage) : ''}
${changelogLine === undefined ? '' : `<h2>${CHANGELOG_TITLE}</h2><pre>${escape(changelogLine)}</pre>`}
${transcripts ? transcriptsSection(transcripts) : ''}
</main>
</body>
</html>
`;
}

const place = (text: string): string => `<span class="place">${escape(text)}</span>`;

function countList(counts: Review['counts']): string {
  const items = Object.entries(counts).flatMap(([level, count]) =>
    count > 0 ? [`<li class="${level}">${count} ${level}</li>`] : [],
  );
  return items.length === 0 ? '' : `<ul class="counts">${items.join('')}</ul>`;
}

const list = (title: string, items: string[]): string =>
  items.length === 0
    ? ''
    : `<h2>${title} (${items.length})</h2><ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

function table(columns: string[], rows: string[]): string {
  const header = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<table><thead><tr>${header}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function levelSection(level: Level, changes: PlacedChange[]): string {
  const tables = [...byOperation(changes)].map(
    ([operation, own]) =>
      `<h3>${escape(operation)}</h3>${table(['Change', 'Before', 'After'], own.map(changeRow))}`,
  );
  const title = `<summary><h2>${LEVEL_TITLES[level]} (${changes.length})</h2></summary>`;
  const note = level === 'release' ? `<p>${RELEASE_REQUIREMENTS}</p>` : '';
  const open = isMinor(level) ? '' : ' open';
  return `<details class="${level}"${open}>${title}${note}${tables.join('\n')}</details>`;
}

function changeRow(change: PlacedChange): string {
  const { where, before, after } = change;
  const description = [
    `<strong>${escape(titleOf(change))}</strong>`,
    `<p>${escape(where)}</p>`,
    `<p class="place">${escape(locationText(change))}</p>`,
    waiverOrFingerprint(change),
  ];
  return `<tr><td>${description.join('')}</td>${valueCell(before)}${valueCell(after)}</tr>`;
}

function waiverOrFingerprint({ waiver, level, fingerprint }: PlacedChange): string {
  if (waiver)
    return `<p>${escape(`Waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`)}</p>`;
  return level === 'breaking' ? `<p>Fingerprint <code>${escape(fingerprint)}</code></p>` : '';
}

function valueCell(value: unknown): string {
  if (value === null || value === undefined) return '<td class="none">–</td>';
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `<td><pre>${escape(text)}</pre></td>`;
}

function coverageSection(coverage: OperationCoverage[]): string {
  const note = coverageNote(coverage);
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
  const noteHtml = note === undefined ? '' : `<p>${escape(note)}</p>`;
  return `<h2>${COVERAGE_TITLE}</h2>${noteHtml}${table(COVERAGE_COLUMNS, rows)}`;
}

const transcriptsSection = (transcripts: Transcripts): string =>
  [
    `<h2>${transcriptsTitle(transcripts)}</h2>`,
    ...transcripts.notes.map((note) => `<p>${escape(note)}</p>`),
    transcripts.list.map(transcriptDetails).join('\n'),
  ].join('');

function transcriptDetails(transcript: Transcript): string {
  const summary = transcriptSummary(transcript);
  const heading = `${escape(operationText(transcript))}: ${escape(exampleText(transcript))}`;
  const title = `<summary><h3>${heading}</h3> ${escape(summary ?? 'different responses')}</summary>`;
  const row = `<tr>${responseCell(transcript.base)}${responseCell(transcript.head)}</tr>`;
  const responses = transcript.like === null ? table(['Base', 'Head'], [row]) : '';
  const open = summary === undefined ? ' open' : '';
  return `<details${open}>${title}${messageBlock(transcript.request)}${responses}</details>`;
}

const messageBlock = (message: Message): string => `<pre>${escape(messageLines(message).join('\n'))}</pre>`;
const responseCell = (message: Message | null): string =>
  message ? `<td>${messageBlock(message)}</td>` : `<td class="none">${NOT_SENT}.</td>`;
