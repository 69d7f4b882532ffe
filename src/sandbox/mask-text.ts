// Masks API keys, tokens and passwords in texts: the request log of the console and recordings share it.
import { KEY_LIKE } from '../server/keys/format';

export const MASK = '****';

/** Names of headers, members and parameters whose value is secret. */
const NAME = '(?:token|password|secret|api[\\s_-]?key)';
const SECRET_NAME = new RegExp(NAME, 'i');
/** A text without a match has no secret member. Names can have escapes, which only a parser sees. */
const HINT = new RegExp(`${NAME}|\\\\u`, 'i');

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Masks keys. A backslash behind a key belongs to the next character. */
export const maskKeys = (text: string): string =>
  text.replace(KEY_LIKE, (key) => `cik_${MASK}${/\\*$/.exec(key)![0]}`);

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** Masks the values of secret parameters in a query or a URL-encoded form. */
const maskParameters = (text: string): string =>
  text
    .split('&')
    .map((part) => (isSecretName(decoded(part.split('=', 1)[0]!)) ? part.replace(/=[^]*/, `=${MASK}`) : part))
    .join('&');

/** Masks the query of a URL, or of a header that has one. */
export function maskUrl(text: string): string {
  const [start, ...query] = text.split('?');
  return maskKeys(query.length > 0 ? `${start}?${maskParameters(query.join('?'))}` : text);
}

/** The opening quote of a name. Looks ahead only, because a text that is no JSON can have a quote too many. */
const NAME_QUOTE = /"(?=([^"]*)"(\s*:\s*))/g;
/** A value; an array or an object with all that follows, because its end is unknown. */
const VALUE = /(\\+")[^]*?(?:\1|$)|"(?:[^"\\]|\\[^])*(?:"|\\?$)|[[{][^]*|[^\s,}\]]*/y;

function unescaped(name: string): string {
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    return name;
  }
}

/** Masks secret members in a text that is no JSON, for example because it was cut. */
function maskBrokenJson(text: string): string {
  let [masked, end] = ['', 0];
  for (const { index, 1: name, 2: colon } of text.matchAll(NAME_QUOTE)) {
    if (index < end || !isSecretName(unescaped(name!))) continue;
    const start = index + `"${name}"${colon}`.length;
    VALUE.lastIndex = start;
    const [value, quote = '"'] = VALUE.exec(text)!;
    masked += text.slice(end, start) + quote + MASK + quote;
    end = start + value.length;
  }
  return masked + text.slice(end);
}

/** Masks secret members, also those of JSON in a text. Returns a text without them as it is. */
export function maskJson(text: string): string {
  if (!HINT.test(text)) return text;
  let isSecret = false;
  const mask = (name: string, value: unknown): unknown => {
    if (isSecretName(name)) isSecret = true;
    if (value === null || typeof value === 'boolean') return value;
    if (isSecretName(name)) return MASK;
    if (typeof value !== 'string') return value;
    const masked = maskJson(value);
    if (masked !== value) isSecret = true;
    return masked;
  };
  try {
    const masked = JSON.stringify(JSON.parse(text), mask);
    return isSecret ? masked : text;
  } catch {
    return maskBrokenJson(text);
  }
}

/** The head of a part with a secret name, and its content. */
const SECRET_PART = new RegExp(
  `([;\\s]name="?[^"\\r\\n;]*${NAME}[^]*?\\r\\n\\r\\n)[^]*?(?=\\r\\n--|$)`,
  'gi',
);

export function maskBody(text: string, mediaType = ''): string {
  if (mediaType.startsWith('application/x-www-form-urlencoded')) return maskKeys(maskParameters(text));
  if (mediaType.startsWith('multipart/')) return maskKeys(text.replace(SECRET_PART, `$1${MASK}`));
  return maskKeys(maskJson(text));
}
