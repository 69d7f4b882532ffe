// Compares one operation of both documents: lifecycle, name, servers, security and parameters.
import { under } from '../../contract/pointer';
import type { ChangePlace } from '../changes';
import { addDays } from '../json';
import type { EffectiveParameter } from '../model/messages';
import type { EffectiveOperation, SecurityAlternative, SecurityScheme } from '../model/operations';
import { typesOf } from '../model/schema-facts';
import { isPastSunset } from '../rules';
import { type ChangeCollector, OPERATION } from './change-collector';
import { compareBodies, compareResponses } from './messages';
import { compareTransitions } from './transitions';
import { compareUnjudgedParts } from './unjudged';

/** A changed transition needs a fingerprint, which takes longer than one step of a schema. */
const TRANSITION_STEPS = 20;

/** @param hasMoved whether the base has the same operationId, available, under another path. */
export function compareOperation(collector: ChangeCollector, hasMoved: boolean): void {
  const { base, head } = collector;
  if (base && head) {
    compareAvailability(collector, base, head);
    collector.comparePromise(OPERATION, base, head);
    compareDeprecation(collector, base, head);
    compareOperationIds(collector, base, head);
    compareServers(collector, base, head);
    compareSecurity(collector, base, head);
    compareParameters(collector, base, head);
    compareBodies(collector, base.body, head.body);
    compareResponses(collector, base.responses, head.responses);
    collector.context.base.spend(TRANSITION_STEPS * (base.transitions.size + head.transitions.size));
    compareTransitions(base, head, (rule, values, at) => collector.add(rule, OPERATION, values, at));
    compareUnjudgedParts(collector, base.callbacks, head.callbacks, 'callback');
  } else if (base) {
    const isRetired = base.availability === 'available' && isPastSunset(base, collector.context.today);
    const rule = isRetired ? 'operation-retired' : 'operation-removed';
    collector.add(rule, OPERATION, { before: base.availability }, { base: base.pointer });
  } else if (head) {
    const isRelease = head.availability === 'available' && head.isAvailabilityStated && !hasMoved;
    const rule = isRelease ? 'operation-released' : 'operation-added';
    collector.add(rule, OPERATION, { after: head.availability });
    compareSunset(collector, base, head);
  }
}

function compareAvailability(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const [before, after] = [base.availability, head.availability];
  if (before === after) return;
  const removal = isPastSunset(base, collector.context.today) ? 'operation-retired' : 'operation-withdrawn';
  collector.add(after === 'available' ? 'operation-released' : removal, OPERATION, { before, after });
}

const NO_SUNSET = 'without a sunset';
const LATEST_DATE = '9999-12-31';

function compareDeprecation(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  if (compareSunset(collector, base, head)) return;
  if (!base.deprecated && head.deprecated)
    collector.add('operation-deprecated', OPERATION, { after: head.sunset ?? NO_SUNSET });
  if (base.deprecated && !head.deprecated)
    collector.add('operation-undeprecated', OPERATION, { before: base.sunset ?? NO_SUNSET });
  const [before, after] = [base.sunset, head.sunset];
  if (!base.deprecated || !head.deprecated || before === after) return;
  if (before === null) return collector.add('operation-sunset-added', OPERATION, { before, after });
  const isEarlier = (after ?? LATEST_DATE) < before;
  collector.add(isEarlier ? 'operation-sunset-earlier' : 'operation-sunset-later', OPERATION, {
    before,
    after,
  });
}

/** Reports a new sunset date that callers cannot prepare for. Returns whether there is one. */
function compareSunset(
  collector: ChangeCollector,
  base: EffectiveOperation | undefined,
  head: EffectiveOperation,
): boolean {
  const { today, noticeDays } = collector.context;
  if (head.sunset === null) return false;
  const isKnown = base?.sunset === head.sunset && base.deprecated === head.deprecated;
  const isTooSoon = head.sunset < addDays(today, noticeDays) && !(base && isPastSunset(base, today));
  if (isKnown || (head.deprecated && !isTooSoon)) return false;
  const values = { before: base?.sunset ?? null, after: head.sunset };
  const rule = head.deprecated ? 'operation-sunset-too-soon' : 'operation-sunset-without-deprecated';
  collector.add(rule, OPERATION, values, { head: under(head.pointer, 'x-sunset'), base: base?.pointer });
  return true;
}

function compareOperationIds(
  collector: ChangeCollector,
  { operationId: before }: EffectiveOperation,
  { operationId: after }: EffectiveOperation,
): void {
  if (before !== after)
    collector.add(before === null ? 'operation-id-added' : 'operation-id-changed', OPERATION, {
      before,
      after,
    });
}

type ServerPaths = 'paths' | 'choices';

