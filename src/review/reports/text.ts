// The report for a terminal.
import { escapeControls } from '../../base/text';
import type { OperationCoverage } from '../coverage';
import type { AffectedOperation } from '../edits/edits';
import type { PlacedEdit, Review } from '../review';
import type { Level } from '../edits/rules';
import {
  CHANGELOG_TITLE,
  COVERAGE_TITLE,
  FAULTS_TITLE,
  LEVEL_TITLES,
  GATE_NOTE,
  GATE_TITLE,
  NEXT_STEPS,
  PROBLEMS_TITLE,
  byLevel,
  countsText,
  coverageNote,
  effectsOf,
  hintsOf,
  locationText,
  nameOf,
  placesText,
  titleOf,
  untestedText,
  valueText,
  valuesText,
} from './wording';

export function textReport(review: Review): string {
  const { base, head, verdict, counts, edits, faults, problems, gate = [], coverage, changelogLine } = review;
  const lines = [
    verdict,
    `${base} → ${head}`,
    ...(edits.length > 0 ? [countsText(counts)] : []),
    ...byLevel(edits).flatMap(([level, own]) => levelLines(level, own)),
    ...list(
      FAULTS_TITLE,
      faults.map(({ file, line, message, rule }) => `${file}:${line} ${message} [${rule}]`),
    ),
    ...list(
      PROBLEMS_TITLE,
      problems.map(({ message }) => message),
    ),
    ...(gate.length > 0 ? list(GATE_TITLE, [GATE_NOTE, ...gate]) : []),
    ...(coverage ? coverageLines(coverage) : []),
    ...(changelogLine === undefined ? [] : ['', `${CHANGELOG_TITLE}:`, `  ${changelogLine}`]),
    ...(review.passes || edits.length === 0 ? [] : ['', NEXT_STEPS]),
  ];
  return lines.map(escapeControls).join('\n');
}

const list = (title: string, items: string[]): string[] =>
  items.length === 0 ? [] : ['', `${title} (${items.length})`, ...items.map((item) => `  ${item}`)];

const levelLines = (level: Level, edits: PlacedEdit[]): string[] => [
  '',
  `${LEVEL_TITLES[level]} (${edits.length})`,
  ...edits.flatMap(editLines),
];

function editLines(edit: PlacedEdit): string[] {
  const { rule, waiver, fingerprint } = edit;
  const values = valuesText(edit);
  const lines = [
    ...(rule === 'words-changed' ? wordLines(edit) : values === undefined ? [] : [values]),
    locationText(edit),
    ...hintsOf(edit),
    ...effectsOf(edit).flatMap(([meaning, operations]) => [
      `${meaning}:`,
      ...indent(operations.map(useText), 2),
    ]),
    ...(waiver ? [`Waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`] : []),
    `Fingerprint ${fingerprint}`,
  ];
  return ['', `- ${titleOf(edit)}`, ...indent(lines, 4)];
}

const wordLines = ({ before, after }: PlacedEdit): string[] => [
  ...marked('-', before),
  ...marked('+', after),
];

const marked = (sign: string, value: unknown): string[] =>
  valueText(value)
    .split('\n')
    .map((line) => `${sign} ${line}`);

const useText = (operation: AffectedOperation): string =>
  [nameOf(operation), placesText(operation)].filter((text) => text !== '').join(': ');

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

const indent = (lines: string[], spaces: number): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line));
