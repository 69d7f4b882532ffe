// Masks the secrets of a request and its response, for the log of the console and for recordings.
import { maskBody, maskHeader, maskUrl } from '../base/secrets/mask-body';
import { maskKeys, maskText } from '../base/secrets/mask-text';
import type { Observation } from '../server/api/observe';

type Message = Observation['request'];

/** Bodies have at most 64 KiB. */
const MAX_KEPT = 300;
/** Headers and bodies without a secret, by their masks and names, the oldest first: most are sent again and again. */
const known = new Set<string>();

function maskUnknown<Masked extends string | undefined>(
  mask: (name: string, text: string) => Masked,
  name: string,
  text: string,
): Masked | string {
  const key = `${mask.name} ${name} ${text}`;
  const masked = known.has(key) ? text : mask(name, text);
  if (masked !== text) return masked;
  known.delete(key);
  known.add(key);
  if (known.size > MAX_KEPT) known.delete(known.keys().next().value!);
  return masked;
}

const maskContent = (mediaType: string, text: string): string | undefined => maskBody(text, mediaType);

function maskMessage({ headers, body }: Message): Message {
  const fields = Object.entries(headers).map(([name, value]) => [
    maskKeys(name),
    maskUnknown(maskHeader, name, value),
  ]);
  const message: Message = { headers: Object.fromEntries(fields) as Record<string, string> };
  if (!body) return message;
  const { bytes, cut } = body;
  const masked = (text: string | undefined) =>
    text && maskUnknown(maskContent, headers['content-type'] ?? '', text);
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
