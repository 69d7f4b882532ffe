// Authenticates the API key before all other checks, and before the body is read. Each request reads the key from
// the database, so a revocation is immediate.
import type { Request, Response } from 'express';
import type { AuthenticatedRequest, Principal } from '../../contract/handler';
import { readOnlyKey, unauthorized } from '../../base/errors';
import { type Environment, digestOfKey, environmentOf } from '../keys/format';
import type { Clock } from '../../base/clock';
import type { KeyRecord, KeyStore } from '../keys/store';
import { type ReceiveBody, discardBody, readBody, readEmptyBody } from './body';

/** Why a key was rejected. Metrics count the reason; the response never contains it. */
type KeyRejection =
  'missing' | 'malformed' | 'other environment' | 'unknown' | 'revoked' | 'expired' | 'deleted user';

export interface AcceptedKeys {
  store: Pick<KeyStore, 'findByDigest'>;
  /** The time by which keys expire. */
  clock: Clock;
  /** Returns the user for whom a key acts; undefined when the key belongs to none, null when the user is deleted. */
  userOf?: ((key: KeyRecord) => Promise<Principal['user'] | null>) | undefined;
  /** The environment whose keys are valid. */
  environment: Environment;
  onRejected?: ((reason: KeyRejection) => void) | undefined;
}

/**
 * Returns the request with its principal, for the next stages.
 * @throws ApiError `unauthorized`, `unavailable`
 */
export async function authenticate(
  keys: AcceptedKeys,
  request: Request,
  response: Response,
): Promise<AuthenticatedRequest> {
  const { admission, origin } = response.locals;
  const principal = await findPrincipal(keys, request.headers['x-api-key']).catch((error: unknown) => {
    admission.identify(undefined);
    throw error;
  });
  const { organization, keyId } = principal;
  admission.identify(organization.id);
  const receive: ReceiveBody = (read) => admission.receive(`${organization.id} ${keyId}`, read);
  const authenticated: AuthenticatedRequest = {
    principal,
    origin,
    readBody: (formats) => readBody(request, response, formats, receive),
    skipBody: () => discardBody(request, response, receive),
    readEmptyBody: () => readEmptyBody(request, response, receive),
    pause: (milliseconds) => admission.pause(milliseconds),
  };
  response.locals.authenticatedRequest = authenticated;
  return authenticated;
}

/**
 * Returns the organization and the id of a valid key.
 * @throws ApiError `unauthorized`, the same for every reason; `unavailable` when the database is unavailable.
 */
async function findPrincipal(
  { store, environment, clock, userOf, onRejected }: AcceptedKeys,
  header: string | string[] | undefined,
): Promise<Principal> {
  const reject = (reason: KeyRejection) => {
    onRejected?.(reason);
    return unauthorized();
  };
  // Node joins repeated headers with a comma, which no key contains.
  if (typeof header !== 'string' || header === '') throw reject('missing');
  const keysEnvironment = environmentOf(header);
  if (keysEnvironment !== environment)
    throw reject(keysEnvironment === undefined ? 'malformed' : 'other environment');
  const record = await store.findByDigest(digestOfKey(header));
  if (!record) throw reject('unknown');
  if (record.revokedAt !== null) throw reject('revoked');
  const { organizationId, slug, id, access } = record;
  if (record.expiresAt <= clock.now(organizationId).toISOString()) throw reject('expired');
  const principal = { organization: { id: organizationId, slug }, keyId: id, access };
  const user = await userOf?.(record);
  if (user === null) throw reject('deleted user');
  return user ? { ...principal, user } : principal;
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Rejects the changes of a read-only key, whatever the path. @throws ApiError `forbidden` */
export function requireWriteAccess({ access }: Principal, method: string): void {
  if (access === 'read_only' && !READS.includes(method)) throw readOnlyKey(method);
}
