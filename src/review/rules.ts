// The catalog of rules: what each kind of change does to a caller of an available operation, by its direction. Ids are stable, waivers rest on them.
export type Effect = 'breaking' | 'notice' | 'compatible' | 'release';
export type Direction = 'request' | 'response';

export interface Rule {
  effect: Effect;
  title: string;
}

const B = 'breaking';
const C = 'compatible';
const N = 'notice';

/** What a schema says: its effect where callers send it, where they receive it, and what happened to “the request” or “the response”. */
const SCHEMA = {
  'field-removed': [B, B, 'a field was removed'],
  'field-added': [C, C, 'a field was added'],
  'field-became-required': [B, C, 'a field became required'],
  'field-became-optional': [C, B, 'a field became optional'],
  'field-deprecated': [N, N, 'a field is deprecated'],
  'field-undeprecated': [C, C, 'a field is no longer deprecated'],
  'other-fields-refused': [B, C, 'fields that are not listed are refused'],
  'other-fields-allowed': [C, C, 'fields that are not listed are allowed'],
  'type-changed': [B, B, 'the type changed'],
  'type-narrowed': [B, C, 'fewer types are allowed'],
  'type-widened': [C, B, 'more types are allowed'],
  'null-refused': [B, C, 'null is no longer allowed'],
  'null-allowed': [C, B, 'null is allowed'],
  'value-removed': [B, C, 'a value was removed'],
  'value-added': [C, B, 'a value was added'],
  'values-restricted': [B, C, 'only listed values are allowed'],
  'values-unrestricted': [C, B, 'values are no longer restricted to a list'],
  'limit-tightened': [B, C, 'a limit was tightened'],
  'limit-loosened': [C, B, 'a limit was loosened'],
  'pattern-added': [B, C, 'a pattern was added'],
  'pattern-removed': [C, B, 'a pattern was removed'],
  'pattern-changed': [B, B, 'a pattern changed'],
  'format-added': [B, C, 'a format was added'],
  'format-removed': [C, B, 'a format was removed'],
  'format-changed': [B, B, 'a format changed'],
  'constraint-added': [B, C, 'a constraint was added'],
  'constraint-removed': [C, B, 'a constraint was removed'],
  'constraint-changed': [B, B, 'a constraint changed'],
  'branch-removed': [B, C, 'an alternative was removed'],
  'branch-added': [C, B, 'an alternative was added'],
  'default-added': [N, C, 'a default was added'],
  'default-removed': [B, N, 'a default was removed'],
  'default-changed': [B, N, 'a default changed'],
} as const satisfies Record<string, readonly [Effect, Effect, string]>;

const OTHER = {
  'operation-released': ['release', 'The operation is released'],
  'operation-added': [C, 'The operation was added'],
  'operation-removed': [B, 'The operation was removed'],
  'operation-withdrawn': [B, 'The operation went back from available to planned'],
  'operation-retired': [N, 'The operation was withdrawn after its sunset'],
  'operation-deprecated': [N, 'The operation is deprecated'],
  'operation-undeprecated': [C, 'The operation is no longer deprecated'],
  'operation-sunset-earlier': [B, 'The sunset was brought forward'],
  'operation-sunset-added': [N, 'The deprecated operation has a sunset'],
  'operation-sunset-later': [C, 'The sunset was put off or lifted'],
  'operation-id-changed': [B, 'The operationId changed'],
  'operation-id-added': [C, 'The operation has an operationId'],
  'server-path-changed': [B, 'The path of the server changed'],
  'server-path-added': [C, 'The operation is served at another path too'],
  'unjudged-changed': [N, 'Changed, and not judged'],
  'security-added': [B, 'Credentials are required'],
  'security-changed': [B, 'Other credentials are required'],
  'security-alternative-removed': [B, 'One of the accepted credentials was removed'],
  'security-scope-added': [B, 'More scopes are required'],
  'security-loosened': [C, 'More credentials are accepted, or fewer scopes required'],
  'security-removed': [N, 'Credentials are no longer required'],
  'parameter-removed': [B, 'A parameter was removed'],
  'parameter-added': [C, 'An optional parameter was added'],
  'parameter-required-added': [B, 'A required parameter was added'],
  'parameter-became-required': [B, 'A parameter became required'],
  'parameter-became-optional': [C, 'A parameter became optional'],
  'parameter-deprecated': [N, 'A parameter is deprecated'],
  'parameter-undeprecated': [C, 'A parameter is no longer deprecated'],
  'parameter-style-changed': [B, 'A parameter is written in another way'],
  'request-body-removed': [B, 'The request body was removed'],
  'request-body-added': [C, 'An optional request body was added'],
  'request-body-required-added': [B, 'A required request body was added'],
  'request-body-became-required': [B, 'The request body became required'],
  'request-body-became-optional': [C, 'The request body became optional'],
  'request-media-type-removed': [B, 'A media type of the request was removed'],
  'request-media-type-added': [C, 'A media type of the request was added'],
  'request-media-type-changed': [B, 'The media type of the request changed'],
  'request-encoding-changed': [B, 'The encoding of a form changed'],
  'request-required-field-added': [B, 'In the request, a required field was added'],
  'request-field-read-only': [B, 'In the request, a field became read-only'],
  'response-field-write-only': [B, 'In the response, a field became write-only'],
  'response-success-changed': [B, 'The status of success changed'],
  'response-success-removed': [B, 'A status of success was removed'],
  'response-success-added': [B, 'A status of success was added'],
  'response-status-added': [N, 'A status was added'],
  'response-status-removed': [N, 'A status was removed'],
  'response-body-removed': [B, 'The response body was removed'],
  'response-body-added': [C, 'A response body was added'],
  'response-media-type-removed': [B, 'A media type of the response was removed'],
  'response-media-type-added': [C, 'A media type of the response was added'],
  'response-media-type-changed': [B, 'The media type of the response changed'],
  'response-header-removed': [B, 'A header of the response was removed'],
  'response-header-added': [C, 'A header of the response was added'],
  'response-header-became-optional': [B, 'A header of the response became optional'],
  'response-header-became-required': [C, 'A header of the response became required'],
} as const satisfies Record<string, readonly [Effect, string]>;

export type SchemaRule = keyof typeof SCHEMA;
export type RuleId = keyof typeof OTHER | `${Direction}-${SchemaRule}`;

export const RULES = Object.fromEntries([
  ...Object.entries(OTHER).map(([id, [effect, title]]): [string, Rule] => [id, { effect, title }]),
  ...Object.entries(SCHEMA).flatMap(([id, [request, response, title]]): [string, Rule][] => [
    [`request-${id}`, { effect: request, title: `In the request, ${title}` }],
    [`response-${id}`, { effect: response, title: `In the response, ${title}` }],
  ]),
]) as Record<RuleId, Rule>;
