// Responses to POSTs with an Idempotency-Key, stored for a day.
import type { Knex } from 'knex';
import { type SchemaDialect, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'idempotency_keys', 'select, insert, delete', (table) => {
    table.string('idempotency_key', 255).notNullable();
    table.string('fingerprint', 64).notNullable();
    table.integer('status').notNullable();
    table.text('body').notNullable();
    table.text('headers').notNullable();
    table.string('created_at', 24).notNullable();
    table.primary(['organization_id', 'idempotency_key']);
    table.index(['organization_id', 'created_at']);
  });
}