/** Compares full URL paths. A prefix can move between the server and the operation path. */
function compareServers(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const fullPaths = ({ servers, identity }: EffectiveOperation, kind: ServerPaths) =>
    servers[kind].map((prefix) => prefix + identity.slice(identity.indexOf('/')));
  const isSubset = (one: EffectiveOperation, other: EffectiveOperation, kind: ServerPaths): boolean =>
    fullPaths(one, kind).every((path) => fullPaths(other, kind).includes(path));
  const shown = (kind: ServerPaths) => {
    const text = ({ servers }: EffectiveOperation) => servers[kind].map((path) => path || '/').join(', ');
    return { before: text(base), after: text(head) };
  };
  const at = { base: base.servers.pointer, head: head.servers.pointer };
  if (!isSubset(base, head, 'paths')) collector.add('server-path-changed', OPERATION, shown('paths'), at);
  else if (!isSubset(base, head, 'choices'))
    collector.add('server-path-changed', OPERATION, shown('choices'), at);
  else if (!isSubset(head, base, 'paths')) collector.add('server-path-added', OPERATION, shown('paths'), at);
  const [before, after] = [base.servers.hosts, head.servers.hosts];
  // The servers of the document are reported once for the whole document.
  if (before !== after && (base.servers.isOwn || head.servers.isOwn))
    collector.add(
      'unjudged-changed',
      { where: 'servers' },
      { before, after },
      { head: head.servers.pointer },
    );
}

const schemeText = ({ kind, flows, scopes }: SecurityScheme): string =>
  [
    kind,
    ...(flows.size > 0 ? [`(${[...flows].sort().join('; ')})`] : []),
    ...(scopes.length > 0 ? [`with ${scopes.join(', ')}`] : []),
  ].join(' ');
const alternativeText = (alternative: SecurityAlternative): string =>
  alternative.map(schemeText).sort().join(' and ') || 'none';
const securityText = (alternatives: SecurityAlternative[]): string =>
  alternatives.map(alternativeText).sort().join(' or ');

const hasSameScheme = (given: SecurityScheme, required: SecurityScheme): boolean =>
  given.kind === required.kind && [...given.flows].every((flow) => required.flows.has(flow));
const hasScopes = (given: SecurityScheme, required: SecurityScheme): boolean =>
  required.scopes.every((scope) => given.scopes.includes(scope));

function compareSecurity(
  collector: ChangeCollector,
  { security: { alternatives: base } }: EffectiveOperation,
  { security: { alternatives: head, pointer } }: EffectiveOperation,
): void {
  const values = { before: securityText(base), after: securityText(head) };
  if (values.before === values.after) return;
  /** Returns whether the head accepts the credentials that the base required. */
  const isAccepted = (given: SecurityAlternative, ignoreScopes: boolean): boolean =>
    head.some((alternative) =>
      alternative.every((required) =>
        given.some(
          (scheme) => hasSameScheme(scheme, required) && (ignoreScopes || hasScopes(scheme, required)),
        ),
      ),
    );
  const rejected = base.filter((alternative) => !isAccepted(alternative, false));
  const allowsAnonymous = (alternatives: SecurityAlternative[]) =>
    alternatives.some((alternative) => alternative.length === 0);
  const rule = () => {
    if (rejected.length === 0)
      return allowsAnonymous(head) && !allowsAnonymous(base) ? 'security-removed' : 'security-loosened';
    if (allowsAnonymous(rejected)) return 'security-added';
    if (rejected.every((alternative) => isAccepted(alternative, true))) return 'security-scope-added';
    return rejected.length < base.length ? 'security-alternative-removed' : 'security-changed';
  };
  collector.add(rule(), OPERATION, values, { head: pointer });
}

const placeOf = (parameter: EffectiveParameter): ChangePlace => ({
  where: `${parameter.in} parameter ${parameter.name}`,
  place: `parameter ${parameter.key}`,
});

function compareParameters(
  collector: ChangeCollector,
  { parameters: base }: EffectiveOperation,
  { parameters: head }: EffectiveOperation,
): void {
  for (const key of new Set([...base.keys(), ...head.keys()])) {
    const [before, after] = [base.get(key), head.get(key)];
    if (before && after) compareParameter(collector, before, after);
    // An undescribed path parameter allows every value, so that a description alone changes nothing.
    else if (after && after.in !== 'path')
      collector.add(
        after.required ? 'parameter-required-added' : 'parameter-added',
        placeOf(after),
        { after: after.name },
        { head: after.statedAt },
      );
    else if (before && before.in !== 'path')
      collector.add('parameter-removed', placeOf(before), { before: before.name }, { base: before.statedAt });
  }
}

function compareParameter(
  collector: ChangeCollector,
  base: EffectiveParameter,
  head: EffectiveParameter,
): void {
  const place = placeOf(head);
  const at = { base: base.pointer, head: head.pointer };
  collector.comparePromise(place, base, head);
  if (base.required !== head.required)
    collector.add(
      head.required ? 'parameter-became-required' : 'parameter-became-optional',
      place,
      { before: base.required, after: head.required },
      at,
    );
  if (base.deprecated !== head.deprecated)
    collector.add(head.deprecated ? 'parameter-deprecated' : 'parameter-undeprecated', place, {}, at);
  const { context } = collector;
  const isCompound = [context.base.resolve([base.schema]), context.head.resolve([head.schema])].some(
    (schema) => typesOf(schema).has('array') || typesOf(schema).has('object'),
  );
  // `explode` makes a difference only for arrays and objects.
  if (base.style !== head.style || (isCompound && base.explode !== head.explode))
    collector.add(
      'parameter-style-changed',
      place,
      {
        before: { style: base.style, explode: base.explode },
        after: { style: head.style, explode: head.explode },
      },
      at,
    );
  if (base.unjudged !== head.unjudged)
    collector.add('unjudged-changed', place, { before: base.unjudged, after: head.unjudged }, at);
  collector.compareSchemas(base.schema, head.schema, 'request', place);
}
