// Masks API keys in every part of a logged request.
import type { Observation } from '../../api/observe';
import { KEY_LIKE } from '../../keys/format';

/** Headers whose whole value is secret. */
const SECRET = new Set(['x-api-key', 'authorization', 'proxy-authorization', 'cookie']);

const MASK = '****';

const maskText = (text: string): string => text.replace(KEY_LIKE, `cik_${MASK}`);

function maskHeader(name: string, value: string): string {
  const masked = maskText(value);
  return masked === value && SECRET.has(name.toLowerCase()) ? MASK : masked;
}

type Message = Observation['request'];

const maskMessage = ({ headers, body }: Message): Message => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [maskText(name), maskHeader(name, value)]),
  ),
  ...(body ? { body: { ...body, ...(body.text === undefined ? {} : { text: maskText(body.text) }) } } : {}),
});

export function maskObservation(observation: Observation): Observation {
  const { requestId, path, error, request, response } = observation;
  return {
    ...observation,
    requestId: maskText(requestId),
    path: maskText(path),
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
