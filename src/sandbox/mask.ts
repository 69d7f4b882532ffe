// Masks the secrets of a request and its response, for the log of the console and for recordings.
import { maskBody, maskHeader, maskUrl } from '../base/secrets/mask-body';
import { maskKeys, maskText } from '../base/secrets/mask-text';
import type { Observation } from '../server/api/observe';

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
  const { requestId, path, user, error, request, response } = observation;
  const details = error?.details?.map(({ field, message }) => ({
    field: maskKeys(field),
    message: maskText(message),
  }));
  return {
    ...observation,
    requestId: maskKeys(requestId),
    path: maskUrl(path),
    ...(user && { user: { ...user, name: maskKeys(user.name) } }),
    ...(error && {
      error: { ...error, message: maskText(error.message), ...(details && { details }) },
    }),
    request: maskMessage(request),
    response: maskMessage(response),
  };
}
