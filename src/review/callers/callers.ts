// Finds the recorded calls that use the changed part of a breaking edit.
import { valueAt } from '../../contract/pointer';
import { pathSource } from '../../contract/router';
import type { ChangeValues, Edit } from '../edits/edits';
import { asObject } from '../model/json';
import { type EffectiveOperation, eraseParameterNames } from '../model/operations';
import { HAVE_CALLERS, type RuleId } from '../edits/rules';
import { pluralize } from '../../base/text';
import { isConcerned } from './narrowed';
import { NOT_MODIFIED, isPartlyRecorded, valuesAt } from './place';
import { type CallerEvidence, type Client, type RecordedCall, type UsageRow, decodeText } from './recordings';
import type { RoutedCall } from './sent-parameter';

/** The recorded use of the changed part of one edit. */
export type Callers = ReturnType<ReturnType<typeof createCallerFinder>>;

/** A call without valid credentials used nothing of the operation. */
const UNAUTHORIZED = 401;

/** Returns a function that finds the callers of an edit. @param operations those of the base. @param head the document. */
export function createCallerFinder(
  { recordings, usage }: CallerEvidence,
  operations: EffectiveOperation[],
  head: unknown,
) {
  const routes = createRoutes(operations);
  const recorded = recordings.map((recording) => ({
    ...recording,
    calls: recording.calls.flatMap((call, index) => {
      const routed = call.status === UNAUTHORIZED ? undefined : findRoute(call, routes);
      return routed ? [{ ...routed, number: index + 1 }] : [];
    }),
  }));
  return (edit: Edit) => {
    let unjudged = 0;
    const change = readChange(edit, head);
    const by = recorded.flatMap(({ file, name, version, calls }) => {
      const used = calls.flatMap(({ number, call, identity }) => {
        const use = toUse(edit, change, identity, call);
        if (use === 'unknown') unjudged++;
        return use === 'used' ? [number] : [];
      });
      return used.length > 0 ? [{ file, name, version, calls: used }] : [];
    });
    return {
      recordings: by.length,
      /** The number of all recordings. */
      of: recordings.length,
      calls: by.reduce((sum, { calls }) => sum + calls.length, 0),
      /** Calls of the operation whose recording lacks the changed part of the message. */
      unjudged,
      /** Each recording with such a request, with the numbers of its calls from 1. */
      by,
      /** The API keys that used the operations. Null without a usage export. */
      keys: usage ? listKeys(edit, usage) : null,
    };
  };
}

type Route = ReturnType<typeof createRoutes>[number];

/** A gateway can add a prefix to the path. A path with more literal segments wins. */
function createRoutes(operations: EffectiveOperation[]) {
  const literals = ({ path }: EffectiveOperation): number =>
    path.split('/').filter((part) => part !== '' && !part.includes('{')).length;
  return [...operations]
    .sort((a, b) => literals(b) - literals(a))
    .map((operation) => ({ operation, pattern: new RegExp(`${pathSource(operation.path)}/?$`) }));
}

function findRoute(call: RecordedCall, routes: Route[]): { call: RoutedCall; identity: string } | undefined {
  for (const { operation, pattern } of routes) {
    const match = operation.method === call.method ? pattern.exec(call.path) : null;
    if (!match) continue;
    const names = [...operation.path.matchAll(/\{([^{}]*)\}/g)];
    const pathValues = new Map(names.map(([, name], index) => [name!, decodeText(match[index + 1]!)]));
    const declaredParameters = [...operation.parameters.values()];
    const declaredStatuses = [...operation.responses.keys()];
    const routed = { ...call, pathValues, declaredParameters, declaredStatuses };
    return { call: routed, identity: operation.identity };
  }
  return undefined;
}

/** These edits concern the callers that omit a part, because the head requires it or changes its default. */
const ABSENT =
  /^parameter-(required-added|became-required|limit-added|limit-default-added)$|^request-(field-became-required|required-field-added|default-(changed|removed))$|body-(required-added|became-required)$/;

/** Whether a call uses the changed part. `unknown`: the recording of the call lacks the part. */
type Use = 'used' | 'unused' | 'unknown';

