// Authenticates API keys. Each request reads the key from the database, so a revocation is immediate.
import type { Principal } from '../../contract/handler';
import { unauthorized } from '../../base/errors';
import { type Environment, digestOfKey, environmentOf } from './format';
import type { KeyStore } from './store';

/** Why a key was rejected. Metrics count the reason; the response never contains it. */
type KeyRejection = 'missing' | 'malformed' | 'other environment' | 'unknown' | 'revoked' | 'expired';

export type Authenticate = (header: string | string[] | undefined) => Promise<Principal>;

/**
 * Accepts keys of one environment only.
 * @throws ApiError `unauthorized`, the same for every reason; `unavailable` when the database is unavailable.
 */
export function createAuthenticate(
  store: KeyStore,
  environment: Environment,
  onRejected: (reason: KeyRejection) => void = () => {},
): Authenticate {
  const reject = (reason: KeyRejection) => {
    onRejected(reason);
    return unauthorized();
  };
  return async (header) => {
    // Node joins repeated headers with a comma, which no key contains.
    if (typeof header !== 'string' || header === '') throw reject('missing');
    const keysEnvironment = environmentOf(header);
    if (keysEnvironment !== environment)
      throw reject(keysEnvironment === undefined ? 'malformed' : 'other environment');
    const record = await store.findByDigest(digestOfKey(header));
    const now = new Date().toISOString();
    if (!record) throw reject('unknown');
    if (record.revokedAt !== null) throw reject('revoked');
    if (record.expiresAt <= now) throw reject('expired');
    const { organizationId, slug, id, access } = record;
    return { organization: { id: organizationId, slug }, keyId: id, access };
  };
}
