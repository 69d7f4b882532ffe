// Masks API keys, user info of URLs, and values with secret names anywhere in a text. One list of names serves headers,
// members, parameters, form fields, columns and parts. Pure.

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

const MAX_NAME = 100;
const MAX_JUDGED = 2000;
/** Whether names are secret: most are sent again and again, and a hostile body repeats one 9,000 times. */
const judged = new Map<string, boolean>();

/** Returns whether the value of this name is secret. Ignores case, separators and percent-encoding. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = judge(name);
  if (judged.size >= MAX_JUDGED) judged.clear();
  if (name.length <= MAX_NAME) judged.set(name, isSecret);
  return isSecret;
}

function judge(name: string): boolean {
  const words = decoded(name).normalize('NFKC');
  const text = plain(words);
  if (WHOLE.test(text) || CODE.test(text) || LAST_WORD.test(words)) return true;
  return PARTS.test(text.replace(OTHER_WORDS, '')) && !DESCRIPTION.test(text);
}

const QUOTES = '"\'`';
/** The characters before a name without quotes. */
const BEFORE_NAME = new Set(`${QUOTES}{},;&?#<>()|= \t\r\n`);

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
function hasSecretNameBefore(text: string, index: number): boolean {
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
