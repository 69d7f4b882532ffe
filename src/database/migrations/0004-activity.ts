// The append-only activity log, and the end of each organization's hash chain.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'activity', 'select, insert', (table) => {
    table.integer('sequence').notNullable(); // 1, 2, 3 and so on, within the organization
    idColumn(table, 'id');
    table.string('occurred_at', 24).notNullable();
    table.string('actor_type', 20).notNullable();
    table.string('actor_id', 128).notNullable();
    table.string('operation', 40).notNullable();
    table.string('resource_type', 40).notNullable();
    idColumn(table, 'resource_id');
    table.text('description').notNullable();
    table.text('changes').notNullable(); // the JSON text that was hashed; a JSON type would change it
    table.string('request_id', 128);
    table.string('previous_hash', 64).notNullable();
    table.string('hash', 64).notNullable();
    table.primary(['organization_id', 'sequence']);
    table.index(['organization_id', 'resource_type', 'resource_id', 'sequence']);
    table.index(['organization_id', 'occurred_at']);
  });
  await schema.appendOnly(knex, 'activity', 'sequence');

  await tenantTable(knex, schema, 'activity_heads', 'select, insert, update', (table) => {
    table.integer('sequence').notNullable();
    table.string('hash', 64).notNullable();
    table.primary(['organization_id']);
  });
  await schema.growOnly(knex, 'activity_heads', 'sequence');
}
