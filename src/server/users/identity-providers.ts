// Identity providers of organizations. The database stores no client secret, only the name of its variable.
import { type Log, recordBy } from '../audit/append';
import { type Activity, type Actor, changesOf } from '../audit/entry';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
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

export interface IdentityProviderStore {
  find(organization: OrganizationId): Promise<IdentityProvider | undefined>;
  /** Returns the providers that may vouch for an e-mail address, whether or not a user has it. */
  byEmail(email: string): Promise<FoundProvider[]>;
  /** Returns whether an organization has a provider. */
  exist(): Promise<boolean>;
  /** Sets or replaces the provider. */
  set(organization: OrganizationId, provider: IdentityProvider, by: Actor): Promise<void>;
  /** Returns false when the organization has none. */
  remove(organization: OrganizationId, by: Actor): Promise<boolean>;
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

export function createIdentityProviderStore(
  { knex, read, write }: Database,
  log: Log,
): IdentityProviderStore {
  const select = compile<{ organization: OrganizationId }, Row>((param) =>
    knex('identity_providers')
      .where('organization_id', param('organization'))
      .select('issuer', 'client_id', 'client_secret_variable', 'domains'),
  );
  const visible = compile<object, Row & { organization: OrganizationId }>(() =>
    knex('identity_providers')
      .orderBy('organization_id')
      .select(
        { organization: 'organization_id' },
        'issuer',
        'client_id',
        'client_secret_variable',
        'domains',
      ),
  );
  const named = compile<{ organization: OrganizationId }, { slug: string; name: string }>((param) =>
    knex('organizations').where('id', param('organization')).select('slug', 'name'),
  );
  const count = compile<object, { providers: number | string }>(() =>
    knex('provider_count').select('providers'),
  );
  const insert = compile<Row & { organization: OrganizationId; now: string }, never>((param) =>
    knex('identity_providers').insert({
      organization_id: param('organization'),
      issuer: param('issuer'),
      client_id: param('client_id'),
      client_secret_variable: param('client_secret_variable'),
      domains: param('domains'),
      created_at: param('now'),
    }),
  );
  const remove = compile<{ organization: OrganizationId }, never>((param) =>
    knex('identity_providers').where('organization_id', param('organization')).del(),
  );

  const find = async (organization: OrganizationId): Promise<IdentityProvider | undefined> => {
    const [row] = await read({ organization, by: 'settings' }, select, { organization });
    return row && toProvider(row);
  };

  return {
    find,
    async byEmail(email) {
      const rows = await read({ holder: domainOf(email) }, visible, {});
      const found: FoundProvider[] = [];
      for (const { organization, ...row } of rows) {
        const provider = toProvider(row);
        if (!vouchesFor(provider, email)) continue; // SQLite shows all rows
        const [names] = await read({ organization, by: 'settings' }, named, { organization });
        if (names) found.push({ organization, ...names, provider });
      }
      return found;
    },
    async exist() {
      const [row] = await read('operator', count, {});
      return Number(row!.providers) > 0; // PostgreSQL returns a bigint as text
    },
    set: (organization, provider, by) =>
      write({ organization, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(select, { organization });
        await transaction.run(remove, { organization });
        const { issuer, clientId: client_id, clientSecretVariable: client_secret_variable } = provider;
        await transaction.run(insert, {
          organization,
          issuer,
          client_id,
          client_secret_variable,
          domains: JSON.stringify(provider.domains),
          now: new Date().toISOString(),
        });
        await recordBy(log, by)(transaction, organization, [
          changed(
            organization,
            `Set the identity provider ${issuer}.`,
            before && toProvider(before),
            provider,
          ),
        ]);
      }),
    remove: (organization, by) =>
      write({ organization, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(select, { organization });
        if (!before) return false;
        await transaction.run(remove, { organization });
        await recordBy(log, by)(transaction, organization, [
          changed(organization, `Removed the identity provider ${before.issuer}.`, toProvider(before)),
        ]);
        return true;
      }),
  };
}
