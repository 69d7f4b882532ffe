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
const VALUE = /[^\s&;#"'<>]*/y;

/** Masks the values of `name=value` with a secret name. */
function maskAssignments(text: string): string {
  let [masked, end] = ['', 0];
  for (const { index } of text.matchAll(/=/g)) {
    if (index < end || !hasSecretNameBefore(text, index)) continue;
    VALUE.lastIndex = index + 1;
    VALUE.exec(text);
    masked += `${text.slice(end, index + 1)}${MASK}`;
    end = VALUE.lastIndex;
  }
  return masked + text.slice(end);
}

/** Masks the keys, the user info and the secret parameters in a text. */
export function maskText(text: string): string {
  const masked = maskKeys(text).replace(USER_INFO, `$1${MASK}@`);
  return masked.includes('=') ? maskAssignments(masked) : masked;
}