function toUse({ operations, others }: Edit, change: ChangeValues, identity: string, call: RoutedCall): Use {
  const concerned = [...operations, ...others.filter(({ level }) => HAVE_CALLERS.has(level))];
  const own = concerned.filter(({ method, path }) => `${method} ${eraseParameterNames(path)}` === identity);
  const uses = own.flatMap(({ rule, where }) => where.map((place) => useOfPlace(rule, place, change, call)));
  // A use in one place decides.
  return (['used', 'unknown'] as const).find((use) => uses.includes(use)) ?? 'unused';
}

/** Returns the values of an edit. One that refuses unlisted fields gets the schema of the listed ones, if it is known. */
function readChange({ rule, pointer, before, after }: Edit, head: unknown): ChangeValues {
  const [, holder] = /^(.*)\/additionalProperties$/.exec(pointer) ?? [];
  if (!rule.endsWith('other-fields-refused') || holder === undefined) return { before, after };
  const schema = asObject(valueAt(head, holder));
  const listed = (keyword: string) =>
    Object.fromEntries(Object.keys(asObject(schema[keyword])).map((name) => [name, true]));
  const [properties, patternProperties] = [listed('properties'), listed('patternProperties')];
  return { before, after: { properties, patternProperties, additionalProperties: false } };
}

function useOfPlace(rule: RuleId, where: string, change: ChangeValues, call: RoutedCall): Use {
  // No call of the base can have the new status.
  if (rule === 'response-success-added') return 'used';
  const place = /media-type-(removed|changed)$/.test(rule) ? `${where} ${String(change.before)}` : where;
  const isAbsent = ABSENT.test(rule);
  const isPartial = isPartlyRecorded(place, call);
  // The missing part of the body can have the field.
  if (isPartial && isAbsent) return 'unknown';
  const lists = valuesAt(place, call);
  const isUsed = isAbsent
    ? lists.some(([value]) => value === undefined)
    : lists.flat().some((value) => isConcerned(rule, value, change));
  return isUsed ? 'used' : isPartial ? 'unknown' : 'unused';
}

function listKeys({ operations, rule, before }: Edit, usage: UsageRow[]) {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  if (rule === 'operation-id-changed') ids.add(String(before));
  const rows = usage.filter(({ operationId }) => operationId !== null && ids.has(operationId));
  const days = rows.map(({ day }) => day).sort();
  return { count: new Set(rows.map(({ key }) => key)).size, lastDay: days.at(-1) ?? null };
}

/** Returns for example `2 of 14 recordings, 31 calls; first: acme.har #12`. */
export function callersText({ recordings, of, calls, unjudged, by: [first], keys }: Callers): string {
  const used = first
    ? `${recordings} of ${of} recordings, ${pluralize(calls, 'call')}; first: ${first.file} #${first.calls[0]}`
    : `0 of ${of} recordings`;
  const texts = of > 0 || !keys ? [used] : [];
  if (unjudged > 0) texts.push(`${pluralize(unjudged, 'call')} cannot be judged`);
  if (keys?.lastDay === null) texts.push('no key used this operation');
  else if (keys) texts.push(`${pluralize(keys.count, 'key')} used this operation, last on ${keys.lastDay}`);
  return texts.join('; ');
}

/** Returns for example `acme 2.1.0`. */
export const clientText = ({ name, version }: Client): string =>
  version === null ? name : `${name} ${version}`;

const USED_EARLIER_RESPONSE = 'returned 304: the client used an earlier response, which cannot be judged.';

/** Returns the limits of the recordings, each reason once. */
export function limitsOfEvidence({ recordings }: CallerEvidence): string[] {
  const calls = recordings.flatMap((recording) => recording.calls);
  const limit = (reason: string, isMeant: (call: RecordedCall) => boolean): string[] => {
    const { length } = calls.filter(isMeant);
    return length > 0 ? [`${pluralize(length, 'call')} ${reason}`] : [];
  };
  const isPartial = ({ request, response }: RecordedCall) => request.isPartial || response.isPartial;
  return [
    ...limit('returned 401: left out, because no operation ran.', ({ status }) => status === UNAUTHORIZED),
    ...limit('with a body that is recorded in part: judged by the recorded part only.', isPartial),
    ...limit(USED_EARLIER_RESPONSE, ({ status }) => status === NOT_MODIFIED),
  ];
}
