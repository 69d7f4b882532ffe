// Who calls: the principal of an API key. Every request is checked against the database, so that revocation and expiry hold on the next one.
import type { Principal } from '../contract/handler';
import { unauthorized } from '../errors';
import { type Environment, digestOfKey, environmentOf } from './format';
import type { KeyStore } from './store';
import type { KeyUsage } from './usage';

/** Why a key was refused: told to metrics, and to no caller. */
export type RefusedKey = 'missing' | 'malformed' | 'other environment' | 'unknown' | 'revoked' | 'expired';

export type Authenticate = (header: string | string[] | undefined) => Promise<Principal>;

/** Accepts the keys of one environment only. @throws ApiError `unauthorized`, the same for whatever is wrong; `unavailable` when the database is. */
export function createAuthenticate(
  store: KeyStore,
  usage: KeyUsage,
  environment: Environment,
  onRefused: (why: RefusedKey) => void = () => {},
): Authenticate {
  const refuse = (why: RefusedKey) => {
    onRefused(why);
    return unauthorized();
  };
  return async (header) => {
    // A header that was sent twice arrives joined by a comma, which no key has.
    if (typeof header !== 'string' || header === '') throw refuse('missing');
    const keysEnvironment = environmentOf(header);
    if (keysEnvironment !== environment)
      throw refuse(keysEnvironment === undefined ? 'malformed' : 'other environment');
    const record = await store.findByDigest(digestOfKey(header));
    const now = new Date().toISOString();
    if (!record) throw refuse('unknown');
    if (record.revokedAt !== null) throw refuse('revoked');
    if (record.expiresAt <= now) throw refuse('expired');
    usage.record(record, now);
    return { organization: { id: record.organizationId, slug: record.slug }, keyId: record.id };
  };
}
