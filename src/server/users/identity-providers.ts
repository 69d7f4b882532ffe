// Identity providers of organizations, and the sign-ins that have started there. The database stores no client secret,
// only the name of its variable.
import { type Log, recordBy } from '../audit/append';
import { type Actor, listChanges, createEntry } from '../audit/entry';
import type { Database } from '../../database/database';
import { deleteKept, requireWritten } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { sha256 } from '../../base/digest';
import { getDomain, toProvider, vouchesFor } from './identity-provider-rules';
import { newToken } from './secrets';

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  /** The name of an environment variable; null for a client without a secret. */
  clientSecretVariable: string | null;
  /** Domains of the e-mail addresses that it may vouch for, in lower case. */
  domains: string[];
}

export interface FoundProvider {
  organization: OrganizationId;
  slug: string;
  name: string;
  provider: IdentityProvider;
}

type Row = Omit<IdentityProvider, 'domains'> & { domains: string };

const toFields = ({ issuer, clientId, domains }: IdentityProvider) => ({
  issuer,
  client_id: clientId,
  domains: domains.join(', '),
});

function changed(
  organization: OrganizationId,
  description: string,
  before: IdentityProvider | undefined,
  after?: IdentityProvider,
) {
  const fields = ['issuer', 'client_id', 'domains'];
  const changes = listChanges(fields, before && toFields(before), after && toFields(after));
  return createEntry('organization', organization, 'updated', description, changes);
}

const COLUMNS = {
  issuer: 'issuer',
  clientId: 'client_id',
  clientSecretVariable: 'client_secret_variable',
  domains: 'domains',
};

export function createIdentityProviderStore(database: Database, log: Log) {
  const { knex, read, write } = database;
  const of = (organization: OrganizationId) =>
    knex('identity_providers').where('organization_id', organization);
  const select = (organization: OrganizationId) => once<Row>(of(organization).select(COLUMNS));

  return {
    async find(organization: OrganizationId): Promise<IdentityProvider | undefined> {
      const [row] = await read({ organization, by: 'settings' }, select(organization), {});
      return row && toProvider(row);
    },

    /** Returns the providers that may vouch for an e-mail address, whether or not a user has it. */
    async byEmail(email: string): Promise<FoundProvider[]> {
      type Visible = Row & { organization: OrganizationId };
      const visible = knex('identity_providers')
        .orderBy('organization_id')
        .select({ organization: 'organization_id', ...COLUMNS });
      const rows = await read({ holder: getDomain(email) }, once<Visible>(visible), {});
      const found: FoundProvider[] = [];
      for (const { organization, ...row } of rows) {
        const provider = toProvider(row);
        if (!vouchesFor(provider, email)) continue; // SQLite shows all rows
        const named = once<{ slug: string; name: string }>(
          knex('organizations').where('id', organization).select('slug', 'name'),
        );
        const [names] = await read({ organization, by: 'settings' }, named, {});
        if (names) found.push({ organization, ...names, provider });
      }
      return found;
    },

    /** Returns whether an organization has a provider. */
    async exist(): Promise<boolean> {
      const count = once<{ providers: number | string }>(knex('provider_count').select('providers'));
      const [row] = await read('operator', count, {});
      return Number(row!.providers) > 0; // PostgreSQL returns a bigint as text
    },

    /** Sets or replaces the provider. */
    set(organization: OrganizationId, provider: IdentityProvider, by: Actor): Promise<void> {
      return write({ organization, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(select(organization), {});
        await transaction.run(once(of(organization).del()), {});
        const { issuer, clientId, clientSecretVariable, domains } = provider;
        const row = {
          organization_id: organization,
          issuer,
          client_id: clientId,
          client_secret_variable: clientSecretVariable,
          domains: JSON.stringify(domains),
          created_at: new Date().toISOString(),
        };
        await transaction.run(once(knex('identity_providers').insert(row)), {});
        const written = of(organization).where(row);
        await requireWritten(database, transaction, `the identity provider ${issuer}`, written);
        const words = `Set the identity provider ${issuer}.`;
        const activity = changed(organization, words, before && toProvider(before), provider);
        await recordBy(log, by)(transaction, organization, [activity]);
      });
    },

    /** Returns false when the organization has none. */
    remove(organization: OrganizationId, by: Actor): Promise<boolean> {
      return write({ organization, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(select(organization), {});
        if (!before) return false;
        await deleteKept(database, transaction, `the removal of the identity provider`, of(organization));
        const description = `Removed the identity provider ${before.issuer}.`;
        const activity = changed(organization, description, toProvider(before));
        await recordBy(log, by)(transaction, organization, [activity]);
        return true;
      });
    },
  };
}

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

/** Stores sign-ins that have started at an identity provider, each under the digest of a cookie. */
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
      const open = pending().where({ digest }).where('expires_at', '>', new Date().toISOString());
      type Row = { organization: OrganizationId; flow: string };
      const select = once<Row>(open.select({ organization: 'organization_id', flow: 'flow' }));
      const row = await write({ holder: digest }, async (transaction) => {
        const [found] = await transaction.all(select, {});
        // Of two concurrent requests, one removes the row.
        return (await transaction.run(once(pending().where({ digest }).del()), {})) > 0 ? found : undefined;
      });
      return row && { ...row, flow: JSON.parse(row.flow) as Flow };
    },
  };
}
