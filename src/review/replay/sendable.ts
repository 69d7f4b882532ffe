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
  unseen: 'The replay sent the call. Its caller got no response to compare.',
} as const;
export type Reason = keyof typeof NOT_SENDABLE;

/** Returns why a call cannot be sent; undefined when it can. `hasStart`: a sandbox recorded it. */
export function reasonAgainst(
  entry: HarEntry,
  target: string,
  hasStart: boolean,
  operation: Operation | undefined,
  { kind }: Candidate,
): Reason | undefined {
  const { request, response, _fault } = entry;
  const { postData, headers } = request;
  if (!hasStart && !operation) return 'operation';
  const isScripted = _fault?.status !== undefined || _fault?.drop === 'before';
  if (isScripted || (UNPROMISED.includes(response.status) && !isUnseen(entry))) return 'status';
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

/** Returns whether the operation ran, and a fault dropped its response. */
export const isUnseen = ({ _fault }: HarEntry): boolean => _fault?.drop === 'after';

/** Returns whether later calls can depend on this one. A call that was dropped before its operation changed nothing. */
export const isChange = ({ request, response, _fault }: HarEntry): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && response.status < 400 && _fault?.drop !== 'before';
