// Says which calls a replay leaves out, and why.
import type { HarEntry } from '../../../generated/files';
import { MASK } from '../../base/secrets/mask-text';
import type { Operation } from '../../contract/document';
import type { Bindings } from '../probe/bindings';
import { findHeader } from '../probe/har';
import type { Candidate } from './candidate';

/** Statuses that depend on the load of the recorded server, or on its faults. */
const UNPROMISED = [0, 408, 429, 500, 502, 503, 504];

export const NOT_SENDABLE = {
  operation: 'The contract has no such operation.',
  body: 'The recording has no complete request body.',
  person: 'The candidate has no key like that of the call.',
  tag: 'The client had the entity tag before the recording.',
  cursor: 'The recording lacks the response with the cursor.',
  secret: 'The recording masks a secret of the request.',
  path: 'The HTTP client would change the path.',
  status: 'The recorded status comes from the load or a fault of the server.',
  rehearsal: 'A server ignores Prefer.',
  planned: 'The operation is planned, and the server returns 501.',
  dependent: 'The replay did not send an earlier change.',
  reset: 'The recorded world was reset, which a server cannot do.',
  earlier: 'The response differs, and the recording lacks earlier calls of its world.',
  random: 'The recorded response has random values (Prefer: dynamic=true).',
  unseen: 'The replay sent the call. Its caller got no response to compare.',
} as const;
export type Reason = keyof typeof NOT_SENDABLE;
/** The replay sent these calls, and compares nothing. */
export const SENT: Reason[] = ['unseen', 'earlier'];

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
  const isCut =
    postData && (postData.text === undefined || postData.comment !== undefined || postData.encoding);
  if (isCut || (!postData?.text && (request.bodySize ?? 0) > 0)) return 'body';
  const isDeclared = (name: string): boolean =>
    operation?.parameters.some((each) => each.name.toLowerCase() === name.toLowerCase()) === true;
  const isMasked = headers.some(({ name, value }) => value === MASK && isDeclared(name));
  if (isMasked || target.includes(MASK) || postData?.text?.includes(MASK)) return 'secret';
  const { pathname, search } = new URL(`http://localhost${target}`);
  if (pathname + search !== target) return 'path';
  if (getApplied(entry).includes('dynamic=true')) return 'random';
  const isRehearsal = headers.some(({ name }) => name.toLowerCase() === 'prefer');
  return isRehearsal && kind === 'server' ? 'rehearsal' : undefined;
}

/** Returns whether the operation ran, and a fault dropped or broke its response. */
export const isUnseen = ({ _fault }: HarEntry): boolean =>
  _fault?.drop === 'after' || _fault?.body === 'html' || _fault?.body === 'cut';

export const isRead = ({ method }: HarEntry['request']): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method);

const getApplied = ({ response }: HarEntry): string => findHeader(response, 'Preference-Applied') ?? '';

/** Returns whether later calls can depend on this one. A rehearsal, or a call that was dropped early, changed nothing. */
export const isChange = (entry: HarEntry): boolean =>
  !isRead(entry.request) &&
  entry.response.status < 400 &&
  entry._fault?.drop !== 'before' &&
  !/(?:code|example|dynamic)=/.test(getApplied(entry));

/** Returns why the replay cannot know a tag or a cursor of a request, on which the recorded response rests. */
export function unknownOrigin(
  { request, response }: HarEntry,
  target: string,
  bindings: Bindings,
): Reason | undefined {
  const isKnown = (name: string): boolean =>
    request.headers.every((header) => header.name.toLowerCase() !== name || bindings.knowsTags(header.value));
  if (response.status === 304 && !isKnown('if-none-match')) return 'tag';
  if (response.status >= 400) return undefined;
  if (!isKnown('if-match')) return 'tag';
  const [path, query] = target.split('?');
  const cursor = new URLSearchParams(query).get('cursor');
  return cursor === null || bindings.bindCursor(path!, cursor) ? undefined : 'cursor';
}
