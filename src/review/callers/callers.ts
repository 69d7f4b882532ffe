// Finds the recorded calls that use the changed part of a breaking edit.
import { pathSource } from '../../contract/router';
import type { Edit } from '../edits/edits';
import { canonicalJson } from '../model/json';
import { type EffectiveOperation, eraseParameterNames } from '../model/operations';
import type { RuleId } from '../edits/rules';
import { countOf } from '../../base/text';
import { type RoutedCall, isPartlyRecorded, valuesAt } from './place';
import type { CallerEvidence, RecordedCall } from './recordings';

/** The recorded use of the changed part of one edit. */
export interface Callers {
  /** The number of recordings with such a request. */
  recordings: number;
  /** The number of all recordings. */
  of: number;
  calls: number;
  /** Calls of the operation whose recording lacks the changed part of the message. */
  unjudged: number;
  /** The first such request. `call` starts at 1. */
  first: { file: string; call: number } | null;
  /** The API keys that used the operations, from usage exports. Null without a usage export. */
  keys: { count: number; lastDay: string | null } | null;
}

/** Returns a function that finds the callers of an edit. @param operations those of the base. */
export function createCallerFinder(
  { recordings, usage }: CallerEvidence,
  operations: EffectiveOperation[],
): (edit: Edit) => Callers {
  const routes = operations.map(toRoute).sort((a, b) => b.literals - a.literals);
  const recorded = recordings.map(({ file, calls }) => ({
    file,
    calls: calls.flatMap((call, index) => {
      const routed = routeOf(call, routes);
      return routed ? [{ ...routed, number: index + 1 }] : [];
    }),
  }));
  return (edit) => {
    const judged = recorded.map(({ file, calls }) => {
      const uses = calls.map(({ number, call, identity }) => ({ number, use: useOf(edit, identity, call) }));
      const ofUse = (wanted: Use) => uses.filter(({ use }) => use === wanted);
      return { file, used: ofUse('used'), unknown: ofUse('unknown') };
    });
    const matching = judged.filter(({ used }) => used.length > 0);
    const [first] = matching;
    return {
      recordings: matching.length,
      of: recordings.length,
      calls: matching.reduce((sum, { used }) => sum + used.length, 0),
      unjudged: judged.reduce((sum, { unknown }) => sum + unknown.length, 0),
      first: first ? { file: first.file, call: first.used[0]!.number } : null,
      keys: usage ? keysOf(edit, usage) : null,
    };
  };
}

interface Route {
  operation: EffectiveOperation;
  names: string[];
  pattern: RegExp;
  /** A path with more literal segments wins. */
  literals: number;
}

/** A gateway can add a prefix to the path. */
function toRoute(operation: EffectiveOperation): Route {
  const names = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
  const literals = operation.path.split('/').filter((part) => part !== '' && !part.includes('{')).length;
  return { operation, names, pattern: new RegExp(`${pathSource(operation.path)}/?$`), literals };
}

function routeOf(call: RecordedCall, routes: Route[]): { call: RoutedCall; identity: string } | undefined {
  for (const { operation, names, pattern } of routes) {
    const match = operation.method === call.method ? pattern.exec(call.path) : null;
    if (!match) continue;
    const pathValues = new Map(names.map((name, index) => [name, match[index + 1]!]));
    const declaredStatuses = [...operation.responses.keys()];
    return { call: { ...call, pathValues, declaredStatuses }, identity: operation.identity };
  }
  return undefined;
}

/** These callers omit what the head requires. */
const REQUIRES =
  /^parameter-(required-added|became-required)$|field-(added|became-required)$|body-(required-added|became-required)$/;

/** Whether a call uses the changed part. `unknown`: the recording of the call lacks the part. */
type Use = 'used' | 'unused' | 'unknown';

/** A use in one place decides. */
const strongest = (uses: Use[]): Use =>
  (['used', 'unknown'] as const).find((use) => uses.includes(use)) ?? 'unused';

function useOf({ operations, before }: Edit, identity: string, call: RoutedCall): Use {
  const own = operations.filter(({ method, path }) => `${method} ${eraseParameterNames(path)}` === identity);
  return strongest(
    own.flatMap(({ rule, where }) => where.map((place) => useOfPlace(rule, place, before, call))),
  );
}

function useOfPlace(rule: RuleId, place: string, before: unknown, call: RoutedCall): Use {
  // No call of the base can have the new status.
  if (rule === 'response-success-added') return 'used';
  const find = REQUIRES.test(rule) ? 'absent' : 'present';
  const isPartial = isPartlyRecorded(place, call);
  // The missing part of the body can have the field.
  if (isPartial && find === 'absent') return 'unknown';
  if (isUsed(rule, valuesAt(place, call, find), before)) return 'used';
  return isPartial ? 'unknown' : 'unused';
}

function isUsed(rule: RuleId, values: unknown[], before: unknown): boolean {
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

/** Returns for example `2 of 14 recordings, 31 calls; first: acme.har #12`. */
export function callersText({ recordings, of, calls, unjudged, first, keys }: Callers): string {
  const used = first
    ? `${recordings} of ${of} recordings, ${countOf(calls, 'call')}; first: ${first.file} #${first.call}`
    : `0 of ${of} recordings`;
  const texts = of > 0 || !keys ? [used] : [];
  if (unjudged > 0) texts.push(`${countOf(unjudged, 'call')} cannot be judged: recorded in part`);
  if (keys) texts.push(keysText(keys));
  return texts.join('; ');
}

function keysText({ count, lastDay }: NonNullable<Callers['keys']>): string {
  if (lastDay === null) return 'no key used this operation';
  return `${countOf(count, 'key')} used this operation, last on ${lastDay}`;
}
