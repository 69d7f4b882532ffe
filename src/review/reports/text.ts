// The report for a terminal.
import type { Change } from '../change';
import type { Review } from '../review';
import { transcriptsText } from './transcripts-text';
import { LEVELS, LEVEL_TITLES, RELEASE_NEEDS, operationText, titleOf, valueText } from './words';

function changeLines(change: Change): string[] {
  const { where, before, after, waiver, fingerprint, level, pointer, document } = change;
  return [
    `  ${titleOf(change)}`,
    `    ${where}${before === null && after === null ? '' : `: ${valueText(before)} → ${valueText(after)}`}`,
    `    ${document} ${pointer}`,
    ...(waiver ? [`    waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`] : level === 'breaking' ? [`    fingerprint ${fingerprint}`] : []),
  ];
}

function levelLines(level: Change['level'], changes: Change[]): string[] {
  if (changes.length === 0) return [];
  const operations = [...new Set(changes.map(operationText))];
  const groups = operations.flatMap((operation) => [operation, ...changes.filter((change) => operationText(change) === operation).flatMap(changeLines)]);
  return ['', `${LEVEL_TITLES[level]} (${changes.length})`, ...(level === 'release' ? [RELEASE_NEEDS] : []), ...groups];
}

export function textReport({ base, head, verdict, changes, faults, problems, changelogLine, transcripts }: Review): string {
  return [
    verdict,
    `${base} → ${head}`,
    ...LEVELS.flatMap((level) => levelLines(level, changes.filter((change) => change.level === level))),
    ...(faults.length > 0 ? ['', `Unsound (${faults.length})`, ...faults.map(({ file, line, message, rule }) => `  ${file}:${line} ${message} [${rule}]`)] : []),
    ...(problems.length > 0 ? ['', `Missing or out of date (${problems.length})`, ...problems.map(({ message }) => `  ${message}`)] : []),
    ...(changelogLine === undefined ? [] : ['', 'A line for spec/CHANGELOG.md:', `  ${changelogLine}`]),
    ...transcriptsText(transcripts),
  ].join('\n');
}
