// The header `Prefer` (RFC 7240), which rehearses a response by `code=404`, `example=NAME` or `dynamic=true`, and waits
// by `delay=2`.
import { ApiError } from '../../base/errors';
import type { Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { type Selection, parseSelection } from '../../server/operations/response';

interface Preference {
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

function parseDelay(text: string): number {
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
  delay: (value) => ({ delay: parseDelay(value) }),
};

/** Preferences of RFC 7240 and of others, which the server may ignore. */
const IGNORED = /^(?:respond-async|return|wait|handling|timezone|odata\..*)$/;

/** The first of several counts. @throws ApiError `validation_error`. */
export function parsePrefer(header: string | string[]): Preference {
  const preference: Preference = {};
  for (const { 1: token, 2: quoted, 3: plain, index } of String(header).matchAll(PREFERENCE)) {
    const name = token!.toLowerCase();
    const isParameter = /;\s*$/.test(String(header).slice(0, index));
    if (!Object.hasOwn(READERS, name) && !IGNORED.test(name) && !isParameter)
      throw rejectPreference(`${name} is unknown; use code, example, dynamic or delay`);
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
    if (!(name in preference)) Object.assign(preference, READERS[name]?.(value));
  }
  return preference;
}

/** Returns `Preference-Applied`; undefined when the server applied none. */
export function appliedText({ code, example, dynamic, delay }: Preference): string | undefined {
  const applied = [
    code !== undefined && `code=${code}`,
    example !== undefined && `example="${example}"`,
    dynamic && 'dynamic=true',
    delay !== undefined && `delay=${delay / 1000}`,
  ];
  return applied.filter(Boolean).join(', ') || undefined;
}

/**
 * Returns the declared response that a preference selects, or else the success.
 * @throws ApiError `validation_error` that lists the declared statuses or examples, for any other.
 */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const { operationId, responses, requestBody } = operation;
  if (preference.code !== undefined && !responses[preference.code])
    throw rejectPreference(
      `${operationId} does not return ${preference.code}; it returns ${Object.keys(responses).join(', ')}`,
    );
  const selection = parseSelection(operation, request, preference.code);
  const { status, mediaType } = selection;
  const { examples = {} } = responses[status]!.content?.[mediaType ?? ''] ?? {};
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
  return { ...selection, dynamic, ...(example !== undefined && { example }) };
}
