// The requests of API keys by operation and day. Their sum can be less than the requests of the day in
// key_requests: a request can have no operation, and servers of the previous version count only the day.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'operation_requests', 'select, insert, update', (table) => {
    idColumn(table, 'key_id');
    table.string('day', 10).notNullable(); // in UTC
    table.text('operation_id').notNullable();
    table.integer('requests').notNullable();
    table.primary(['organization_id', 'key_id', 'day', 'operation_id']);
    table.foreign(['organization_id', 'key_id']).references(['organization_id', 'id']).inTable('api_keys');
  });
}
