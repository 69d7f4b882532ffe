// Masks API keys, user info of URLs and secret assignments anywhere in a text. Pure.
import { hasSecretNameBefore } from './secret-names';

/** Recordings have it in place of a secret. */
export const MASK = '****';

// A key may be percent-encoded, also twice or in capitals, or escaped as in JSON.
const [C, I, K, UNDERSCORE] = [
  ['c', '[46]3'],
  ['i', '[46]9'],
  ['k', '[46]b'],
  ['_', '5f'],
].map(([character, hex]) => `(?:${character}|%(?:25)*${hex}|\\\\u00${hex})`);

/** Matches API keys, and prefixes of keys, anywhere in a text. */
export const KEY_LIKE = new RegExp(`${C}${I}${K}${UNDERSCORE}[\\w%\\\\*]*`, 'gi');

/** Masks API keys. A backslash behind a key belongs to the next character. */
export const maskKeys = (text: string): string =>
  text.replace(KEY_LIKE, (key) => {
    let end = key.length;
    while (key[end - 1] === '\\') end--;
    return `cik_${MASK}${key.slice(end)}`;
  });

/** `user:password@` behind `://`, which JSON may write as `:\/\/`. Ends with the last `@` before the path. */
const USER_INFO = /(:\\?\/\\?\/)[^\s/?#"'<>\\]*@/g;
/** Secrets that have no name: private keys (RFC 7468), tokens (RFC 7519) and credentials of a scheme (RFC 9110). */
const PRIVATE_KEY =
  /(-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-----)[^-]*/g;
const JSON_WEB_TOKEN = /\beyJ[\w.-]{20,}/g;
const CREDENTIALS = /\b(Bearer|Basic)([ \t]+)([\w.~+/=-]{8,})/gi;
/** The word after "Basic" can be one of a sentence. */
const LIKE_CREDENTIALS = /\d|=$|[a-z][A-Z]/;

/** `cik_` and `pw=x` are the shortest secrets. A form can have 50,000 parameters. */
const SHORTEST = 4;

/** The value of an assignment, in a text and within a string of JSON. */
const VALUES = {
  text: /[=>]{0,2}[ \t]*(?:"[^"]*"?|'[^']*'?|[^\s&;#"'<>]*)/y,
  json: /[^\s&;#"'<>]*/y,
};

/** Masks the values of `name=value` with a secret name. */
function maskAssignments(text: string, value: RegExp): string {
  let [masked, end] = ['', 0];
  for (const { index } of text.matchAll(/=/g)) {
    if (index < end || !hasSecretNameBefore(text, index)) continue;
    value.lastIndex = index + 1;
    value.exec(text);
    masked += `${text.slice(end, index + 1)}${MASK}`;
    end = value.lastIndex;
  }
  return masked + text.slice(end);
}

/**
 * Masks the keys, the user info and the secret parameters in a text. JSON stays JSON: a quotation mark after `=`
 * ends its string there, and begins a value elsewhere.
 */
export function maskText(text: string, kind: keyof typeof VALUES = 'text'): string {
  if (text.length < SHORTEST) return text;
  const masked = maskKeys(text)
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(PRIVATE_KEY, `$1${MASK}`)
    .replace(JSON_WEB_TOKEN, (token) => (token.includes('.') ? MASK : token))
    .replace(CREDENTIALS, (all, scheme: string, space: string, value: string) =>
      LIKE_CREDENTIALS.test(value) ? scheme + space + MASK : all,
    );
  return masked.includes('=') ? maskAssignments(masked, VALUES[kind]) : masked;
}
