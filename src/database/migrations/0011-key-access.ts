// What API keys can do, which key each one replaced in a rotation, and when the unreplaced keys expire.
import type { Knex } from 'knex';
import type { SchemaDialect } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
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
  await schema.showView(knex, 'unreplaced_keys');
}
