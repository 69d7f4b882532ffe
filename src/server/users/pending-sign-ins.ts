// Sign-ins that have started at an identity provider. The database stores each under the digest of a cookie.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
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

export interface PendingSignIns {
  /** Returns the cookie. */
  begin(organization: OrganizationId, flow: Flow): Promise<string>;
  /** Returns and removes a sign-in; undefined when it was already taken or has expired. */
  take(cookie: string): Promise<{ organization: OrganizationId; flow: Flow } | undefined>;
}

export const SIGN_IN_SECONDS = 600;

export function createPendingSignIns({ knex, write }: Database): PendingSignIns {
  type Row = { organization_id: OrganizationId; flow: string; expires_at: string };
  const insert = compile<Row & { digest: string }, never>((param) =>
    knex('pending_sign_ins').insert({
      digest: param('digest'),
      organization_id: param('organization_id'),
      flow: param('flow'),
      expires_at: param('expires_at'),
    }),
  );
  const select = compile<{ digest: string }, Row>((param) =>
    knex('pending_sign_ins').where('digest', param('digest')).select('organization_id', 'flow', 'expires_at'),
  );
  const remove = compile<{ digest: string }, never>((param) =>
    knex('pending_sign_ins').where('digest', param('digest')).del(),
  );
  // Sign-ins that were never finished.
  const removeExpired = compile<{ now: string }, never>((param) =>
    knex('pending_sign_ins').where('expires_at', '<=', param('now')).del(),
  );

  return {
    async begin(organization_id, flow) {
      const [cookie, now] = [newToken(), Date.now()];
      const digest = sha256(cookie);
      await write({ holder: digest }, async (transaction) => {
        await transaction.run(removeExpired, { now: new Date(now).toISOString() });
        await transaction.run(insert, {
          digest,
          organization_id,
          flow: JSON.stringify(flow),
          expires_at: new Date(now + SIGN_IN_SECONDS * 1000).toISOString(),
        });
      });
      return cookie;
    },
    async take(cookie) {
      const digest = sha256(cookie);
      const row = await write({ holder: digest }, async (transaction) => {
        const [found] = await transaction.all(select, { digest });
        // Of two concurrent requests, one removes the row.
        return (await transaction.run(remove, { digest })) > 0 ? found : undefined;
      });
      if (!row || row.expires_at <= new Date().toISOString()) return undefined;
      return { organization: row.organization_id, flow: JSON.parse(row.flow) as Flow };
    },
  };
}
