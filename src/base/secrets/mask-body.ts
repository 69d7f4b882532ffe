// Masks secrets in bodies, URLs and header fields. Pure.
import { maskParts } from './mask-multipart';
import { MASK, maskKeys, maskText } from './mask-text';
import { isSecretName, mayHaveSecret } from './secret-names';

/** A text can hold a member although it is no JSON. */
const MEMBER = /"\s*:/;
const JSON_START = /^\s*[{["]/;

/** After so many texts of a body that are no JSON, further ones are masked: the error of the parser takes 10 µs. */
const MAX_FAILURES = 500;

/** Masks the secret members of a text. Returns undefined for a text that may have some and is no JSON. */
function maskMembers(text: string, budget = { failures: MAX_FAILURES }): string | undefined {
  let isChanged = false;
  const mask = (name: string, value: unknown): unknown => {
    if (value === null || typeof value === 'boolean') return value;
    const masked = isSecretName(name) ? MASK : typeof value === 'string' ? maskValue(value, budget) : value;
    isChanged ||= masked !== value;
    return masked;
  };
  try {
    const masked = JSON.stringify(JSON.parse(text), mask);
    // The parser drops the first of two members of the same name.
    return isChanged || mayHaveSecret(text) ? masked : text;
  } catch {
    budget.failures--;
    return mayHaveSecret(text) ? undefined : text;
  }
}

/** Masks the secrets in the value of a member, a parameter or a header field, which can hold JSON or a URL. */
function maskValue(value: string, budget = { failures: MAX_FAILURES }): string {
  if (JSON_START.test(value))
    return budget.failures > 0 ? maskText(maskMembers(value, budget) ?? MASK) : MASK;
  if (MEMBER.test(value) && mayHaveSecret(value)) return MASK;
  return maskUrl(value);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

function maskParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  if (equals < 0) return maskText(parameter);
  const [name, value] = [parameter.slice(0, equals), parameter.slice(equals + 1)];
  const shown = `${maskKeys(name)}=`;
  if (isSecretName(name.slice(name.lastIndexOf('?') + 1))) return shown + MASK;
  const plain = decoded(value);
  if (plain === value && !JSON_START.test(value)) return shown + maskText(value);
  const masked = maskValue(plain);
  return shown + (masked === plain ? maskKeys(value) : encodeURIComponent(masked));
}

/** Masks the secret parameters of a query or a URL-encoded form. */
const maskParameters = (text: string): string => text.split('&').map(maskParameter).join('&');

/** Masks a URL with its query, or a text that may have one. */
export function maskUrl(text: string): string {
  const start = text.indexOf('?');
  return start < 0
    ? maskText(text)
    : `${maskText(text.slice(0, start))}?${maskParameters(text.slice(start + 1))}`;
}

const ONE_KEY = /^(?:Bearer )?cik_\*+$/i;

/** Masks the value of a header field. That of a field with a secret name shows only whether it was an API key. */
export function maskHeader(name: string, value: string): string {
  const masked = maskValue(value);
  return isSecretName(name) && !ONE_KEY.test(masked) ? MASK : masked;
}

/** A table with a secret column is masked as a whole. */
function maskTable(text: string): string {
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  const header = /^\W*sep=/i.test(first) ? second : first;
  return header.split(/[,;\t|]/).some(isSecretName) ? MASK : maskText(text);
}

/** Returns undefined for a body that cannot be parsed and may have secrets. */
export function maskBody(text: string, mediaType = ''): string | undefined {
  const type = mediaType.trim().toLowerCase();
  if (type.startsWith('application/x-www-form-urlencoded')) return maskParameters(text);
  if (type.startsWith('multipart/')) return maskParts(text, mediaType, maskBody);
  if (type.startsWith('text/csv')) return maskTable(text);
  const masked = maskMembers(text);
  return masked === undefined ? undefined : maskText(masked);
}
