// Selects one of an operation's declared responses: the one that `Prefer` (RFC 7240) rehearses by `code=404`,
// `example=NAME` or `dynamic=true`, or else the success.
import { isJson } from '../../contract/body-formats';
import type { Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { ApiError } from '../../base/errors';

export interface Preference {
  code?: number;
  example?: string;
  dynamic?: boolean;
  /** Milliseconds to wait before the response. */
  delay?: number;
}

const MAX_DELAY_MILLISECONDS = 10_000;

// token[=value]; the value is a token or a quoted string. Parameters after `;` count as preferences, as in Prism.
const PREFERENCE = /([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;

function rejectPreference(message: string): ApiError {
  return new ApiError('validation_error', `The server cannot follow the Prefer header: ${message}.`, {
    details: [{ field: 'Prefer', message }],
  });
}

function delayOf(text: string): number {
  const [, number, unit] = /^(\d{1,5}(?:\.\d{1,3})?)(ms|s)?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (unit === 'ms' ? 1 : 1000);
  if (milliseconds <= MAX_DELAY_MILLISECONDS) return milliseconds;
  throw rejectPreference('delay is in seconds, for example 2, 0.5 or 250ms, and at most 10');
}

const READERS: Record<string, (value: string) => Preference> = {
  code(value) {
    if (!/^[1-5]\d\d$/.test(value)) throw rejectPreference('code must be a status, for example 404');
    return { code: Number(value) };
  },
  example: (value) => ({ example: value }),
  dynamic(value) {
    if (value !== 'true' && value !== 'false') throw rejectPreference('dynamic must be true or false');
    return { dynamic: value === 'true' };
  },
  delay: (value) => ({ delay: delayOf(value) }),
};

/** Ignores other preferences. The first of several counts. @throws ApiError `validation_error`. */
export function parsePrefer(header: string | string[] | undefined): Preference {
  const preference: Preference = {};
  for (const [, token, quoted, plain] of String(header ?? '').matchAll(PREFERENCE)) {
    const name = token!.toLowerCase();
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    if (!(name in preference)) Object.assign(preference, READERS[name]?.(value));
  }
  return preference;
}

/** Returns `Preference-Applied`; undefined when the server applied none. */
export function appliedText({ code, example, dynamic, delay }: Preference): string | undefined {
  const applied = [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example="${example}"`]),
    ...(dynamic ? ['dynamic=true'] : []),
    ...(delay === undefined ? [] : [`delay=${delay / 1000}`]),
  ];
  return applied.length > 0 ? applied.join(', ') : undefined;
}

export interface Selection {
  status: number;
  mediaType?: string;
  /** The name of an example. */
  example?: string;
  /** Whether Prism generates the body from the schema. */
  dynamic: boolean;
}

/**
 * Returns the media type that a parameter `format` names, by its default too; otherwise the one that `Accept`
 * names, or JSON, or the first. There is no 406.
 */
function mediaTypeOf(
  offered: string[],
  { parameters }: Operation,
  { query, headers }: ContractRequest,
): string | undefined {
  const format = parameters.find(({ in: where, name }) => where === 'query' && name === 'format');
  if (format)
    return (
      offered.find((type) => type.endsWith(`/${String(query.format ?? format.schema.default)}`)) ?? offered[0]
    );
  const accepted = String(headers.accept ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim());
  return offered.find((type) => accepted.includes(type)) ?? offered.find(isJson) ?? offered[0];
}

/** @throws ApiError `validation_error` that lists the declared statuses or examples, for any other. */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const { operationId, responses, requestBody } = operation;
  const status = preference.code ?? Number(Object.keys(responses).find((one) => /^[23]\d\d$/.test(one)));
  if (!responses[status])
    throw rejectPreference(
      `${operationId} does not return ${status}; it returns ${Object.keys(responses).join(', ')}`,
    );
  const { content = {} } = responses[status];
  const mediaType = mediaTypeOf(Object.keys(content), operation, request);
  const { examples = {} } = content[mediaType ?? ''] ?? {};
  const names = Object.keys(examples);
  if (preference.example !== undefined && !names.includes(preference.example))
    throw rejectPreference(
      `${operationId} has no example "${preference.example}" for ${status}; it has ${names.join(', ') || 'none'}`,
    );
  // Errors have one meaning each, and Prism generates no CSV.
  const dynamic =
    preference.dynamic === true &&
    preference.example === undefined &&
    status < 400 &&
    mediaType === 'application/json';
  // A 400 of an operation without a body does not mention a body. A status of `default` needs its own example.
  const isBodyless = status === 400 && !requestBody;
  const fault =
    status < 400
      ? undefined
      : names.find((name) => !isBodyless || !/\bbody\b/.test(JSON.stringify(examples[name]!.value)));
  const example = preference.example ?? (dynamic ? undefined : fault);
  return { status, dynamic, ...(mediaType && { mediaType }), ...(example !== undefined && { example }) };
}
