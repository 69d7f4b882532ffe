// Masks API keys, tokens and passwords in every part of a logged request.
import type { Observation } from '../../api/observe';
import { KEY_LIKE } from '../../keys/format';

/** Headers whose whole value is secret. */
const SECRET = new Set(['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie']);
/** Names of members and parameters whose value is secret. */
const SECRET_NAME = /token|password|secret|api[_-]?key/i;

const MASK = '****';

const maskText = (text: string): string => text.replace(KEY_LIKE, `cik_${MASK}`);

function maskHeader(name: string, value: string): string {
  const masked = maskText(value);
  return masked === value && SECRET.has(name.toLowerCase()) ? MASK : masked;
}

type Message = Observation['request'];

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
    .map((part) =>
      SECRET_NAME.test(decoded(part.split('=', 1)[0]!)) ? part.replace(/=[^]*/, `=${MASK}`) : part,
    )
    .join('&');

function maskPath(path: string): string {
  const [start, ...query] = path.split('?');
  return maskText(query.length > 0 ? `${start}?${maskParameters(query.join('?'))}` : path);
}

/** A text that was cut is no JSON: a secret at its end has no closing quote. */
const SECRET_MEMBER = /("[^"]*(?:token|password|secret|api[_-]?key)[^"]*"\s*:\s*)"(?:[^"\\]|\\[^])*("|$)/gi;

/** Names of members may be written with escapes, which only a parser sees. */
function maskJson(text: string): string {
  if (!/token|password|secret|key|\\u/i.test(text)) return text;
  try {
    let isSecret = false;
    const masked = JSON.stringify(JSON.parse(text), (name, value: unknown) => {
      if (typeof value !== 'string' || !SECRET_NAME.test(name)) return value;
      isSecret = true;
      return MASK;
    });
    return isSecret ? masked : text;
  } catch {
    return text.replace(SECRET_MEMBER, `$1"${MASK}"`);
  }
}

function maskBody(text: string, mediaType = ''): string {
  return maskText(
    mediaType.startsWith('application/x-www-form-urlencoded') ? maskParameters(text) : maskJson(text),
  );
}

const maskMessage = ({ headers, body }: Message): Message => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [maskText(name), maskHeader(name, value)]),
  ),
  ...(body
    ? {
        body: {
          ...body,
          ...(body.text === undefined ? {} : { text: maskBody(body.text, headers['content-type']) }),
        },
      }
    : {}),
});

export function maskObservation(observation: Observation): Observation {
  const { requestId, path, error, request, response } = observation;
  return {
    ...observation,
    requestId: maskText(requestId),
    path: maskPath(path),
    ...(error
      ? {
          error: {
            ...error,
            message: maskText(error.message),
            ...(error.details
              ? {
                  details: error.details.map(({ field, message }) => ({
                    field: maskText(field),
                    message: maskText(message),
                  })),
                }
              : {}),
          },
        }
      : {}),
    request: maskMessage(request),
    response: maskMessage(response),
  };
}
