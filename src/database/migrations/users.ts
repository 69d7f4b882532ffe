// Users of the Settings pages. Users and sessions belong to no single organization: their tables show a
// request only what it holds (spec/decisions/0023-settings.md).
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

const ROLES = ['admin', 'member'];
const IS_OWN = 'digest = :holder or user_id = :holder';
const IS_PROVIDER = `exists (select from memberships m
  where m.organization_id = identity_providers.organization_id and m.user_id = :holder)`;

/** Users, their memberships, sessions and identities. */
export async function addUsers(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.createTable('users', (table) => {
    idColumn(table, 'id').primary();
    table.string('email', 254).notNullable().unique(); // in lower case
    table.text('password'); // digest with its parameters; null for users of an identity provider
    table.text('second_factor'); // the shared secret, encrypted
    table.integer('second_factor_step').notNullable(); // the last used time step: no code works twice
    table.text('recovery_codes').notNullable(); // digests, as a JSON array
    table.string('created_at', 24).notNullable();
  });

  await tenantTable(knex, schema, 'memberships', 'settings', 'select, insert, update, delete', (table) => {
    idColumn(table, 'user_id');
    // The only identity provider through which the user signs in; null for invited users
    table.string('issuer', 500);
    table.string('role', 6).notNullable().checkIn(ROLES, 'memberships_role');
    table.string('created_at', 24).notNullable();
    table.primary(['organization_id', 'user_id']);
    table.index(['user_id']);
  });
  await schema.admitHolders(knex, 'memberships', 'user_id = :holder');
  const isOfOrganization = `slug = :holder or exists (select from memberships m
    where m.organization_id = organizations.id and m.user_id = :holder)`;
  await schema.admitHolders(knex, 'organizations', isOfOrganization);
  const isVisible = `id = :holder or email = :holder or exists (select from memberships m
    where m.user_id = users.id and m.organization_id = :organization)`;
  await schema.admitHolders(knex, 'users', isVisible, 'select, insert, update');

  await tenantTable(knex, schema, 'invitations', 'settings', 'select, insert, update', (table) => {
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
  });
  await schema.admitHolders(knex, 'invitations', 'digest = :holder');

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
  await schema.admitHolders(knex, 'sessions', IS_OWN, 'select, insert, update, delete');

  await tenantTable(knex, schema, 'identity_providers', 'settings', 'select', (table) => {
    table.string('issuer', 500).notNullable();
    table.string('client_id', 255).notNullable();
    // The name of an environment variable: no secrets in the database
    table.string('client_secret_variable', 255);
    table.text('domains').notNullable(); // the e-mail domains that it may authenticate, as a JSON array
    table.string('created_at', 24).notNullable();
    table.primary(['organization_id']);
  });
  await schema.admitHolders(knex, 'identity_providers', IS_PROVIDER);

  await knex.schema.createTable('identities', (table) => {
    table.string('digest', 64).primary(); // of the issuer and the subject
    idColumn(table, 'user_id');
    table.string('issuer', 500).notNullable();
    table.string('created_at', 24).notNullable();
    table.unique(['user_id', 'issuer']); // an address that a provider reassigns does not pass the account on
  });
  await schema.admitHolders(knex, 'identities', IS_OWN, 'select, insert');

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
    `digest = :holder or ${isOver}`,
    'select, insert, delete',
  );

  // One-time links with which a user chooses a new password and second factor.
  await knex.schema.createTable('recoveries', (table) => {
    table.string('digest', 64).primary();
    idColumn(table, 'user_id');
    table.string('expires_at', 24).notNullable();
  });
  await schema.admitHolders(knex, 'recoveries', IS_OWN, 'select, insert, delete');
}

/** Lets a visitor of the Settings pages find identity providers by the domain of an e-mail address. */
export async function findProvidersByDomain(knex: Knex, schema: SchemaDialect): Promise<void> {
  const isVisible = `strpos(domains, '"' || :holder || '"') > 0 or ${IS_PROVIDER}`;
  await schema.admitHolders(knex, 'identity_providers', isVisible);
  // The sign-in page offers identity providers when an organization has one.
  await knex.raw('create view provider_count as select count(*) as providers from identity_providers');
  await schema.grant(knex, 'select', 'provider_count', 'server');
}

interface Member {
  organization_id: string;
  user_id: string;
  email: string;
  issuer: string | null;
  role: string;
  created_at: string;
}

const COLLECTION = 'User';
/** Sequences of a millisecond. */
const SEQUENCES = 4096;

/**
 * Gives each membership the `User` record of its organization, in which role and status stand. A membership without one
 * is that of a server of the previous version, or of an address that already has a record.
 */
export async function addMembers(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.alterTable('memberships', (table) => {
    table.string('record_id', 255);
    table.unique(['organization_id', 'record_id']);
  });
  // Released operations on users change or end memberships, and withdraw invitations.
  await schema.admitServer(knex, 'memberships');
  await schema.admitServer(knex, 'invitations');
  for (const organization_id of await knex('organizations').pluck<string[]>('id')) {
    const place = { organization_id, collection: COLLECTION };
    const known = await knex('record_fields')
      .where({ ...place, field: 'email' })
      .pluck<string[]>('value');
    const members: Member[] = await knex({ m: 'memberships' })
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .where({ organization_id })
      .orderBy(['m.created_at', 'u.id'])
      .select('m.organization_id', 'm.user_id', 'u.email', 'm.issuer', 'm.role', 'm.created_at');
    for (const [index, member] of members.entries())
      if (!known.includes(member.email)) await addRecord(knex, member, index);
  }
}

async function addRecord(
  knex: Knex,
  { organization_id, user_id, email, issuer, role, created_at }: Member,
  index: number,
): Promise<void> {
  const key = { organization_id, id: user_id, collection: COLLECTION };
  const sequence = Date.parse(created_at) * SEQUENCES + index;
  const record = {
    id: user_id,
    ...{ name: email, email, phone: null, jobTitle: null },
    role: role === 'admin' ? 'organization_admin' : 'auditor',
    ...{ createdAt: created_at, updatedAt: created_at },
    ...{ $signIn: issuer === null ? 'link' : 'provider', $sequence: sequence },
  };
  await knex('records').insert({ ...key, sequence, record: JSON.stringify(record), deleted: 0 });
  for (const field of ['email', 'role'] as const)
    await knex('record_fields').insert({ ...key, field, value: record[field] });
  await knex('memberships').where({ organization_id, user_id }).update({ record_id: user_id });
}
