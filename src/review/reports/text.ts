// The report for a terminal.
import { escapeControls } from '../../escape-controls';
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import type { Level } from '../rules';
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';
import {
  CHANGELOG_TITLE,
  COVERAGE_TITLE,
  FAULTS_TITLE,
  LEVEL_TITLES,
  NOT_SENT,
  PROBLEMS_TITLE,
  RELEASE_REQUIREMENTS,
  byLevel,
  byOperation,
  countsText,
  coverageNote,
  exampleText,
  locationText,
  messageLines,
  operationText,
  sharedLocations,
  titleOf,
  transcriptSummary,
  transcriptsTitle,
  untestedText,
  valuesText,
} from './wording';

export function textReport(review: Review): string {
  const { base, head, verdict, counts, changes, faults, problems, coverage, changelogLine } = review;
  const lines = [
    verdict,
    `${base} → ${head}`,
    ...(changes.length > 0 ? [countsText(counts)] : []),
    ...sharedLocations(changes).map(({ location, text }) => `${text}: ${location}`),
    ...byLevel(changes).flatMap(([level, own]) => levelLines(level, own)),
    ...list(
      FAULTS_TITLE,
      faults.map(({ file, line, message, rule }) => `${file}:${line} ${message} [${rule}]`),
    ),
    ...list(
      PROBLEMS_TITLE,
      problems.map(({ message }) => message),
    ),
    ...(coverage ? coverageLines(coverage) : []),
    ...(changelogLine === undefined ? [] : ['', `${CHANGELOG_TITLE}:`, `  ${changelogLine}`]),
    ...(review.transcripts ? transcriptsLines(review.transcripts) : []),
  ];
  return lines.map(escapeControls).join('\n');
}

const list = (title: string, items: string[]): string[] =>
  items.length === 0 ? [] : ['', `${title} (${items.length})`, ...items.map((item) => `  ${item}`)];

function levelLines(level: Level, changes: PlacedChange[]): string[] {
  const operations = [...byOperation(changes)].flatMap(([operation, own]) => [
    operation,
    ...own.flatMap(changeLines),
  ]);
  return [
    '',
    `${LEVEL_TITLES[level]} (${changes.length})`,
    ...(level === 'release' ? [RELEASE_REQUIREMENTS] : []),
    ...operations,
  ];
}

function changeLines(change: PlacedChange): string[] {
  const { where, waiver, fingerprint, level } = change;
  const lines = [titleOf(change), `  ${where}${valuesText(change)}`, `  ${locationText(change)}`];
  if (waiver) lines.push(`  waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`);
  else if (level === 'breaking') lines.push(`  fingerprint ${fingerprint}`);
  return indent(lines, 2);
}

function coverageLines(coverage: OperationCoverage[]): string[] {
  const note = coverageNote(coverage);
  if (note !== undefined) return ['', COVERAGE_TITLE, `  ${note}`];
  const rows = coverage.map((row) => {
    const { operationId, handler, tests, declared, seen } = row;
    const statuses = `${seen.length} of ${declared.length} statuses tested`;
    const missing = handler ? '' : 'no handler, ';
    return `  ${operationId}: ${missing}${tests} test files, ${statuses}, not tested: ${untestedText(row)}`;
  });
  return ['', COVERAGE_TITLE, ...rows];
}

const transcriptsLines = (transcripts: Transcripts): string[] => [
  '',
  transcriptsTitle(transcripts),
  ...transcripts.notes.map((note) => `  ${note}`),
  ...transcripts.list.flatMap(transcriptLines),
];

function transcriptLines(transcript: Transcript): string[] {
  const { request, base, head } = transcript;
  const summary = transcriptSummary(transcript);
  return [
    '',
    `${operationText(transcript)}: ${exampleText(transcript)}`,
    ...indent(messageLines(request), 4),
    ...(summary === undefined ? [...responseLines('base', base), ...responseLines('head', head)] : []),
    ...(summary === undefined ? [] : [`  ${summary}`]),
  ];
}

const responseLines = (side: string, response: Message | null): string[] => [
  `  ${side}`,
  ...indent(response ? messageLines(response) : [NOT_SENT], 4),
];

const indent = (lines: string[], spaces: number): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line));
