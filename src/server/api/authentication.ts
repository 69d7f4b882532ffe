// Authenticates the API key before all other checks, and before the body is read. Each request reads the key from
// the database, so a revocation is immediate.
import type { Request, Response } from 'express';
import type { AuthenticatedRequest, Principal, RequestOrigin } from '../../contract/handler';
import { ApiError, unauthorized } from '../../base/errors';
import { KEY_LIKE } from '../../base/secrets/mask-text';
import { type Environment, digestOfKey, parseEnvironment, hasKeyForm } from '../keys/format';
import type { Clock } from '../../base/day';
import type { OrganizationId } from '../../base/organization';
import type { KeyRecord, KeyStore } from '../keys/store';
import type { KeyOwner, KeyRejection } from './request-context';

export interface AcceptedKeys {
  store: Pick<KeyStore, 'findByDigest'>;
  /** The time by which keys expire. */
  clock: Clock;
  /** Returns the user for whom a key acts; undefined when the key belongs to none, null when the user is deleted. */
  userOf?: ((key: KeyRecord) => Promise<Principal['user'] | null> | undefined) | undefined;
  /** The environment whose keys are valid. */
  environment: Environment;
  onRejected?: ((reason: KeyRejection) => void) | undefined;
  /** Records a request with a known key. `rejection`: why the key is invalid. */
  onSignIn?:
    | ((
        key: KeyRecord,
        origin: RequestOrigin,
        rejection: KeyRejection | undefined,
      ) => Promise<void> | undefined)
    | undefined;
  /** Returns the deleted world whose key has this digest. */
  formerWorldOf?: ((digest: string) => OrganizationId | undefined) | undefined;
  /** Ends the message to a caller without a valid key. */
  advice?: string | undefined;
}

/** Returns the request with its principal, for the next stages. @throws ApiError `unauthorized`, `unavailable` */
export async function authenticate(
  keys: AcceptedKeys,
  request: Request,
  response: Response,
): Promise<AuthenticatedRequest> {
  const { admission, origin } = response.locals;
  const principal = await findPrincipal(keys, request, response).catch((error: unknown) => {
    admission.identify(undefined);
    throw error;
  });
  admission.identify(principal.organization.id);
  const authenticated: AuthenticatedRequest = {
    principal,
    origin,
    pause: (milliseconds) => admission.pause(milliseconds),
  };
  response.locals.authenticatedRequest = authenticated;
  return authenticated;
}

/** Returns where a request without the header has a key. */
function misplacement({ headers, originalUrl }: Request): KeyRejection {
  if ((headers.authorization ?? '').search(KEY_LIKE) >= 0) return 'in Authorization';
  return originalUrl.search(KEY_LIKE) >= 0 ? 'in the query' : 'missing';
}

/**
 * Returns the organization and the id of a valid key.
 * @throws ApiError `unauthorized`, the same for every reason; `unavailable` when the database is unavailable.
 */
async function findPrincipal(
  { store, environment, clock, userOf, onRejected, onSignIn, formerWorldOf, advice }: AcceptedKeys,
  request: Request,
  { locals }: Response,
): Promise<Principal> {
  const header = request.headers['x-api-key'];
  const reject = (reason: KeyRejection, owner?: KeyOwner) => {
    locals.keyRejection = reason;
    locals.keyOwner = owner;
    onRejected?.(reason);
    return unauthorized(advice);
  };
  // Node joins repeated headers with a comma, which no key contains.
  if (typeof header !== 'string' || header === '') throw reject(misplacement(request));
  const keysEnvironment = parseEnvironment(header);
  if (keysEnvironment === undefined) throw reject(hasKeyForm(header) ? 'wrong checksum' : 'malformed');
  if (keysEnvironment !== environment) throw reject('other environment');
  const digest = digestOfKey(header);
  const record = await store.findByDigest(digest);
  if (!record) {
    const id = formerWorldOf?.(digest);
    throw id === undefined ? reject('unknown') : reject('deleted world', { organization: { id, slug: '' } });
  }
  const { organizationId, slug, id, access } = record;
  const owner = { organization: { id: organizationId, slug }, keyId: id, access };
  const user = await userOf?.(record);
  const principal = user ? { ...owner, user } : owner;
  const rejection =
    findRejection(record, clock.now(organizationId)) ?? (user === null ? 'deleted user' : undefined);
  await onSignIn?.(record, locals.origin, rejection);
  if (rejection) throw reject(rejection, principal);
  return principal;
}

function findRejection({ revokedAt, expiresAt }: KeyRecord, now: Date): KeyRejection | undefined {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now.toISOString() ? 'expired' : undefined;
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Rejects the changes of a read-only key, whatever the path. @throws ApiError `forbidden` */
export function requireWriteAccess({ access }: Principal, method: string): void {
  if (access === 'read_only' && !READS.includes(method))
    throw new ApiError(
      'forbidden',
      `This API key is read-only. Use a key that can change assets for ${method} requests.`,
    );
}
