// The catalog of rules in rules.json: what each kind of change means for a caller, its title, and what to do about it.
// Rule ids are stable, because reports and waivers use them.
import catalog from './rules.json';
import type { Deprecation } from '../model/deprecation';
import type { EffectiveOperation } from '../model/operations';

type Effect = 'breaking' | 'notice' | 'compatible' | 'release';
export type Direction = 'request' | 'response';

/**
 * `release`: needs a changelog line. `breaking`: blocks the change.
 * `planned`: would block if the part were not provisional.
 */
export type Level = Effect | 'planned';

/** The levels of edits that concern callers, also in a provisional part. */
export const HAVE_CALLERS: ReadonlySet<Level> = new Set(['breaking', 'planned']);

/** Rules of schemas have the effect in a request, and that in a response. Backticks in advice mark code. */
type Entry = (string | undefined)[];

type Part = 'operation' | 'parameter';
export type DeprecationRule = keyof typeof catalog.deprecations;
export type SchemaRule = keyof typeof catalog.schemas | `field-${DeprecationRule}`;
export type RuleId =
  keyof typeof catalog.others | `${Part}-${DeprecationRule}` | `${Direction}-${SchemaRule}`;

interface Rule {
  effect: Effect;
  title: string;
  /** What to do about a breaking edit, in which backticks mark code. */
  advice: string | undefined;
}

/** Returns the rules of `deprecated` and `x-sunset` for a kind of part. */
const deprecationRules = (part: string): [id: string, entry: Entry][] =>
  Object.entries(catalog.deprecations).map(([id, [effect, title, advice]]) => {
    const named = title!.replace('PART', part).replace('OF', part === 'operation' ? '' : ` of a ${part}`);
    return [`${part}-${id}`, [effect, named, advice]];
  });

const schemaRules = new Map<string, Entry>([
  ...Object.entries(catalog.schemas),
  ...deprecationRules('field').map(([id, [effect, ...texts]]): [string, Entry] => [
    id,
    [effect, effect, ...texts],
  ]),
]);

const ruleOf = (effect: Entry[number], title: string, advice: Entry[number]) => ({ effect, title, advice });

export const RULES = Object.fromEntries([
  ...Object.entries(catalog.others).map(([id, [effect, title, advice]]) => [
    id,
    ruleOf(effect, title!, advice),
  ]),
  ...(['operation', 'parameter'] satisfies Part[])
    .flatMap(deprecationRules)
    .map(([id, [effect, title, advice]]) => [
      id,
      ruleOf(
        effect,
        title!.replace(/^./, (letter) => letter.toUpperCase()),
        advice,
      ),
    ]),
  ...[...schemaRules].flatMap(([id, [request, response, title, advice]]) => [
    [`request-${id}`, ruleOf(request, `Request: ${title}`, advice)],
    [`response-${id}`, ruleOf(response, `Response: ${title}`, advice)],
  ]),
]) as Record<RuleId, Rule>;

/**
 * Returns what the rules of both directions have in common, for example `field-added`, because one edit of a
 * shared schema changes requests and responses.
 */
export const ruleFamily = (rule: RuleId): string => {
  const family = rule.replace(/^(request|response)-/, '').replace('required-field-added', 'field-added');
  return schemaRules.has(family) ? family : rule;
};

/** Returns whether the base announced a sunset date that has passed, so that the part can go. */
export const isPastSunset = ({ deprecated, sunset }: Deprecation, today: string): boolean =>
  deprecated && sunset !== null && sunset < today;

/** These parts are fixed even if the whole operation is provisional. The schema of a status says what is final. */
const ALWAYS_PROMISED: ReadonlySet<RuleId> = new Set([
  'transition-from-final-added',
  'operation-removed',
  'operation-id-changed',
  'server-path-changed',
  'promise-withdrawn',
]);

/** These rules change no message. */
export const REMARKS: ReadonlySet<RuleId> = new Set([
  'words-changed',
  'promise-reworded',
  'annotation-changed',
  'examples-changed',
]);

/** Returns the level of a change from the effect of its rule and the promise that the base made. */
export function levelOf(
  rule: RuleId,
  base: EffectiveOperation | undefined,
  head: EffectiveOperation | undefined,
  { today, isProvisional }: { today: string; isProvisional: boolean },
): Level {
  const { effect } = RULES[rule];
  if (effect === 'release' || effect === 'compatible' || !base) return effect;
  const isRetired = head?.availability === 'planned' && isPastSunset(base, today);
  const isPromised = base.availability === 'available' || !isProvisional || ALWAYS_PROMISED.has(rule);
  if (isPromised && !(isRetired && rule !== 'operation-retired')) return effect;
  return effect === 'breaking' ? 'planned' : 'compatible';
}
