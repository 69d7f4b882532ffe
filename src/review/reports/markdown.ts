// The report for a comment on a pull request.
import { type ContractChange, nameOf } from '../change';
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import { transcriptsMarkdown } from './transcripts-markdown';
import {
  LEVELS,
  LEVEL_TITLES,
  RELEASE_NEEDS,
  countsText,
  coverageNote,
  placeText,
  sharedPlaces,
  titleOf,
  unseenText,
  valueText,
} from './words';

/** Of each table and list: a comment may have 65,536 characters. What is past this is counted and not shown. */
const MAX_CHARACTERS = 9000;

/** As many lines as fit, and a last one for the others. */
function fitting(lines: string[], rest: (hidden: number) => string): string[] {
  let room = MAX_CHARACTERS;
  const shown = lines.filter((line) => (room -= line.length + 1) >= 0);
  return shown.length === lines.length ? shown : [...shown, rest(lines.length - shown.length)];
}

/** Text of a document, which is not trusted, in a cell of a table. */
const cell = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|#]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
const code = (text: string): string => `\`${text.replace(/[`|]/g, "'").replace(/\s+/g, ' ').slice(0, 120)}\``;

function row(change: PlacedChange): string {
  const { operation, where, before, after, waiver, fingerprint, level } = change;
  const note = waiver
    ? `waived until ${waiver.expires}: ${cell(waiver.reason)}`
    : level === 'breaking'
      ? code(fingerprint)
      : '';
  return `| ${code(nameOf(operation))} | ${cell(titleOf(change))} | ${cell(where)}<br>${code(placeText(change))} | ${code(valueText(before))} → ${code(valueText(after))} | ${note} |`;
}

function section(level: ContractChange['level'], changes: PlacedChange[]): string[] {
  if (changes.length === 0) return [];
  const table = [
    '| Operation | Change | Where | Before → after | Fingerprint |',
    '|---|---|---|---|---|',
    ...fitting(changes.map(row), (hidden) => `| | and ${hidden} more | | | |`),
  ];
  const folded = level === 'compatible' || level === 'planned';
  const title = `${LEVEL_TITLES[level]} (${changes.length})`;
  return folded
    ? ['', `<details><summary>${title}</summary>`, '', ...table, '', '</details>']
    : ['', `### ${title}`, '', ...(level === 'release' ? [RELEASE_NEEDS, ''] : []), ...table];
}

function coverageTable(coverage: OperationCoverage[]): string[] {
  const rows = coverage.map(
    (one) =>
      `| ${code(one.operationId)} | ${one.handler ? 'yes' : '**no**'} | ${one.tests} | ${one.seen.length} of ${one.declared.length} | ${cell(unseenText(one))} |`,
  );
  const note = coverageNote(coverage);
  return [
    '',
    `<details><summary>Coverage of the available operations (${coverage.length})</summary>`,
    '',
    ...(note === undefined ? [] : [note, '']),
    '| Operation | Handler | Test files | Statuses seen in tests | Not seen |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '</details>',
  ];
}

const faultItem = ({ file, line, message, rule }: Review['faults'][number]): string =>
  `- ${code(`${file}:${line}`)} ${cell(message)} (${code(rule)})`;
const andMore = (hidden: number): string => `- and ${hidden} more`;

export function markdownReport({
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
  const report = [
    `## ${passes ? '✅' : '❌'} ${verdict}`,
    '',
    `${code(base)} → ${code(head)}${changes.length > 0 ? `: ${countsText(counts)}` : ''}`,
    ...sharedPlaces(changes).flatMap(({ place, said }) => ['', `${said}: ${code(place)}`]),
    ...LEVELS.flatMap((level) =>
      section(
        level,
        changes.filter((change) => change.level === level),
      ),
    ),
    ...(faults.length > 0
      ? ['', `### Unsound (${faults.length})`, '', ...fitting(faults.map(faultItem), andMore)]
      : []),
    ...(problems.length > 0
      ? [
          '',
          '### Missing or out of date',
          '',
          ...fitting(
            problems.map(({ message }) => `- ${cell(message)}`),
            andMore,
          ),
        ]
      : []),
    ...(coverage ? coverageTable(coverage) : []),
    ...(changelogLine === undefined
      ? []
      : ['', 'A line for `spec/CHANGELOG.md`:', '', '```md', changelogLine, '```']),
    '',
  ].join('\n');
  return report + transcriptsMarkdown(transcripts, report.length);
}
