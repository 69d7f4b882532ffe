// The report for a comment on a pull request.
import { operationName } from '../changes';
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import type { Level } from '../rules';
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';
import {
  COVERAGE_COLUMNS,
  COVERAGE_TITLE,
  FAULTS_TITLE,
  LEVEL_TITLES,
  NOT_SENT,
  PROBLEMS_TITLE,
  RELEASE_REQUIREMENTS,
  byLevel,
  countsText,
  coverageNote,
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
  valueText,
} from './wording';

/** GitHub limits a comment to 65,536 characters. */
const MAX_COMMENT_CHARACTERS = 60_000;
/** The limit of each table and list. */
const MAX_LIST_CHARACTERS = 9000;

/** Returns the lines that fit, and a last line with the number of hidden lines. */
function limitLines(lines: string[], more: (hidden: number) => string): string[] {
  let remaining = MAX_LIST_CHARACTERS;
  const shown = lines.filter((line) => (remaining -= line.length + 1) >= 0);
  return shown.length === lines.length ? shown : [...shown, more(lines.length - shown.length)];
}

/** Escapes untrusted text for a table cell. */
const cell = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|#]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
const code = (text: string): string => `\`${text.replace(/[`|]/g, "'").replace(/\s+/g, ' ').slice(0, 120)}\``;

/** Escapes untrusted text outside of a code block, for HTML and Markdown. */
const escapeInline = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, 300)
    .replace(/[&<>`*_{}[\]()#|~!\\@]/g, (character) => `&#${character.charCodeAt(0)};`);

export function markdownReport(review: Review): string {
  const { passes, base, head, verdict, counts, changes, faults, problems, coverage, changelogLine } = review;
  const report = [
    `## ${passes ? '✅' : '❌'} ${verdict}`,
    '',
    `${code(base)} → ${code(head)}${changes.length > 0 ? `: ${countsText(counts)}` : ''}`,
    ...sharedLocations(changes).flatMap(({ location, text }) => ['', `${text}: ${code(location)}`]),
    ...byLevel(changes).flatMap(([level, own]) => levelSection(level, own)),
    ...list(
      FAULTS_TITLE,
      faults.map(
        ({ file, line, message, rule }) => `${code(`${file}:${line}`)} ${cell(message)} (${code(rule)})`,
      ),
    ),
    ...list(
      PROBLEMS_TITLE,
      problems.map(({ message }) => cell(message)),
    ),
    ...(coverage ? coverageTable(coverage) : []),
    ...(changelogLine === undefined
      ? []
      : ['', 'Suggested line for `spec/CHANGELOG.md`:', '', '```md', changelogLine, '```']),
    '',
  ].join('\n');
  return report + (review.transcripts ? transcriptsSection(review.transcripts, report.length) : '');
}

function list(title: string, items: string[]): string[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => `- ${item}`);
  return ['', `### ${title} (${items.length})`, '', ...limitLines(lines, (hidden) => `- and ${hidden} more`)];
}

function levelSection(level: Level, changes: PlacedChange[]): string[] {
  const table = [
    '| Operation | Change | Where | Before → after | Fingerprint |',
    '|---|---|---|---|---|',
    ...limitLines(changes.map(changeRow), (hidden) => `| | and ${hidden} more | | | |`),
  ];
  const title = `${LEVEL_TITLES[level]} (${changes.length})`;
  if (isMinor(level)) return ['', `<details><summary>${title}</summary>`, '', ...table, '', '</details>'];
  return ['', `### ${title}`, '', ...(level === 'release' ? [RELEASE_REQUIREMENTS, ''] : []), ...table];
}

function changeRow(change: PlacedChange): string {
  const { operation, where, before, after, waiver, fingerprint, level } = change;
  const waiverText = waiver && `waived until ${waiver.expires}: ${cell(waiver.reason)}`;
  const cells = [
    code(operationName(operation)),
    cell(titleOf(change)),
    `${cell(where)}<br>${code(locationText(change))}`,
    `${code(valueText(before))} → ${code(valueText(after))}`,
    waiverText ?? (level === 'breaking' ? code(fingerprint) : ''),
  ];
  return `| ${cells.join(' | ')} |`;
}

function coverageTable(coverage: OperationCoverage[]): string[] {
  const rows = coverage.map((row) => {
    const { operationId, handler, tests, declared, seen } = row;
    const statuses = `${seen.length} of ${declared.length}`;
    const cells = [code(operationId), handler ? 'yes' : '**no**', tests, statuses, cell(untestedText(row))];
    return `| ${cells.join(' | ')} |`;
  });
  const note = coverageNote(coverage);
  return [
    '',
    `<details><summary>${COVERAGE_TITLE} (${coverage.length})</summary>`,
    '',
    ...(note === undefined ? [] : [note, '']),
    `| ${COVERAGE_COLUMNS.join(' | ')} |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
    '</details>',
  ];
}

/** Shows different responses first, and as many transcripts as fit after a report of `length` characters. */
function transcriptsSection(transcripts: Transcripts, length: number): string {
  const summarized = transcripts.list.flatMap((transcript) => {
    const summary = transcriptSummary(transcript);
    return summary === undefined ? [] : [`- ${transcriptTitle(transcript)} – ${escapeInline(summary)}`];
  });
  const parts = [
    ...transcripts.list
      .filter((transcript) => transcriptSummary(transcript) === undefined)
      .map(transcriptDetails),
    ...summarized.map((line, index) => (index === 0 ? `\n${line}` : line)),
  ];
  const title = [
    '',
    `### ${transcriptsTitle(transcripts)}`,
    ...transcripts.notes.flatMap((note) => ['', escapeInline(note)]),
  ].join('\n');
  let remaining = MAX_COMMENT_CHARACTERS - length - title.length;
  const shown = parts.filter((part) => (remaining -= part.length + 1) > 0);
  const hidden = parts.length - shown.length;
  const more = `${hidden} more transcripts do not fit. \`--format text\` shows all of them.`;
  return [title, ...shown, ...(hidden > 0 ? ['', more] : []), ''].join('\n');
}

const transcriptTitle = (transcript: Transcript): string =>
  `<code>${escapeInline(operationText(transcript))}</code>: ` +
  `<code>${escapeInline(exampleText(transcript))}</code>`;

function transcriptDetails(transcript: Transcript): string {
  const { request, base, head } = transcript;
  return [
    '',
    `<details><summary>${transcriptTitle(transcript)}</summary>`,
    '',
    ...codeBlock(messageLines(request)),
    ...responseSection('Base', base),
    ...responseSection('Head', head),
    '',
    '</details>',
  ].join('\n');
}

const responseSection = (side: string, response: Message | null): string[] => [
  '',
  `**${side}**`,
  '',
  ...(response ? codeBlock(messageLines(response)) : [`${NOT_SENT}.`]),
];

/** Returns a code block with a fence that is longer than any fence in the untrusted text. */
function codeBlock(lines: string[]): string[] {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}http`, text, fence];
}
