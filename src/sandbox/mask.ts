// Masks API keys, tokens and passwords in requests and responses, for the log of the console and for recordings.
import type { Observation } from '../server/api/observe';
import { KEY_LIKE } from '../server/keys/format';
import { maskParts } from './mask-parts';

const MASK = '****';

/** Names of headers, members and parameters whose value is secret. */
const NAME = '(?:token|password|secret|api[\\s_-]?key)';
const SECRET_NAME = new RegExp(NAME, 'i');
/** A text without a match has no secret member. Names can have escapes, which only a parser sees. */
const HINT = new RegExp(`${NAME}|\\\\u`, 'i');
/** A member in a text that is no JSON. */
const MEMBER = /"\s*:/;
/** Headers whose whole value is secret. */
const SECRET_HEADERS = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie'];
const ONE_KEY = /^(?:Bearer )?cik_\*+$/i;

/** Masks keys. A backslash behind a key belongs to the next character. */
const maskKeys = (text: string): string =>
  text.replace(KEY_LIKE, (key) => {
    let end = key.length;
    while (key[end - 1] === '\\') end--;
    return `cik_${MASK}${key.slice(end)}`;
  });

/** Keeps broken escapes: an exception for each parameter of a long body would take 100 ms. */
const decoded = (name: string): string => new URLSearchParams(`_=${name}`).get('_')!;

/** Masks the values of secret parameters in a query or a URL-encoded form. */
const maskParameters = (text: string): string =>
  text
    .split('&')
    .map((part) =>
      SECRET_NAME.test(decoded(part.split('=', 1)[0]!)) ? part.replace(/=[^]*/, `=${MASK}`) : part,
    )
    .join('&');

/** Masks the query of a URL, or of a header that has one. */
function maskUrl(text: string): string {
  const [start, ...query] = text.split('?');
  return maskKeys(query.length > 0 ? `${start}?${maskParameters(query.join('?'))}` : text);
}

/** Texts in a body that are parsed. Further ones with members are masked, because a text that is no JSON costs 10 µs. */
const MAX_TEXTS = 500;

/** Masks the secret members of a text. Returns undefined for a text that may have some and is no JSON. */
function maskMembers(text: string, budget = { texts: MAX_TEXTS }): string | undefined {
  if (!HINT.test(text)) return text;
  let isSecret = false;
  const mask = (name: string, value: unknown): unknown => {
    if (SECRET_NAME.test(name)) isSecret = true;
    if (value === null || typeof value === 'boolean') return value;
    if (SECRET_NAME.test(name)) return MASK;
    if (typeof value !== 'string' || !HINT.test(value)) return value;
    // A text can hold JSON itself.
    const parsed = budget.texts-- > 0 ? maskMembers(value, budget) : undefined;
    const masked = parsed ?? (MEMBER.test(value) ? MASK : value);
    if (masked !== value) isSecret = true;
    return masked;
  };
  try {
    const masked = JSON.stringify(JSON.parse(text), mask);
    return isSecret ? masked : text;
  } catch {
    return undefined;
  }
}

/** Returns undefined for a body that cannot be parsed and may have secrets. */
export function maskBody(text: string, mediaType = ''): string | undefined {
  if (mediaType.startsWith('application/x-www-form-urlencoded')) return maskKeys(maskParameters(text));
  if (mediaType.startsWith('text/csv')) return maskKeys(text);
  const masked = mediaType.startsWith('multipart/')
    ? maskParts(text, mediaType, (name) => SECRET_NAME.test(name), MASK)
    : maskMembers(text);
  return masked === undefined ? undefined : maskKeys(masked);
}

/** Shows that a header has a key, and masks any other secret as a whole. */
function maskHeader(name: string, value: string): string {
  const masked = maskUrl(value);
  const isSecret = SECRET_HEADERS.includes(name.toLowerCase()) || SECRET_NAME.test(name);
  return isSecret && !ONE_KEY.test(masked) ? MASK : masked;
}

type Message = Observation['request'];

function maskMessage({ headers, body }: Message): Message {
  const masked = Object.entries(headers).map(([name, value]) => [maskKeys(name), maskHeader(name, value)]);
  const message: Message = { headers: Object.fromEntries(masked) as Record<string, string> };
  if (!body) return message;
  const text = body.text === undefined ? undefined : maskBody(body.text, headers['content-type']);
  message.body = text === undefined ? { bytes: body.bytes } : { ...body, text };
  return message;
}

export function maskObservation(observation: Observation): Observation {
  const { requestId, path, error, request, response } = observation;
  const details = error?.details?.map(({ field, message }) => ({
    field: maskKeys(field),
    message: maskKeys(message),
  }));
  return {
    ...observation,
    requestId: maskKeys(requestId),
    path: maskUrl(path),
    ...(error && {
      error: { ...error, message: maskKeys(error.message), ...(details && { details }) },
    }),
    request: maskMessage(request),
    response: maskMessage(response),
  };
}
