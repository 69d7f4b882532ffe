// Suggests the changelog line for a change.
import type { Edit } from './edits';
import { code } from '../../base/report/markdown';
import { REMARKS, RULES } from './rules';

/** A longer line does not help a reader. */
const MAX_EDITS = 3;
const MAX_OPERATIONS = 3;

/** Returns a line that describes the most severe edits, and compatible edits only if there are no others. */
export function suggestChangelogLine(edits: Edit[]): string | undefined {
  const released = edits.filter(({ level }) => level === 'release');
  if (released.length > 0)
    return `- Released: ${released.flatMap(({ operations }) => operations.map(({ operationId }) => code(String(operationId)))).join(', ')}.`;
  const visible = edits.filter(({ rule }) => !REMARKS.has(rule));
  const notable = visible.filter(({ level }) => level !== 'compatible');
  const listed = notable.length > 0 ? notable : visible;
  if (listed.length === 0) return undefined;
  const label = listed.some(({ level }) => level === 'breaking') ? 'Breaking' : 'Changed';
  return `- ${label}: ${listAtMost(listed.map(describe), MAX_EDITS, '; ')}.`;
}

function describe({ rule, renamedTo, where, before, after, operations }: Edit): string {
  const title = RULES[rule].title
    .replace(/^(Request|Response): (.*)/, '$2 in $1s')
    .replace(/ in Re/, ' in re')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  const inside = where.split(': ').at(-1)!;
  const name = inside === 'operation' ? '' : `: ${code(inside.replace(/^\w+ parameter /, ''))}`;
  const values = renamedTo === null ? valuesText(before, after) : ` (renamed to ${code(renamedTo)})`;
  const names = operations.map(({ operationId, method, path }) => code(operationId ?? `${method} ${path}`));
  const of = names.length > 0 ? ` of ${listAtMost(names, MAX_OPERATIONS, ', ')}` : '';
  return `${title}${name}${values}${of}`;
}

const isShort = (value: unknown): boolean => JSON.stringify(value)?.length <= 40;

function valuesText(before: unknown, after: unknown): string {
  const text = (value: unknown) => code(typeof value === 'string' ? value : JSON.stringify(value));
  if (before === null && after === null) return '';
  if (!isShort(before) || !isShort(after)) return '';
  if (before === null) return ` (${text(after)})`;
  return after === null ? ` (${text(before)})` : ` from ${text(before)} to ${text(after)}`;
}

const listAtMost = (items: string[], max: number, separator: string): string =>
  items.length <= max
    ? items.join(separator)
    : `${items.slice(0, max).join(separator)} and ${items.length - max} more`;
