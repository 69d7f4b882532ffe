// Identity providers of organizations. The database stores no client secret, only the name of its variable.
import { type Log, recordBy } from '../audit/append';
import { type Activity, type Actor, changesOf } from '../audit/entry';
import type { Database } from '../../database/database';
import { requireKept, requireWritten } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { domainOf, vouchesFor } from './identity-provider-rules';

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

interface Row {
  issuer: string;
  client_id: string;
  client_secret_variable: string | null;
  domains: string;
}

const toProvider = (row: Row): IdentityProvider => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecretVariable: row.client_secret_variable,
  domains: JSON.parse(row.domains) as string[],
});

const fieldsOf = ({ issuer, clientId, domains }: IdentityProvider) => ({
  issuer,
  client_id: clientId,
  domains: domains.join(', '),
});

const changed = (
  organization: OrganizationId,
  description: string,
  before?: IdentityProvider,
  after?: IdentityProvider,
): Activity => ({
  operation: 'updated',
  resourceType: 'organization',
  resourceId: organization,
  description,
  changes: changesOf(
    ['issuer', 'client_id', 'domains'],
    before && fieldsOf(before),
    after && fieldsOf(after),
  ),
});

const COLUMNS = ['issuer', 'client_id', 'client_secret_variable', 'domains'];

export type IdentityProviderStore = ReturnType<typeof createIdentityProviderStore>;

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
        .select({ organization: 'organization_id' }, ...COLUMNS);
      const rows = await read({ holder: domainOf(email) }, once<Visible>(visible), {});
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
        await requireWritten(
          database,
          transaction,
          `the identity provider ${issuer}`,
          of(organization).where(row),
        );
        const description = `Set the identity provider ${issuer}.`;
        const activity = changed(organization, description, before && toProvider(before), provider);
        await recordBy(log, by)(transaction, organization, [activity]);
      });
    },

    /** Returns false when the organization has none. */
    remove(organization: OrganizationId, by: Actor): Promise<boolean> {
      return write({ organization, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(select(organization), {});
        if (!before) return false;
        await transaction.run(once(of(organization).del()), {});
        await requireKept(database, transaction, `the removal of the identity provider`, of(organization));
        const description = `Removed the identity provider ${before.issuer}.`;
        const activity = changed(organization, description, toProvider(before));
        await recordBy(log, by)(transaction, organization, [activity]);
        return true;
      });
    },
  };
}
