// The catalog of rules in rules.json: what each kind of change means for a caller, its title, and what to do about it.
// Rule ids are stable, because reports and waivers use them.
import catalog from './rules.json';
import type { Deprecation } from '../model/keywords';
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

export type SchemaRule = keyof typeof catalog.schemas;
export type RuleId = keyof typeof catalog.others | `${Direction}-${SchemaRule}`;

interface Rule {
  effect: Effect;
  title: string;
  /** What to do about a breaking edit, in which backticks mark code. */
  advice: string | undefined;
}

/** Other rules have an effect, a title and an advice. Rules of schemas have the effect in a request, and that in a response. */
type Entry = (string | undefined)[];

export const RULES = Object.fromEntries([
  ...Object.entries(catalog.others).map(([id, [effect, title, advice]]: [string, Entry]) => [
    id,
    { effect, title, advice },
  ]),
  ...Object.entries(catalog.schemas).flatMap(([id, [request, response, title, advice]]: [string, Entry]) => [
    [`request-${id}`, { effect: request, title: `Request: ${title}`, advice }],
    [`response-${id}`, { effect: response, title: `Response: ${title}`, advice }],
  ]),
]) as Record<RuleId, Rule>;

/**
 * Returns what the rules of both directions have in common, for example `field-added`, because one edit of a
 * shared schema changes requests and responses.
 */
export const ruleFamily = (rule: RuleId): string => {
  const family = rule.replace(/^(request|response)-/, '').replace('required-field-added', 'field-added');
  return Object.hasOwn(catalog.schemas, family) ? family : rule;
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
export function getLevel(
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
