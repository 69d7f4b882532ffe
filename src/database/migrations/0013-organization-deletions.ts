// The organizations that an operator has deleted, with the end of their log. Their rows may leave every table.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.createTable('organization_deletions', (table) => {
    idColumn(table, 'id').primary();
    table.string('slug', 63).notNullable();
    table.string('name', 255).notNullable();
    table.string('deleted_at', 24).notNullable();
    table.string('deleted_by', 128).notNullable();
    table.integer('entries').notNullable(); // the sequence of the last one
    table.string('head', 64); // the hash of the last one, with which the export ends
    table.text('row_counts').notNullable(); // by table, as JSON
  });
  await schema.letDeletedLeave(knex);
}
