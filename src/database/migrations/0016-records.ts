// The records of operations whose resources have no table of their own, each as JSON, and the values of the fields by
// which they are searched. Conditions on JSON would not be leakproof: row-level security would keep them from an index.
// `id` stands before `collection` in the keys, so that the rows of an organization are deleted in chunks of equal size.
import type { Knex } from 'knex';
import { type SchemaDialect, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'records', 'select, insert, update', (table) => {
    table.string('id', 255).notNullable();
    table.string('collection', 255).notNullable();
    table.bigInteger('sequence').notNullable(); // the order of creation
    table.text('record').notNullable();
    table.integer('deleted').notNullable(); // 0 or 1: a deleted record keeps its row
    table.primary(['organization_id', 'id', 'collection']);
    table.index(['organization_id', 'collection', 'sequence']);
  });
  await tenantTable(knex, schema, 'record_fields', 'select, insert, update, delete', (table) => {
    table.string('id', 255).notNullable();
    table.string('collection', 255).notNullable();
    table.string('field', 80).notNullable();
    table.string('value', 1024).notNullable(); // in lower case
    table.primary(['organization_id', 'id', 'collection', 'field']);
    table.index(['organization_id', 'collection', 'field', 'value']);
  });
}
