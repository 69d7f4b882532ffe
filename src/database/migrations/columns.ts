// What the tables of the migrations have in common.
import type { Knex } from 'knex';

/** Prefix, underscore and at most 64 characters. */
export const idColumn = (table: Knex.CreateTableBuilder, name: string) => table.string(name, 80).notNullable();

/** A table whose rows belong to an organization. */
export function tenantTable(knex: Knex, name: string, columns: (table: Knex.CreateTableBuilder) => void): Promise<void> {
  return knex.schema.createTable(name, (table) => {
    idColumn(table, 'organization_id').references('id').inTable('organizations');
    columns(table);
  });
}
