// API keys, and their requests.
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import { type SchemaDialect, idColumn, refer, tenantTable } from './schema';

/** Digests only. */
export async function addKeys(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'api_keys', 'server', 'select, update (last_used_at)', (table) => {
    idColumn(table, 'id');
    table.string('digest', 64).notNullable();
    table.string('prefix', 24).notNullable();
    table.string('label', 255).notNullable();
    table.string('created_by', 255).notNullable();
    table.string('created_at', 24).notNullable();
    table.string('expires_at', 24).notNullable();
    table.string('revoked_at', 24);
    table.string('last_used_at', 24);
    table.primary(['organization_id', 'id']);
    // Not unique: a unique index begins with the organization, which a request does not know yet. Digests of
    // 178 random bits do not collide.
    table.index(['digest']);
  });
  await schema.admitKeys(knex);
}

/** The last four characters of keys, and their requests per day, for the Settings pages. */
export async function addKeyRequests(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.alterTable('api_keys', (table) => {
    table.string('last_four', 4); // null for keys older than this column
  });
  await schema.grant(knex, 'insert, update (revoked_at, expires_at)', 'api_keys', 'settings');

  await tenantTable(knex, schema, 'key_requests', 'server', 'select, insert, update', (table) => {
    idColumn(table, 'key_id');
    table.string('day', 10).notNullable(); // in UTC
    table.integer('requests').notNullable();
    table.primary(['organization_id', 'key_id', 'day']);
    refer(table, 'key_id', 'api_keys');
  });
}

/** @throws ApiError `unavailable` that names each id with several keys. */
async function requireUniqueIds(knex: Knex): Promise<void> {
  const duplicates = await knex('api_keys as k')
    .join('organizations as o', 'o.id', 'k.organization_id')
    .whereIn('k.id', knex('api_keys').select('id').groupBy('id').havingRaw('count(*) > 1'))
    .orderBy(['k.id', 'o.slug'])
    .select<{ id: string; slug: string }[]>('k.id', 'o.slug');
  if (duplicates.length === 0) return;
  const named = duplicates.map(({ id, slug }) => `${JSON.stringify(id)} of ${slug}`).join(', ');
  throw unavailable(
    `several API keys have the same id: ${named}. The key that was created first is genuine. ` +
      'Delete the others from api_keys, and their rows from key_requests. Then migrate again.',
  );
}

/** Makes key ids unique over all organizations, limits a form to one key, and allows several accounts for an address. */
export async function makeIdsUnique(knex: Knex, schema: SchemaDialect): Promise<void> {
  await requireUniqueIds(knex);
  await knex.schema.alterTable('api_keys', (table) => {
    table.string('submission', 64); // digest of the token of the form that made the key
    table.unique(['id']);
    table.unique(['submission']);
  });
  await knex.schema.alterTable('users', (table) => {
    table.dropUnique(['email']);
    table.index(['email']);
    table.string('retired_at', 24); // when the account left its last organization
  });
  await schema.grant(knex, 'delete', 'identities', 'settings'); // an identity of a retired account moves on
}

/**
 * The requests of API keys by operation and day. Their sum can be less than the requests of the day in
 * key_requests: a request can have no operation, and servers of the previous version count only the day.
 */
export async function addOperationRequests(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'operation_requests', 'server', 'select, insert, update', (table) => {
    idColumn(table, 'key_id');
    table.string('day', 10).notNullable(); // in UTC
    table.text('operation_id').notNullable();
    table.integer('requests').notNullable();
    table.primary(['organization_id', 'key_id', 'day', 'operation_id']);
    refer(table, 'key_id', 'api_keys');
  });
}

/** What keys can do, which key each one replaced in a rotation, and when the unreplaced keys expire. */
export async function addKeyAccess(knex: Knex, schema: SchemaDialect): Promise<void> {
  // Raw SQL: Knex rebuilds the table on SQLite to add a check. Servers of the previous version insert no access.
  await knex.raw(
    `alter table api_keys add column access varchar(10) not null default 'read_write'
      constraint api_keys_access check (access in ('read_write', 'read_only'))`,
  );
  await knex.schema.alterTable('api_keys', (table) => {
    table.string('replaces', 80); // null for a key that no rotation created
  });
  // The metric counts the keys of all organizations, whose rows a request does not see.
  await knex.raw(
    `create view unreplaced_keys as select k.expires_at from api_keys k
      where k.revoked_at is null and not exists (select 1 from api_keys n
        where n.organization_id = k.organization_id and n.replaces = k.id and n.revoked_at is null)`,
  );
  await schema.grant(knex, 'select', 'unreplaced_keys', 'server');
}
