// What the tables of the migrations have in common.
import type { Knex } from 'knex';
import type { Role, SchemaDialect } from '../schema-dialect';

/** Prefix, underscore and at most 64 characters. */
export const idColumn = (table: Knex.CreateTableBuilder, name: string) =>
  table.string(name, 80).notNullable();

/** A table whose rows belong to an organization. `requests`: what they do with it, as privileges of SQL; the rest is for operators. */
export async function tenantTable(
  knex: Knex,
  schema: SchemaDialect,
  name: string,
  requests: string,
  columns: (table: Knex.CreateTableBuilder) => void,
  role: Role = 'server',
): Promise<void> {
  await knex.schema.createTable(name, (table) => {
    idColumn(table, 'organization_id').references('id').inTable('organizations');
    columns(table);
  });
  await schema.isolate(knex, name, requests, { role });
}
