// The catalog of rules: what each kind of change means for a caller.
// Rule ids are stable, because reports and waivers use them.
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

const B = 'breaking';
const C = 'compatible';
const N = 'notice';

/** Schema rules: the effect in a request, the effect in a response, and the title after "Request:". */
const SCHEMA_RULES = {
  'field-removed': [B, B, 'field removed'],
  'field-added': [C, C, 'field added'],
  'field-became-required': [B, C, 'field became required'],
  'field-became-optional': [C, B, 'field became optional'],
  'field-default-added': [N, C, 'optional field added, with a default for callers that do not send it'],
  'field-retired': [N, N, 'field removed after its sunset date'],
  'field-deprecated': [N, N, 'field deprecated'],
  'field-undeprecated': [C, C, 'field no longer deprecated'],
  'field-sunset-earlier': [B, B, 'sunset date of a field moved earlier'],
  'field-sunset-added': [N, N, 'sunset date added to a deprecated field'],
  'field-sunset-later': [C, C, 'sunset date of a field moved later or removed'],
  'field-sunset-too-soon': [B, B, 'sunset date of a field too soon'],
  'field-sunset-invalid': [B, B, 'sunset date of a field that is not a date'],
  'field-sunset-without-deprecated': [B, B, 'sunset date of a field without `deprecated`'],
  'other-fields-refused': [B, C, 'unlisted fields no longer allowed'],
  'other-fields-allowed': [C, C, 'unlisted fields allowed'],
  'type-changed': [B, B, 'type changed'],
  'type-narrowed': [B, C, 'fewer types allowed'],
  'type-widened': [C, B, 'more types allowed'],
  'null-refused': [B, C, 'null no longer allowed'],
  'null-allowed': [C, B, 'null allowed'],
  'value-removed': [B, C, 'allowed value removed'],
  'value-added': [C, B, 'allowed value added'],
  'values-restricted': [B, C, 'values restricted to a list'],
  'values-unrestricted': [C, B, 'values no longer restricted to a list'],
  'limit-tightened': [B, C, 'limit tightened'],
  'limit-loosened': [C, B, 'limit loosened'],
  'pattern-added': [B, C, 'pattern added'],
  'pattern-removed': [C, B, 'pattern removed'],
  'pattern-changed': [B, B, 'pattern changed'],
  'format-added': [B, C, 'format added'],
  'format-removed': [C, B, 'format removed'],
  'format-changed': [B, B, 'format changed'],
  'constraint-added': [B, C, 'constraint added'],
  'constraint-removed': [C, B, 'constraint removed'],
  'constraint-changed': [B, B, 'constraint changed'],
  'branch-removed': [B, C, 'alternative removed'],
  'branch-added': [C, B, 'alternative added'],
  'default-added': [N, C, 'default added'],
  'default-removed': [B, N, 'default removed'],
  'default-changed': [B, N, 'default changed'],
} as const satisfies Record<string, readonly [Effect, Effect, string]>;

