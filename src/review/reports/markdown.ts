// The report for a comment on a pull request.
import type { Change } from '../change';
import type { Review } from '../review';
import { transcriptsMarkdown } from './transcripts-markdown';
import { LEVELS, LEVEL_TITLES, RELEASE_NEEDS, titleOf, valueText } from './words';

/** A comment may have 65,536 characters; what is past this is counted and not shown. */
const MOST_ROWS = 200;

/** Text of a document, which is not trusted, in a cell of a table. */
const cell = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ').slice(0, 200);
const code = (text: string): string => `\`${text.replace(/[`|]/g, "'").replace(/\s+/g, ' ').slice(0, 120)}\``;

function row(change: Change): string {
  const { operation, where, before, after, waiver, fingerprint, level } = change;
  const note = waiver ? `waived until ${waiver.expires}: ${cell(waiver.reason)}` : level === 'breaking' ? code(fingerprint) : '';
  const name = operation.operationId ?? `${operation.method.toUpperCase()} ${operation.path}`;
  return `| ${code(name)} | ${cell(titleOf(change))} | ${cell(where)} | ${code(valueText(before))} → ${code(valueText(after))} | ${note} |`;
}

function section(level: Change['level'], changes: Change[]): string[] {
  if (changes.length === 0) return [];
  const hidden = changes.length - MOST_ROWS;
  const table = [
    '| Operation | Change | Where | Before → after | Fingerprint |',
    '|---|---|---|---|---|',
    ...changes.slice(0, MOST_ROWS).map(row),
    ...(hidden > 0 ? [`| | and ${hidden} more | | | |`] : []),
  ];
  const folded = level === 'compatible' || level === 'planned';
  const title = `${LEVEL_TITLES[level]} (${changes.length})`;
  return folded ? ['', `<details><summary>${title}</summary>`, '', ...table, '', '</details>'] : ['', `### ${title}`, '', ...(level === 'release' ? [RELEASE_NEEDS, ''] : []), ...table];
}

export function markdownReport({ passes, base, head, verdict, changes, faults, problems, changelogLine, transcripts }: Review): string {
  const report = [
    `## ${passes ? '✅' : '❌'} ${verdict}`,
    '',
    `${code(base)} → ${code(head)}`,
    ...LEVELS.flatMap((level) => section(level, changes.filter((change) => change.level === level))),
    ...(faults.length > 0 ? ['', `### Unsound (${faults.length})`, '', ...faults.map(({ file, line, message, rule }) => `- ${code(`${file}:${line}`)} ${cell(message)} (${code(rule)})`)] : []),
    ...(problems.length > 0 ? ['', '### Missing or out of date', '', ...problems.map(({ message }) => `- ${cell(message)}`)] : []),
    ...(changelogLine === undefined ? [] : ['', 'A line for `spec/CHANGELOG.md`:', '', '```md', changelogLine, '```']),
    '',
  ].join('\n');
  return report + transcriptsMarkdown(transcripts, report.length);
}
