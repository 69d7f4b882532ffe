// The names of secrets: one list for headers, members, parameters, form fields, columns and parts. Pure.

/** A name with one of these is secret, for example `newPassword`, `X-Auth-User` or `AWS_SECRET_ACCESS_KEY`. */
const PARTS = new RegExp(
  [
    'password|passwd|passphrase|passcode|pwd|secret|token|credential|signature|assertion|samlresponse',
    'cookie|csrf|xsrf|jwt|bearer|codeverifier|^xauth',
    '(?:api|access|private|ssh|signing|encryption|auth|shared|master|session|subscription|account|hmac)key',
    '(?:client|consumer|app|application|functions?|service|storage|radius|recovery|decryption)key$',
    'connectionstring|communitystring|snmpcommunity',
  ].join('|'),
);

/** Words that only contain a part of the list. */
const OTHER_WORDS = /tokeni[sz]\w*|secretar(?:y|ies|iat)|credential(?:ed|ing)|(?:password|cookie)less/g;

/** The end of a name that describes a secret, for example `tokenType` or `passwordChangedAt`. */
const DESCRIPTION = new RegExp(
  [
    '(?:type|(?<!ac)count|length|algorithm|policy|policyid|consent|required|level|(?<!up)date',
    '|expires|expiry|expiration|(?:expires|changed|created|updated|used|set)(?:at|in|on)|last(?:changed|used|set))$',
  ].join(''),
);

/** The last word of a name, for example in `smtp_pass` or `rootPw`. */
const LAST_WORD =
  /(?:[^A-Za-z]|[a-z](?=[A-Z]))(?:[Pp]ass|PASS|[Pp]w|PW|[Pp]sk|PSK|[Pp]in|PIN|[Oo]tp|OTP)\W*$/;

/** These names are secret only as a whole: `pass` is, `passed` is not. */
const WHOLE =
  /^(?:pass|pw|pin|otp|totp|psk|sig|auth|creds?|dpop|authorization|proxyauthorization|session|sessionid|sid|jsessionid|phpsessid)$/;

/** The code of an authorization (RFC 6749, 4.1.2), or one that a user types. `postcode` is not secret. */
const CODE =
  /^(?:auth|authorization|access|verification|security|recovery|backup|reset|invite|invitation|activation|confirmation|login|otp|mfa|2fa|sms|device|user|onetime|pin)*codes?$/;

const MAX_DECODINGS = 3;

/** Keeps broken escapes: an exception for each parameter of a long body would take 100 ms. */
const decodedOnce = (name: string): string =>
  new URLSearchParams(`_=${name.replaceAll('&', '%26')}`).get('_')!;

/** Decodes a name or a value, as often as a client and its proxy may have encoded it. */
export function decoded(encoded: string): string {
  let text = encoded.replaceAll('+', ' ');
  for (let count = 0; count < MAX_DECODINGS && text.includes('%'); count++) text = decodedOnce(text);
  return text;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const isCode = (name: string): boolean => CODE.test(plain(decoded(name)));

/** Returns whether the value of this name is secret. Ignores case, separators and percent-encoding. */
export function isSecretName(name: string): boolean {
  const words = decoded(name).normalize('NFKC');
  const text = plain(words);
  if (WHOLE.test(text) || CODE.test(text) || LAST_WORD.test(words)) return true;
  return PARTS.test(text.replace(OTHER_WORDS, '')) && !DESCRIPTION.test(text);
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
