// The names of secrets: one list for headers, members, parameters, form fields, columns and parts. Pure.

/** A name with one of these is secret, for example `newPassword`, `X-Auth-User` or `AWS_SECRET_ACCESS_KEY`. */
const PARTS = new RegExp(
  [
    'password|passwd|passphrase|passcode|pwd|secret|token|credential|signature|assertion|samlresponse',
    'cookie|csrf|xsrf|jwt|bearer|codeverifier|^xauth',
    '(?:api|access|private|ssh|signing|encryption|auth|shared|master|session|subscription|account|hmac)key',
  ].join('|'),
);

/** These names are secret only as a whole: `pass` is, `passed` is not. */
const WHOLE =
  /^(?:pass|pw|pin|otp|totp|psk|sig|auth|creds?|dpop|authorization|proxyauthorization|session|sessionid|sid|jsessionid|phpsessid)$/;

/** The code of an authorization (RFC 6749, 4.1.2), or one that a user types. `postcode` is not secret. */
const CODE =
  /^(?:auth|authorization|access|verification|security|recovery|backup|reset|invite|invitation|activation|confirmation|login|otp|mfa|2fa|sms|device|user|onetime|pin)*codes?$/;

/** A name can be encoded more than once, by a client and by its proxy. */
const MAX_DECODINGS = 3;

/** Keeps broken escapes: an exception for each parameter of a long body would take 100 ms. */
const decodedOnce = (name: string): string =>
  new URLSearchParams(`_=${name.replaceAll('&', '%26')}`).get('_')!;

function decoded(name: string): string {
  let text = name.replaceAll('+', ' ');
  for (let count = 0; count < MAX_DECODINGS && text.includes('%'); count++) text = decodedOnce(text);
  return text;
}

const plainName = (name: string): string =>
  decoded(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

const isCode = (name: string): boolean => CODE.test(plainName(name));

/** Returns whether the value of this name is secret. Ignores case, separators and percent-encoding. */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return PARTS.test(plain) || WHOLE.test(plain) || CODE.test(plain);
}

const MAX_NAME = 100;
const QUOTES = '"\'`';
/** The characters before a name without quotes. */
const BEFORE_NAME = new Set(`${QUOTES}{},;&?#<>()|= \t\r\n`);

/** Returns the word or the quoted text that ends at an index. */
function nameBefore(text: string, index: number): string {
  const least = Math.max(0, index - MAX_NAME);
  let end = index;
  while (end > least && text[end - 1]!.trim() === '') end--;
  const quote = end > least && QUOTES.includes(text[end - 1]!) ? text[--end] : undefined;
  const isStart = (character: string) =>
    quote === undefined ? BEFORE_NAME.has(character) : character === quote;
  let start = end;
  while (start > least && !isStart(text[start - 1]!)) start--;
  return text.slice(start, end);
}

/**
 * Returns whether the text before the `=` at an index names a secret. Only a URL has codes: `Prefer: code=429` is none.
 */
export function hasSecretNameBefore(text: string, index: number): boolean {
  const name = nameBefore(text, index);
  return isSecretName(name) && (!isCode(name) || '?&#'.includes(text.charAt(index - name.length - 1) || ' '));
}

/**
 * Returns whether a text that cannot be parsed may have a secret member, field, element or line. A name with an
 * escape counts, because only a parser can read it.
 */
export function mayHaveSecret(text: string): boolean {
  for (const { index } of text.matchAll(/[:=>]/g)) {
    const name = nameBefore(text, index);
    if (name.includes('\\u') || isSecretName(name)) return true;
  }
  return false;
}
