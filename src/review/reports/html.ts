// The report as one page that stands alone: before and after side by side, no script, nothing to load.
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import { STYLE } from './html-style';
import { transcriptsHtml } from './transcripts-html';
import {
  LEVELS,
  LEVEL_TITLES,
  RELEASE_NEEDS,
  byOperation,
  coverageNote,
  escape,
  placeText,
  sharedPlaces,
  titleOf,
  unseenText,
} from './words';

const valueBlock = (value: unknown): string =>
  value === null || value === undefined
    ? '<td class="none">–</td>'
    : `<td><pre>${escape(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre></td>`;

function noteOf({ waiver, level, fingerprint }: PlacedChange): string {
  if (waiver)
    return `<p>Waived until ${escape(waiver.expires)} by ${escape(waiver.owner)}: ${escape(waiver.reason)}</p>`;
  return level === 'breaking' ? `<p>Fingerprint <code>${escape(fingerprint)}</code></p>` : '';
}

const changeRow = (change: PlacedChange): string =>
  `<tr><td><strong>${escape(titleOf(change))}</strong><p>${escape(change.where)}</p><p class="place">${escape(placeText(change))}</p>${noteOf(change)}</td>${valueBlock(change.before)}${valueBlock(change.after)}</tr>`;

function levelSection(level: PlacedChange['level'], changes: PlacedChange[]): string {
  if (changes.length === 0) return '';
  const tables = [...byOperation(changes)].map(([operation, own]) => {
    const rows = own.map(changeRow);
    return `<h3>${escape(operation)}</h3><table><thead><tr><th scope="col">Change</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  });
  const open = level === 'compatible' || level === 'planned' ? '' : ' open';
  return `<details class="${level}"${open}><summary><h2>${LEVEL_TITLES[level]} (${changes.length})</h2></summary>${level === 'release' ? `<p>${RELEASE_NEEDS}</p>` : ''}${tables.join('\n')}</details>`;
}

const list = (title: string, items: string[]): string =>
  items.length === 0
    ? ''
    : `<h2>${title} (${items.length})</h2><ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

function coverageSection(coverage: OperationCoverage[]): string {
  const note = coverageNote(coverage);
  const rows = coverage.map(
    (one) =>
      `<tr><td>${escape(one.operationId)}</td><td>${one.handler ? 'yes' : 'no'}</td><td>${one.tests}</td><td>${one.seen.length} of ${one.declared.length}</td><td>${escape(unseenText(one))}</td></tr>`,
  );
  const head = ['Operation', 'Handler', 'Test files', 'Statuses seen in tests', 'Not seen']
    .map((title) => `<th scope="col">${title}</th>`)
    .join('');
  return `<h2>Coverage of the available operations</h2>${note === undefined ? '' : `<p>${escape(note)}</p>`}<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

export function htmlReport({
  passes,
  base,
  head,
  verdict,
  counts,
  changes,
  faults,
  problems,
  coverage,
  changelogLine,
  transcripts,
}: Review): string {
  const tallies = Object.entries(counts).filter(([, count]) => count > 0);
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
${tallies.length === 0 ? '' : `<ul class="counts">${tallies.map(([level, count]) => `<li class="${level}">${count} ${level}</li>`).join('')}</ul>`}
${sharedPlaces(changes)
  .map(({ place, said }) => `<p>${said}: <span class="place">${escape(place)}</span></p>`)
  .join('\n')}
${LEVELS.map((level) =>
  levelSection(
    level,
    changes.filter((change) => change.level === level),
  ),
).join('\n')}
${list(
  'Unsound',
  faults.map(
    ({ file, line, message, rule }) =>
      `<span class="place">${escape(`${file}:${line}`)}</span> ${escape(message)} <code>${escape(rule)}</code>`,
  ),
)}
${list(
  'Missing or out of date',
  problems.map(({ message }) => escape(message)),
)}
${coverage ? coverageSection(coverage) : ''}
${changelogLine === undefined ? '' : `<h2>A line for spec/CHANGELOG.md</h2><pre>${escape(changelogLine)}</pre>`}
${transcripts ? transcriptsHtml(transcripts) : ''}
</main>
</body>
</html>
`;
}
