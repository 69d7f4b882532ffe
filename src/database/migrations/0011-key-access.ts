// What API keys can do, and which key each one replaced in a rotation.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Raw SQL: Knex rebuilds the table on SQLite to add a check. Servers of the previous version insert no access.
  await knex.raw(
    `alter table api_keys add column access varchar(10) not null default 'read_write'
      constraint api_keys_access check (access in ('read_write', 'read_only'))`,
  );
  await knex.schema.alterTable('api_keys', (table) => {
    table.string('replaces', 80); // null for a key that no rotation created
  });
}
