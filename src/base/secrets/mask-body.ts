// Masks secrets in bodies, URLs and header fields.
import { nextSlice } from '../scheduling/time-slices';
import { parseJson } from '../values';
import { MASK, maskKeys, maskText, decoded, isSecretName, mayHaveSecret } from './mask-text';

/** A text can hold a member although it is no JSON. */
const MEMBER = /"\s*:/;
const JSON_START = /^\s*[{["]/;

/** Texts of a body that look like JSON and are none. Further ones are not parsed: an exception takes 10 µs. */
const MAX_FAULTY_TEXTS = 500;

/** The names of members that name another one, `value`, as in a list of header fields. */
const NAMES = ['name', 'key', 'field', 'header'];

/** Masks the value of a pair such as `{"name": "Authorization", "value": "Basic bWU6"}`. */
function maskPair(value: object): object {
  const pair = value as Record<string, unknown>;
  const isSecret = NAMES.some((each) => typeof pair[each] === 'string' && isSecretName(pair[each]));
  return isSecret && typeof pair['value'] === 'string' ? { ...pair, value: MASK } : value;
}

/** Masks the secret members of a text. Returns undefined for a text that may have some and is no JSON. */
function maskMembers(text: string, budget = { faulty: MAX_FAULTY_TEXTS }): string | undefined {
  let isChanged = false;
  const maskMember = (name: string, value: unknown): unknown => {
    if (value === null || typeof value === 'boolean') return value;
    if (isSecretName(name)) return MASK;
    if (typeof value === 'string') return maskValue(value, budget);
    return typeof value === 'object' && 'value' in value ? maskPair(value) : value;
  };
  const mask = (name: string, value: unknown): unknown => {
    const masked = maskMember(name, value);
    isChanged ||= masked !== value;
    return masked;
  };
  try {
    if (budget.faulty <= 0) return mayHaveSecret(text) ? undefined : text;
    const masked = JSON.stringify(JSON.parse(text), mask);
    // The parser drops the first of two members of the same name.
    return isChanged || mayHaveSecret(text) ? masked : text;
  } catch {
    budget.faulty--;
    return mayHaveSecret(text) ? undefined : text;
  }
}

/** Masks the secrets in the value of a member, a parameter or a header field, which can hold JSON or a URL. */
function maskValue(value: string, budget = { faulty: MAX_FAULTY_TEXTS }): string {
  if (JSON_START.test(value)) {
    const masked = maskMembers(value, budget);
    return masked === undefined ? MASK : maskText(masked, 'json');
  }
  if (MEMBER.test(value) && mayHaveSecret(value)) return MASK;
  return maskUrl(value);
}

/** Masks a text that can be percent-encoded. `encode` restores the encoding of a text with a secret. */
function maskEncoded(
  text: string,
  mask: (plain: string) => string,
  encode: (plain: string) => string,
): string {
  const plain = decoded(text);
  const masked = mask(plain);
  return masked === plain ? maskText(text) : encode(masked);
}

function maskParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  if (equals < 0)
    return /[%+]/.test(parameter)
      ? maskEncoded(parameter, maskText, encodeURIComponent)
      : maskText(parameter);
  const [name, value] = [parameter.slice(0, equals), parameter.slice(equals + 1)];
  const shown = `${maskKeys(name)}=`;
  if (isSecretName(name.slice(name.lastIndexOf('?') + 1))) return shown + MASK;
  if (!/[%+]/.test(value) && !JSON_START.test(value)) return shown + maskText(value);
  return shown + maskEncoded(value, maskValue, encodeURIComponent);
}

const maskParameters = (text: string): string => text.split('&').map(maskParameter).join('&');

/** Masks a URL with its query, or a text that may have one. */
export function maskUrl(text: string): string {
  const start = text.indexOf('?');
  const path = start < 0 ? text : text.slice(0, start);
  const masked = path.includes('%') ? maskEncoded(path, maskText, encodeURI) : maskText(path);
  return start < 0 ? masked : `${masked}?${maskParameters(text.slice(start + 1))}`;
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

/** Characters behind a name. A list of 64 KiB has about 3,000. */
const SEPARATOR = /[:=>&]/g;
const MAX_SEPARATORS = 8000;

/** Returns whether a body has more names than can be judged in about 100 ms. */
const hasTooManyNames = (text: string): boolean =>
  text.length > MAX_SEPARATORS && (text.match(SEPARATOR)?.length ?? 0) > MAX_SEPARATORS;

/** Returns undefined for a body that cannot be parsed and may have secrets, or that has too many names. */
export function maskBody(text: string, mediaType = ''): string | undefined {
  if (hasTooManyNames(text)) return undefined;
  const type = mediaType.trim().toLowerCase();
  if (type.startsWith('application/x-www-form-urlencoded')) return maskParameters(text);
  if (type.startsWith('multipart/')) return maskParts(text, mediaType, maskBody);
  if (type.startsWith('text/csv')) return maskTable(text);
  const masked = maskMembers(text);
  return masked === undefined ? undefined : maskText(masked, 'json');
}

type MaskBody = (text: string, mediaType: string) => string | undefined;

/** `name="x"`, and the forms of RFC 2231: `name*=UTF-8''x` and `name*0="x"`. */
const PART_NAME = /[;\s]name(?:\*\d{0,3}\*?)?\s*=\s*(?:"([^"]*)|([^;\s]*))/gi;
/** The character set and the language before an encoded name. */
const CHARSET = /^[^']*'[^']*'/;

/** Returns whether a part has a secret name. `head`: the header fields of the part. */
function isSecretPart(head: string): boolean {
  const names = [...head.matchAll(PART_NAME)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).replace(CHARSET, ''),
  );
  return names.some(isSecretName) || isSecretName(names.join(''));
}

function maskPart(part: string, maskBody: MaskBody): string {
  const [blank] = /\r?\n\r?\n/.exec(part) ?? [];
  if (blank === undefined) return part;
  const start = part.indexOf(blank) + blank.length;
  const head = part.slice(0, start);
  const [end] = /(?:\r?\n)?$/.exec(part)!;
  const content = part.slice(start, part.length - end.length);
  const [, mediaType = ''] = /^content-type:([^\r\n]*)/im.exec(head) ?? [];
  // Parts of a part are not read: no operation takes them.
  const isMasked = isSecretPart(head) || /^\s*multipart\//i.test(mediaType);
  return head + (isMasked ? MASK : (maskBody(content, mediaType) ?? MASK)) + end;
}

/** Returns undefined for a body whose parts cannot be found: the media type does not divide it. */
function maskParts(text: string, mediaType: string, maskBody: MaskBody): string | undefined {
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(mediaType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  const parts = text.split(delimiter);
  return parts.length === 1 ? undefined : parts.map((part) => maskPart(part, maskBody)).join(delimiter);
}

async function maskJsonMember(name: string, value: unknown): Promise<string> {
  const masked = isSecretName(name) ? JSON.stringify(MASK) : await maskJson(value);
  return `${maskText(JSON.stringify(name), 'json')}:${masked}`;
}

/** Masks JSON in a text. Another text is masked as a whole. */
async function maskLongText(text: string): Promise<string> {
  const value = parseJson(text);
  return value === undefined || typeof value === 'string' ? MASK : maskJson(value);
}

/**
 * Returns a value of any size as JSON without secrets, in time slices. A value with too many names for `maskBody` is
 * masked member by member.
 */
export async function maskJson(value: unknown): Promise<string> {
  await nextSlice();
  const masked = maskBody(JSON.stringify(value));
  if (masked !== undefined) return masked;
  if (typeof value === 'string') return JSON.stringify(await maskLongText(value));
  const texts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) texts.push(await maskJson(item));
    return `[${texts.join()}]`;
  }
  for (const [name, member] of Object.entries(maskPair(value as object)))
    texts.push(await maskJsonMember(name, member));
  return `{${texts.join()}}`;
}
