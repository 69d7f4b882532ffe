// API keys: digests only.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'api_keys', 'select, update (last_used_at)', (table) => {
    idColumn(table, 'id');
    table.string('digest', 64).notNullable();
    table.string('prefix', 24).notNullable();
    table.string('label', 255).notNullable();
    table.string('created_by', 255).notNullable();
    table.string('created_at', 24).notNullable();
    table.string('expires_at', 24).notNullable();
    table.string('revoked_at', 24);
    table.string('last_used_at', 24);
    table.primary(['organization_id', 'id']);
    // Not unique: a unique index begins with the organization, which a request does not know yet. Digests of
    // 178 random bits do not collide.
    table.index(['digest']);
  });
  await schema.admitKeys(knex);
}
