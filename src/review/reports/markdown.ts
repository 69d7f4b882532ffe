// The report for a comment on a pull request.
import type { OperationCoverage } from '../coverage';
import type { AffectedOperation } from '../edits/edits';
import type { PlacedEdit, Review } from '../review';
import type { Level } from '../edits/rules';
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
  countsText,
  coverageNote,
  effectsOf,
  hintsOf,
  isMinor,
  locationText,
  nameOf,
  placesText,
  titleOf,
  untestedText,
  valueText,
} from './wording';

/** Escapes untrusted text. A zero-width space keeps it from mentioning people. */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|#]/g, '\\$&')
    .replace(/@/g, '@\u200b')
    .replace(/\s+/g, ' ');
const code = (text: string): string => `\`${text.replace(/[`|]/g, "'").replace(/\s+/g, ' ')}\``;

const withCode = (text: string): string =>
  codeParts(text)
    .map(({ part, isCode }) => (isCode ? code(part) : plain(part)))
    .join('');

export function markdownReport(review: Review): string {
  const {
    passes,
    base,
    head,
    verdict,
    counts,
    edits,
    faults,
    problems,
    gate = [],
    coverage,
    changelogLine,
  } = review;
  return [
    `## ${passes ? '✅' : '❌'} ${verdict}`,
    '',
    `${code(base)} → ${code(head)}${edits.length > 0 ? `: ${countsText(counts)}` : ''}`,
    ...byLevel(edits).flatMap(([level, own]) => levelSection(level, own)),
    ...(gate.length > 0 ? [...list(GATE_TITLE, gate.map(code)), '', withCode(GATE_NOTE)] : []),
    ...list(
      FAULTS_TITLE,
      faults.map(
        ({ file, line, message, rule }) => `${code(`${file}:${line}`)} ${plain(message)} (${code(rule)})`,
      ),
    ),
    ...list(
      PROBLEMS_TITLE,
      problems.map(({ message }) => plain(message)),
    ),
    ...(coverage ? coverageTable(coverage) : []),
    ...(changelogLine === undefined
      ? []
      : ['', `${withCode(CHANGELOG_TITLE)}:`, '', '```md', changelogLine, '```']),
    ...(passes || edits.length === 0 ? [] : ['', withCode(NEXT_STEPS)]),
    '',
  ].join('\n');
}

const list = (title: string, items: string[]): string[] =>
  items.length === 0 ? [] : ['', `### ${title} (${items.length})`, '', ...items.map((item) => `- ${item}`)];

function levelSection(level: Level, edits: PlacedEdit[]): string[] {
  const title = `${LEVEL_TITLES[level]} (${edits.length})`;
  const items = edits.flatMap(editItem);
  if (isMinor(level)) return ['', `<details><summary>${title}</summary>`, '', ...items, '', '</details>'];
  return ['', `### ${title}`, '', ...items];
}

function editItem(edit: PlacedEdit): string[] {
  const { rule, before, after, waiver, fingerprint } = edit;
  const hasValues = before !== null || after !== null;
  const values = `: ${code(valueText(before))} → ${code(valueText(after))}`;
  return [
    `- **${plain(titleOf(edit))}**${hasValues && rule !== 'words-changed' ? values : ''} ${code(locationText(edit))}`,
    ...(rule === 'words-changed' ? wordLines(edit) : []),
    ...hintsOf(edit).map((hint) => `  - ${withCode(hint)}`),
    ...effectsOf(edit).map(([meaning, operations]) => `  - ${meaning}: ${operationList(operations)}`),
    ...(waiver
      ? [`  - Waived until ${waiver.expires} by ${plain(waiver.owner)}: ${plain(waiver.reason)}`]
      : []),
    `  - Fingerprint ${code(fingerprint)}`,
  ];
}

const wordLines = ({ before, after }: PlacedEdit): string[] => [
  ...indented(diffBlock([...marked('-', before), ...marked('+', after)])),
];

const marked = (sign: string, value: unknown): string[] =>
  valueText(value)
    .split('\n')
    .map((line) => `${sign} ${line}`);
const indented = (lines: string[]): string[] =>
  lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`);

const MAX_OPEN_OPERATIONS = 5;

/** A long list is collapsed. */
function operationList(operations: AffectedOperation[]): string {
  const items = operations.map((operation) => {
    const places = placesText(operation);
    return `${code(nameOf(operation))}${places === '' ? '' : ` (${plain(places)})`}`;
  });
  if (items.length <= MAX_OPEN_OPERATIONS) return items.join(', ');
  return `<details><summary>${items.length} operations</summary>${items.join('<br>')}</details>`;
}

function coverageTable(coverage: OperationCoverage[]): string[] {
  const rows = coverage.map((row) => {
    const { operationId, handler, tests, declared, seen } = row;
    const statuses = `${seen.length} of ${declared.length}`;
    const cells = [code(operationId), handler ? 'yes' : '**no**', tests, statuses, plain(untestedText(row))];
    return `| ${cells.join(' | ')} |`;
  });
  const note = coverageNote(coverage);
  if (note !== undefined) return ['', `${COVERAGE_TITLE}: ${note}`];
  return [
    '',
    `<details><summary>${COVERAGE_TITLE} (${coverage.length})</summary>`,
    '',
    `| ${COVERAGE_COLUMNS.join(' | ')} |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
    '</details>',
  ];
}

/** Returns a code block with a fence that is longer than any fence in the untrusted text. */
function diffBlock(lines: string[]): string[] {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}diff`, text, fence];
}
