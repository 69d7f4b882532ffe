// The last four characters of keys, and their requests per day, for the Settings pages.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.alterTable('api_keys', (table) => {
    table.string('last_four', 4); // null for keys older than this column
  });
  await schema.allowSettings(knex, 'api_keys', 'insert, update (revoked_at, expires_at)');

  await tenantTable(knex, schema, 'key_requests', 'select, insert, update', (table) => {
    idColumn(table, 'key_id');
    table.string('day', 10).notNullable(); // in UTC
    table.integer('requests').notNullable();
    table.primary(['organization_id', 'key_id', 'day']);
    table.foreign(['organization_id', 'key_id']).references(['organization_id', 'id']).inTable('api_keys');
  });
}
