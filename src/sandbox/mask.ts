// Masks the secrets of a request and its response, for the log of the console and for recordings.
import { maskBody, maskHeader, maskUrl } from '../base/secrets/mask-body';
import { maskKeys, maskText } from '../base/secrets/mask-text';
import type { Observation } from '../server/api/observe';

type Message = Observation['request'];

function maskMessage({ headers, body }: Message): Message {
  const fields = Object.entries(headers).map(([name, value]) => [maskKeys(name), maskHeader(name, value)]);
  const message: Message = { headers: Object.fromEntries(fields) as Record<string, string> };
  if (!body) return message;
  const { bytes, cut } = body;
  const masked = (text: string | undefined) => text && maskBody(text, headers['content-type']);
  const [text, outline] = [masked(body.text), masked(body.outline)];
  message.body =
    text === undefined ? { bytes } : { bytes, text, ...(cut && { cut }), ...(outline && { outline }) };
  return message;
}

export function maskObservation(observation: Observation): Observation {
  const { requestId, path, user, error, fault, request, response } = observation;
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
    ...(fault && { fault: { ...fault, path: maskUrl(fault.path) } }),
    request: maskMessage(request),
    response: maskMessage(response),
  };
}
