// Organizations and their inventory. Every table of an organization has the organization first in its primary
// key, its unique indexes and its foreign keys: rows cannot refer across organizations, and the tables can be
// partitioned by organization.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.createTable('organizations', (table) => {
    idColumn(table, 'id').primary();
    table.string('slug', 63).notNullable().unique();
    table.string('name', 255).notNullable();
    table.string('created_at', 24).notNullable();
  });
  // To lock a row takes the right to update some column of it
  await schema.isolate(knex, 'organizations', 'select, update (created_at)', { column: 'id' });

  for (const name of ['facilities', 'control_centers']) {
    await tenantTable(knex, schema, name, 'select', (table) => {
      idColumn(table, 'id');
      table.string('name', 255).notNullable();
      table.primary(['organization_id', 'id']);
    });
  }

  await tenantTable(knex, schema, 'cyber_systems', 'select', (table) => {
    idColumn(table, 'id');
    table.string('name', 255).notNullable();
    table
      .string('impact_rating', 6)
      .notNullable()
      .checkIn(['high', 'medium', 'low'], 'cyber_systems_impact_rating');
    table.string('facility_id', 80);
    table.string('control_center_id', 80);
    table.primary(['organization_id', 'id']);
    table
      .foreign(['organization_id', 'facility_id'])
      .references(['organization_id', 'id'])
      .inTable('facilities');
    table
      .foreign(['organization_id', 'control_center_id'])
      .references(['organization_id', 'id'])
      .inTable('control_centers');
    table.check(
      '(?? is null) <> (?? is null)',
      ['facility_id', 'control_center_id'],
      'cyber_systems_one_place',
    );
    table.index(['organization_id', 'facility_id']);
    table.index(['organization_id', 'control_center_id']);
  });

  await tenantTable(knex, schema, 'cyber_assets', 'select, insert, update, delete', (table) => {
    idColumn(table, 'id');
    table.string('name', 255).notNullable();
    table.string('name_key', 1024).notNullable(); // the name in NFC and case-folded
    idColumn(table, 'cyber_system_id');
    table.string('asset_type', 8).notNullable().checkIn(['hardware', 'software'], 'cyber_assets_asset_type');
    table.string('created_at', 24).notNullable();
    table.string('updated_at', 24).notNullable();
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'name_key']);
    table
      .foreign(['organization_id', 'cyber_system_id'])
      .references(['organization_id', 'id'])
      .inTable('cyber_systems');
    table.index(['organization_id', 'cyber_system_id']);
  });

  // A new version for every state of a collection makes If-None-Match one small read.
  await tenantTable(knex, schema, 'collection_versions', 'select, insert, update', (table) => {
    table.string('collection', 40).notNullable();
    table.string('version', 40).notNullable();
    table.primary(['organization_id', 'collection']);
  });
}
