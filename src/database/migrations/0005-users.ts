// Users of the Settings pages. Users and sessions belong to no single organization: their tables show a
// request only what it holds (spec/decisions/0023-settings.md).
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

const ROLES = ['admin', 'member'];

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.createTable('users', (table) => {
    idColumn(table, 'id').primary();
    table.string('email', 254).notNullable().unique(); // in lower case
    table.text('password'); // digest with its parameters; null for users of an identity provider
    table.text('second_factor'); // the shared secret, encrypted
    table.integer('second_factor_step').notNullable(); // the last used time step: no code works twice
    table.text('recovery_codes').notNullable(); // digests, as a JSON array
    table.string('created_at', 24).notNullable();
  });

  await tenantTable(
    knex,
    schema,
    'memberships',
    'select, insert, update, delete',
    (table) => {
      idColumn(table, 'user_id');
      // The only identity provider through which the user signs in; null for invited users
      table.string('issuer', 500);
      table.string('role', 6).notNullable().checkIn(ROLES, 'memberships_role');
      table.string('created_at', 24).notNullable();
      table.primary(['organization_id', 'user_id']);
      table.index(['user_id']);
    },
    'settings',
  );
  await schema.admitHolders(knex, 'memberships', (holder) => `user_id = ${holder}`);
  await schema.admitHolders(
    knex,
    'organizations',
    (holder) =>
      `slug = ${holder} or exists (select from memberships m
        where m.organization_id = organizations.id and m.user_id = ${holder})`,
  );
  const isMember = (organization: string) =>
    `exists (select from memberships m where m.user_id = users.id and m.organization_id = ${organization})`;
  await schema.admitHolders(
    knex,
    'users',
    (holder, organization) => `id = ${holder} or email = ${holder} or ${isMember(organization)}`,
    'select, insert, update',
  );

  await tenantTable(
    knex,
    schema,
    'invitations',
    'select, insert, update',
    (table) => {
      idColumn(table, 'id');
      table.string('digest', 64).notNullable();
      table.string('email', 254).notNullable(); // in lower case
      table.string('role', 6).notNullable().checkIn(ROLES, 'invitations_role');
      // The e-mail address of a user, or the account of an operator
      table.string('invited_by', 254).notNullable();
      table.string('created_at', 24).notNullable();
      table.string('expires_at', 24).notNullable();
      table.string('ended_at', 24); // accepted or withdrawn
      table.primary(['organization_id', 'id']);
      table.index(['digest']); // not unique, like the digests of keys
    },
    'settings',
  );
  await schema.admitHolders(knex, 'invitations', (holder) => `digest = ${holder}`);

  await knex.schema.createTable('sessions', (table) => {
    table.string('digest', 64).primary();
    idColumn(table, 'user_id');
    table
      .string('stage', 16)
      .notNullable()
      .checkIn(['enrollment', 'second factor', 'signed in'], 'sessions_stage');
    table.string('issuer', 500); // of the identity provider; null for a local account
    table.text('pending'); // state of the sign-in, for example an unconfirmed shared secret, encrypted
    table.string('created_at', 24).notNullable();
    table.string('seen_at', 24).notNullable();
    table.index(['user_id']);
  });
  await schema.admitHolders(
    knex,
    'sessions',
    (holder) => `digest = ${holder} or user_id = ${holder}`,
    'select, insert, update, delete',
  );

  await tenantTable(
    knex,
    schema,
    'identity_providers',
    'select',
    (table) => {
      table.string('issuer', 500).notNullable();
      table.string('client_id', 255).notNullable();
      // The name of an environment variable: no secrets in the database
      table.string('client_secret_variable', 255);
      table.text('domains').notNullable(); // the e-mail domains that it may authenticate, as a JSON array
      table.string('created_at', 24).notNullable();
      table.primary(['organization_id']);
    },
    'settings',
  );
  await schema.admitHolders(
    knex,
    'identity_providers',
    (holder) =>
      `exists (select from memberships m
        where m.organization_id = identity_providers.organization_id and m.user_id = ${holder})`,
  );

  await knex.schema.createTable('identities', (table) => {
    table.string('digest', 64).primary(); // of the issuer and the subject
    idColumn(table, 'user_id');
    table.string('issuer', 500).notNullable();
    table.string('created_at', 24).notNullable();
    table.unique(['user_id', 'issuer']); // an address that a provider reassigns does not pass the account on
  });
  await schema.admitHolders(
    knex,
    'identities',
    (holder) => `digest = ${holder} or user_id = ${holder}`,
    'select, insert',
  );

  await knex.schema.createTable('pending_sign_ins', (table) => {
    table.string('digest', 64).primary();
    idColumn(table, 'organization_id');
    table.text('flow').notNullable(); // state, nonce and code verifier, as JSON
    table.string('expires_at', 24).notNullable();
    table.index(['expires_at']);
  });
  // Each new sign-in deletes the expired ones.
  const isOver = `expires_at <= to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await schema.admitHolders(
    knex,
    'pending_sign_ins',
    (holder) => `digest = ${holder} or ${isOver}`,
    'select, insert, delete',
  );

  // One-time links with which a user chooses a new password and second factor.
  await knex.schema.createTable('recoveries', (table) => {
    table.string('digest', 64).primary();
    idColumn(table, 'user_id');
    table.string('expires_at', 24).notNullable();
  });
  await schema.admitHolders(
    knex,
    'recoveries',
    (holder) => `digest = ${holder} or user_id = ${holder}`,
    'select, insert, delete',
  );
}
