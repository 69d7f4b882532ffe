// The report for a terminal.
import { escapeControls } from '../../escape-controls';
import type { ContractChange } from '../change';
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import { transcriptsText } from './transcripts-text';
import {
  LEVELS,
  LEVEL_TITLES,
  RELEASE_NEEDS,
  byOperation,
  countsText,
  coverageNote,
  placeText,
  sharedPlaces,
  titleOf,
  unseenText,
  valueText,
} from './words';

function changeLines(change: PlacedChange): string[] {
  const { where, before, after, waiver, fingerprint, level } = change;
  return [
    `  ${titleOf(change)}`,
    `    ${where}${before === null && after === null ? '' : `: ${valueText(before)} → ${valueText(after)}`}`,
    `    ${placeText(change)}`,
    ...(waiver
      ? [`    waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`]
      : level === 'breaking'
        ? [`    fingerprint ${fingerprint}`]
        : []),
  ];
}

function levelLines(level: ContractChange['level'], changes: PlacedChange[]): string[] {
  if (changes.length === 0) return [];
  const groups = [...byOperation(changes)].flatMap(([operation, own]) => [
    operation,
    ...own.flatMap(changeLines),
  ]);
  return [
    '',
    `${LEVEL_TITLES[level]} (${changes.length})`,
    ...(level === 'release' ? [RELEASE_NEEDS] : []),
    ...groups,
  ];
}

/** Where nothing has run, a line for each operation would only say so again. */
function coverageLines(coverage: OperationCoverage[]): string[] {
  const note = coverageNote(coverage);
  if (note !== undefined) return ['', 'Coverage', `  ${note}`];
  const rows = coverage.map((one) => {
    const { operationId, handler, tests, declared, seen } = one;
    return `  ${operationId}: ${handler ? '' : 'no handler, '}${tests} test files, ${seen.length} of ${declared.length} statuses seen; not ${unseenText(one)}`;
  });
  return ['', 'Coverage', ...rows];
}

export function textReport({
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
  return [
    verdict,
    `${base} → ${head}`,
    ...(changes.length > 0 ? [countsText(counts)] : []),
    ...sharedPlaces(changes).map(({ place, said }) => `${said}: ${place}`),
    ...LEVELS.flatMap((level) =>
      levelLines(
        level,
        changes.filter((change) => change.level === level),
      ),
    ),
    ...(faults.length > 0
      ? [
          '',
          `Unsound (${faults.length})`,
          ...faults.map(({ file, line, message, rule }) => `  ${file}:${line} ${message} [${rule}]`),
        ]
      : []),
    ...(problems.length > 0
      ? ['', `Missing or out of date (${problems.length})`, ...problems.map(({ message }) => `  ${message}`)]
      : []),
    ...(coverage ? coverageLines(coverage) : []),
    ...(changelogLine === undefined ? [] : ['', 'A line for spec/CHANGELOG.md:', `  ${changelogLine}`]),
    ...transcriptsText(transcripts),
  ]
    .map(escapeControls)
    .join('\n');
}
