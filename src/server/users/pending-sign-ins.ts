// Sign-ins that have started at an identity provider. The database stores each under the digest of a cookie.
import type { Database } from '../../database/database';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { newToken } from './secrets';
import { sha256 } from '../../base/digest';

/** The parameters of an authorization request. */
export interface Flow {
  /** The provider's name, see `providerName`. */
  provider: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The path to open after sign-in. */
  next: string;
  /** The digest of the session that ends with the sign-in. The returning browser omits its cookie. */
  replaces?: string | undefined;
}

export const SIGN_IN_SECONDS = 600;

interface Row {
  organization_id: OrganizationId;
  flow: string;
  expires_at: string;
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;

export function createPendingSignIns({ knex, write }: Database) {
  const pending = () => knex('pending_sign_ins');
  return {
    /** Returns the cookie. */
    async begin(organization_id: OrganizationId, flow: Flow): Promise<string> {
      const [cookie, now] = [newToken(), Date.now()];
      const digest = sha256(cookie);
      const expires_at = new Date(now + SIGN_IN_SECONDS * 1000).toISOString();
      const row = { digest, organization_id, flow: JSON.stringify(flow), expires_at };
      await write({ holder: digest }, async (transaction) => {
        // Sign-ins that were never finished.
        const expired = pending().where('expires_at', '<=', new Date(now).toISOString());
        await transaction.run(once(expired.del()), {});
        await transaction.run(once(pending().insert(row)), {});
      });
      return cookie;
    },

    /** Returns and removes a sign-in; undefined when it was already taken or has expired. */
    async take(cookie: string): Promise<{ organization: OrganizationId; flow: Flow } | undefined> {
      const digest = sha256(cookie);
      const row = await write({ holder: digest }, async (transaction) => {
        const select = pending().where({ digest }).select('organization_id', 'flow', 'expires_at');
        const [found] = await transaction.all(once<Row>(select), {});
        // Of two concurrent requests, one removes the row.
        return (await transaction.run(once(pending().where({ digest }).del()), {})) > 0 ? found : undefined;
      });
      if (!row || row.expires_at <= new Date().toISOString()) return undefined;
      return { organization: row.organization_id, flow: JSON.parse(row.flow) as Flow };
    },
  };
}
