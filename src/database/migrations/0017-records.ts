// The records of operations whose resources have no table of their own, each as JSON. A deleted record keeps its row.
// `id` comes before `collection` in the key: the rows of an organization are then deleted in chunks of equal size.
import type { Knex } from 'knex';
import { type SchemaDialect, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'records', 'select, insert, update', (table) => {
    table.string('id', 255).notNullable();
    table.string('collection', 255).notNullable();
    table.bigInteger('sequence').notNullable(); // the order of creation
    table.text('record').notNullable();
    table.integer('deleted').notNullable(); // 0 or 1
    table.primary(['organization_id', 'id', 'collection']);
    table.index(['organization_id', 'collection', 'sequence']);
  });
}
