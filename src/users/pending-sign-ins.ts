// Sign-ins that are under way at an identity provider: what the answer must fit, kept under the digest of the browser's cookie and taken once.
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { digestOf, newToken } from './tokens';

/** What was sent to the identity provider. */
export interface Flow {
  /** The name of the provider. */
  provider: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Where to go on after sign-in. */
  next: string;
  /** The digest of the session in whose place the new one comes; its cookie does not come back from another site. */
  replaces?: string | undefined;
}

export interface PendingSignIns {
  /** Gives the cookie. */
  begin(organization: OrganizationId, flow: Flow): Promise<string>;
  /** Undefined for one that was taken already, or that is too old. */
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
  // Those that never came back.
  const removeOld = compile<{ now: string }, never>((param) =>
    knex('pending_sign_ins').where('expires_at', '<=', param('now')).del(),
  );

  return {
    async begin(organization_id, flow) {
      const [cookie, now] = [newToken(), Date.now()];
      const digest = digestOf(cookie);
      await write({ holder: digest }, async (transaction) => {
        await transaction.run(removeOld, { now: new Date(now).toISOString() });
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
      const digest = digestOf(cookie);
      const row = await write({ holder: digest }, async (transaction) => {
        const [found] = await transaction.all(select, { digest });
        return (await transaction.run(remove, { digest })) > 0 ? found : undefined; // of two at once, one has removed it
      });
      if (!row || row.expires_at <= new Date().toISOString()) return undefined;
      return { organization: row.organization_id, flow: JSON.parse(row.flow) as Flow };
    },
  };
}