const OTHER_RULES = {
  'operation-released': ['release', 'Operation released'],
  'operation-added': [C, 'Operation added'],
  'operation-removed': [B, 'Operation removed'],
  'operation-withdrawn': [B, 'Operation changed from available to planned'],
  'operation-retired': [N, 'Operation removed after its sunset date'],
  'operation-deprecated': [N, 'Operation deprecated'],
  'operation-undeprecated': [C, 'Operation no longer deprecated'],
  'operation-sunset-earlier': [B, 'Sunset date moved earlier'],
  'operation-sunset-added': [N, 'Sunset date added to a deprecated operation'],
  'operation-sunset-later': [C, 'Sunset date moved later or removed'],
  'operation-sunset-too-soon': [B, 'Sunset date too soon'],
  'operation-sunset-invalid': [B, 'Sunset date that is not a date'],
  'operation-sunset-without-deprecated': [B, 'Sunset date without `deprecated`'],
  'operation-id-changed': [B, 'operationId changed'],
  'operation-id-added': [C, 'operationId added'],
  'server-path-changed': [B, 'Server path changed'],
  'server-path-added': [C, 'Server path added'],
  'callback-removed': [B, 'Callback removed'],
  'callback-added': [C, 'Callback added'],
  'transition-removed': [B, 'Status transition removed'],
  'transition-added': [C, 'Status transition added'],
  'transition-from-final-added': [N, 'Status transition added from a status that was final'],
  'rejection-added': [B, 'Requests rejected that passed before'],
  'rejection-removed': [C, 'Fewer requests rejected'],
  'promise-withdrawn': [B, 'Fixed part became provisional'],
  'promise-given': [C, 'Provisional part became fixed'],
  'permission-changed': [B, 'Other or stricter permission required'],
  'permission-loosened': [N, 'Weaker or no permission required'],
  'words-changed': [N, 'Wording changed'],
  'promise-reworded': [N, 'Promise in a description changed'],
  'annotation-changed': [N, 'Changed without effect on messages'],
  'examples-changed': [N, 'Example values changed'],
  'unjudged-changed': [N, 'Changed, compatibility not evaluated'],
  'security-added': [B, 'Credentials required'],
  'security-changed': [B, 'Different credentials required'],
  'security-alternative-removed': [B, 'Accepted credentials removed'],
  'security-scope-added': [B, 'More scopes required'],
  'security-loosened': [C, 'More credentials accepted, or fewer scopes required'],
  'security-removed': [N, 'Credentials no longer required'],
  'parameter-removed': [B, 'Parameter removed'],
  'parameter-added': [C, 'Optional parameter added'],
  'parameter-default-added': [N, 'Optional parameter added, with a default for callers that do not send it'],
  'parameter-limit-added': [
    B,
    'Optional parameter added that shortens the list of callers that do not send it',
  ],
  'parameter-required-added': [B, 'Required parameter added'],
  'parameter-became-required': [B, 'Parameter became required'],
  'parameter-became-optional': [C, 'Parameter became optional'],
  'parameter-deprecated': [N, 'Parameter deprecated'],
  'parameter-undeprecated': [C, 'Parameter no longer deprecated'],
  'parameter-retired': [N, 'Parameter removed after its sunset date'],
  'parameter-sunset-earlier': [B, 'Sunset date of a parameter moved earlier'],
  'parameter-sunset-added': [N, 'Sunset date added to a deprecated parameter'],
  'parameter-sunset-later': [C, 'Sunset date of a parameter moved later or removed'],
  'parameter-sunset-too-soon': [B, 'Sunset date of a parameter too soon'],
  'parameter-sunset-invalid': [B, 'Sunset date of a parameter that is not a date'],
  'parameter-sunset-without-deprecated': [B, 'Sunset date of a parameter without `deprecated`'],
  'parameter-style-changed': [B, 'Parameter serialization changed'],
  'request-body-removed': [B, 'Request body removed'],
  'request-body-added': [C, 'Optional request body added'],
  'request-body-required-added': [B, 'Required request body added'],
  'request-body-became-required': [B, 'Request body became required'],
  'request-body-became-optional': [C, 'Request body became optional'],
  'request-media-type-removed': [B, 'Request: media type removed'],
  'request-media-type-added': [C, 'Request: media type added'],
  'request-media-type-changed': [B, 'Request: media type changed'],
  'request-encoding-changed': [B, 'Request: form encoding changed'],
  'request-required-field-added': [B, 'Request: required field added'],
  'request-field-read-only': [B, 'Request: field became read-only'],
  'response-field-write-only': [B, 'Response: field became write-only'],
  'response-success-changed': [B, 'Success status changed'],
  'response-success-removed': [B, 'Success status removed'],
  'response-success-added': [B, 'Success status added'],
  'response-status-added': [N, 'Status added'],
  'response-status-removed': [N, 'Status removed'],
  'response-status-changed': [B, 'Status of an error changed'],
  'response-body-removed': [B, 'Response body removed'],
  'response-body-added': [C, 'Response body added'],
  'response-media-type-removed': [B, 'Response: media type removed'],
  'response-media-type-added': [C, 'Response: media type added'],
  'response-media-type-changed': [B, 'Response: media type changed'],
  'response-header-removed': [B, 'Response header removed'],
  'response-header-added': [C, 'Response header added'],
  'response-header-became-optional': [B, 'Response header became optional'],
  'response-header-became-required': [C, 'Response header became required'],
} as const satisfies Record<string, readonly [Effect, string]>;

export type SchemaRule = keyof typeof SCHEMA_RULES;
export type RuleId = keyof typeof OTHER_RULES | `${Direction}-${SchemaRule}`;

export const RULES = Object.fromEntries([
  ...Object.entries(OTHER_RULES).map(([id, [effect, title]]) => [id, { effect, title }]),
  ...Object.entries(SCHEMA_RULES).flatMap(([id, [request, response, title]]) => [
    [`request-${id}`, { effect: request, title: `Request: ${title}` }],
    [`response-${id}`, { effect: response, title: `Response: ${title}` }],
  ]),
]) as Record<RuleId, { effect: Effect; title: string }>;

/**
 * Returns what the rules of both directions have in common, for example `field-added`, because one edit of a
 * shared schema changes requests and responses.
 */
export const ruleFamily = (rule: RuleId): string => {
  const family = rule.replace(/^(request|response)-/, '').replace('required-field-added', 'field-added');
  return family in SCHEMA_RULES ? family : rule;
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
