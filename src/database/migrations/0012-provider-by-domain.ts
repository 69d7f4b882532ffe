// Lets a visitor of the Settings pages find identity providers by the domain of an e-mail address.
import type { Knex } from 'knex';
import type { SchemaDialect } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await schema.admitHolders(
    knex,
    'identity_providers',
    (holder) =>
      `strpos(domains, '"' || ${holder} || '"') > 0 or exists (select from memberships m
        where m.organization_id = identity_providers.organization_id and m.user_id = ${holder})`,
  );
  // The sign-in page offers identity providers when an organization has one.
  await knex.raw('create view provider_count as select count(*) as providers from identity_providers');
  await schema.showView(knex, 'provider_count');
}
