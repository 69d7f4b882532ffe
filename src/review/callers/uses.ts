// Finds the recorded calls that use the changed part of a breaking edit.
import type { Edit } from '../edits';
import { canonicalJson } from '../json';
import { type EffectiveOperation, eraseParameterNames } from '../model/operations';
import type { RuleId } from '../rules';
import type { Callers } from './callers';
import { valuesAt } from './place';
import type { CallerEvidence, RecordedCall } from './recordings';

/** Returns a function that finds the callers of an edit. @param operations those of the base. */
export function createCallerFinder(
  { recordings, usage }: CallerEvidence,
  operations: EffectiveOperation[],
): (edit: Edit) => Callers {
  const routes = operations.map(toRoute).sort((a, b) => b.literals - a.literals);
  const identityOf = ({ method, path }: RecordedCall): string | undefined =>
    routes.find((route) => route.method === method && route.pattern.test(path))?.identity;
  const recorded = recordings.map(({ file, calls }) => ({
    file,
    calls: calls.map((call, index) => ({ call, number: index + 1, identity: identityOf(call) })),
  }));
  return (edit) => {
    const matching = recorded
      .map(({ file, calls }) => ({
        file,
        calls: calls.filter(({ call, identity }) => identity !== undefined && usesEdit(edit, identity, call)),
      }))
      .filter(({ calls }) => calls.length > 0);
    const [first] = matching;
    return {
      recordings: matching.length,
      of: recordings.length,
      calls: matching.reduce((sum, { calls }) => sum + calls.length, 0),
      first: first ? { file: first.file, call: first.calls[0]!.number } : null,
      keys: usage ? keysOf(edit, usage) : null,
    };
  };
}

interface Route {
  method: string;
  identity: string;
  pattern: RegExp;
  /** A path with more literal segments wins. */
  literals: number;
}

function toRoute({ method, path, identity, servers }: EffectiveOperation): Route {
  const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const template = path
    .split(/\{[^{}]*\}/)
    .map(escape)
    .join('[^/]+');
  const prefixes = ['', ...servers.choices].map(escape).join('|');
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{')).length;
  return { method, identity, pattern: new RegExp(`^(?:${prefixes})${template}/?$`), literals };
}

/** These callers omit what the head requires. */
const REQUIRES =
  /^parameter-(required-added|became-required)$|field-(added|became-required)$|body-(required-added|became-required)$/;

function usesEdit({ operations, before }: Edit, identity: string, call: RecordedCall): boolean {
  const own = operations.filter(({ method, path }) => `${method} ${eraseParameterNames(path)}` === identity);
  return own.some(({ rule, where }) => where.some((place) => usesPlace(rule, place, before, call)));
}

function usesPlace(rule: RuleId, place: string, before: unknown, call: RecordedCall): boolean {
  const values = valuesAt(place, call, REQUIRES.test(rule) ? 'absent' : 'present');
  if (!rule.endsWith('value-removed')) return values.length > 0;
  const removed = new Set((Array.isArray(before) ? (before as unknown[]) : [before]).map(canonicalJson));
  // A parameter is text.
  return values.some((value) => removed.has(canonicalJson(value)) || removed.has(String(value)));
}

function keysOf(
  { operations, rule, before }: Edit,
  usage: NonNullable<CallerEvidence['usage']>,
): Callers['keys'] {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  if (rule === 'operation-id-changed') ids.add(String(before));
  const rows = usage.filter(({ operationId }) => operationId !== null && ids.has(operationId));
  const days = rows.map(({ day }) => day).sort();
  return { count: new Set(rows.map(({ key }) => key)).size, lastDay: days.at(-1) ?? null };
}
