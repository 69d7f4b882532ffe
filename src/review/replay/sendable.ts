// Says which recorded calls a replay cannot send, and why.
import { MASK } from '../../base/secrets/mask-text';
import type { Operation } from '../../contract/document';
import type { Candidate } from './candidate';
import type { HarEntry } from '../probe/har';

/** Statuses that depend on the load of the recorded server, or on its faults. */
const UNPROMISED = [0, 408, 429, 500, 502, 503, 504];

export const NOT_SENDABLE = {
  operation: 'The contract has no such operation.',
  body: 'The recording has no complete request body.',
  secret: 'The recording masks a secret of the request.',
  path: 'The HTTP client would change the path.',
  status: 'The recorded status comes from the load or a fault of the server.',
  rehearsal: 'A server ignores Prefer.',
  planned: 'The operation is planned, and the server returns 501.',
  dependent: 'The replay did not send an earlier change.',
} as const;
export type Reason = keyof typeof NOT_SENDABLE;

/** Returns why a call cannot be sent; undefined when it can. `hasStart`: a sandbox recorded it. */
export function reasonAgainst(
  { request, response }: HarEntry,
  target: string,
  hasStart: boolean,
  operation: Operation | undefined,
  { kind }: Candidate,
): Reason | undefined {
  const { postData, headers } = request;
  if (!hasStart && !operation) return 'operation';
  if (UNPROMISED.includes(response.status)) return 'status';
  if (postData && (postData.text === undefined || postData.comment !== undefined || postData.encoding))
    return 'body';
  const isDeclared = (name: string): boolean =>
    operation?.parameters.some((each) => each.name.toLowerCase() === name.toLowerCase()) === true;
  const isMasked = headers.some(({ name, value }) => value === MASK && isDeclared(name));
  if (isMasked || target.includes(MASK) || postData?.text?.includes(MASK)) return 'secret';
  const { pathname, search } = new URL(`http://localhost${target}`);
  if (pathname + search !== target) return 'path';
  const isRehearsal = headers.some(({ name }) => name.toLowerCase() === 'prefer');
  return isRehearsal && kind === 'server' ? 'rehearsal' : undefined;
}

/** Returns whether later calls can depend on this one. */
export const isChange = ({ request, response }: HarEntry): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && response.status < 400;
