// Masks API keys, tokens and passwords in every part of a logged request.
import type { Observation } from '../../server/api/observe';
import { MASK, isSecretName, maskBody, maskKeys, maskUrl } from '../mask-text';

/** Headers whose whole value is secret. */
const SECRET = new Set(['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie']);
const ONE_KEY = /^(?:Bearer )?cik_\*+$/i;

/** Shows that a header has a key, and masks any other secret as a whole. */
function maskHeader(name: string, value: string): string {
  const masked = maskUrl(value);
  const isSecret = SECRET.has(name.toLowerCase()) || isSecretName(name);
  return isSecret && !ONE_KEY.test(masked) ? MASK : masked;
}

type Message = Observation['request'];

const maskMessage = ({ headers, body }: Message): Message => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [maskKeys(name), maskHeader(name, value)]),
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
    requestId: maskKeys(requestId),
    path: maskUrl(path),
    ...(error
      ? {
          error: {
            ...error,
            message: maskKeys(error.message),
            ...(error.details
              ? {
                  details: error.details.map(({ field, message }) => ({
                    field: maskKeys(field),
                    message: maskKeys(message),
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
