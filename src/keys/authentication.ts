// Who calls: the principal of an API key. Every request is checked against the database, so that revocation and expiry hold on the next one.
import type { Principal } from '../contract/request';
import { unauthorized } from '../errors';
import { type Environment, digestOfKey, environmentOf } from './format';
import type { KeyRecord, KeyStore } from './store';
import type { KeyUsage } from './usage';

/** Why a key was refused: told to metrics, and to no caller. */
export type RefusedKey = 'missing' | 'malformed' | 'other environment' | 'unknown' | 'revoked' | 'expired';

export type Authenticate = (header: string | string[] | undefined) => Promise<Principal>;

/**
 * Requests that arrive while the event loop serves one batch of sockets share one query for a key. A request never joins
 * a query that began before it arrived: it would miss a revocation in between.
 */
function batched(find: (digest: string) => Promise<KeyRecord | undefined>) {
  const waiting = new Map<string, Promise<KeyRecord | undefined>>();
  return (digest: string): Promise<KeyRecord | undefined> => {
    let query = waiting.get(digest);
    if (!query) {
      query = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        waiting.delete(digest);
        return find(digest);
      });
      waiting.set(digest, query);
    }
    return query;
  };
}

/** Accepts the keys of one environment only. @throws ApiError `unauthorized`, the same for whatever is wrong; `unavailable` when the database is. */
export function createAuthenticate(store: KeyStore, usage: KeyUsage, environment: Environment, onRefused: (why: RefusedKey) => void = () => {}): Authenticate {
  const find = batched((digest) => store.findByDigest(digest));
  const refuse = (why: RefusedKey) => {
    onRefused(why);
    return unauthorized();
  };
  return async (header) => {
    // A header that was sent twice arrives joined by a comma, which no key has.
    if (typeof header !== 'string' || header === '') throw refuse('missing');
    const keysEnvironment = environmentOf(header);
    if (keysEnvironment !== environment) throw refuse(keysEnvironment === undefined ? 'malformed' : 'other environment');
    const record = await find(digestOfKey(header));
    const now = new Date().toISOString();
    if (!record) throw refuse('unknown');
    if (record.revokedAt !== null) throw refuse('revoked');
    if (record.expiresAt <= now) throw refuse('expired');
    usage.record(record, now);
    return { organization: { id: record.organizationId, slug: record.slug }, keyId: record.id };
  };
}
