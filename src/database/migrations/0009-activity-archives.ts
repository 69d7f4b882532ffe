// The files that hold archived entries of the log, by organization and month. An archived entry may leave.
import type { Knex } from 'knex';
import { type SchemaDialect, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'activity_archives', 'select', (table) => {
    table.string('month', 7).notNullable();
    table.integer('first_sequence').notNullable();
    table.integer('last_sequence').notNullable();
    table.string('hash', 64).notNullable(); // of the last entry
    table.string('file', 80).notNullable();
    table.string('digest', 64).notNullable(); // SHA-256 of the file
    table.string('archived_at', 24).notNullable();
    table.primary(['organization_id', 'month']);
  });
  await schema.appendOnly(knex, 'activity_archives', 'last_sequence');
  await schema.letArchivedLeave(knex);
}
