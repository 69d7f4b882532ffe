// The tables of the inventory and of other records. Every table of an organization has the organization first in its
// primary key, its unique indexes and its foreign keys: rows cannot refer across organizations, and the tables can be
// partitioned by organization.
import type { Knex } from 'knex';
import { type SchemaDialect, idColumn, refer, tenantTable } from './schema';

export async function addInventory(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.createTable('organizations', (table) => {
    idColumn(table, 'id').primary();
    table.string('slug', 63).notNullable().unique();
    table.string('name', 255).notNullable();
    table.string('created_at', 24).notNullable();
  });
  // To lock a row takes the right to update some column of it
  await schema.isolate(knex, 'organizations', 'server', 'select, update (created_at)', 'id');

  for (const name of ['facilities', 'control_centers']) {
    await tenantTable(knex, schema, name, 'server', 'select', (table) => {
      idColumn(table, 'id');
      table.string('name', 255).notNullable();
      table.primary(['organization_id', 'id']);
    });
  }

  await tenantTable(knex, schema, 'cyber_systems', 'server', 'select', (table) => {
    idColumn(table, 'id');
    table.string('name', 255).notNullable();
    table
      .string('impact_rating', 6)
      .notNullable()
      .checkIn(['high', 'medium', 'low'], 'cyber_systems_impact_rating');
    table.string('facility_id', 80);
    table.string('control_center_id', 80);
    table.primary(['organization_id', 'id']);
    refer(table, 'facility_id', 'facilities');
    refer(table, 'control_center_id', 'control_centers');
    table.check(
      '(?? is null) <> (?? is null)',
      ['facility_id', 'control_center_id'],
      'cyber_systems_one_place',
    );
    table.index(['organization_id', 'facility_id']);
    table.index(['organization_id', 'control_center_id']);
  });

  await tenantTable(knex, schema, 'cyber_assets', 'server', 'select, insert, update, delete', (table) => {
    idColumn(table, 'id');
    table.string('name', 255).notNullable();
    table.string('name_key', 1024).notNullable(); // the name in NFC and case-folded
    idColumn(table, 'cyber_system_id');
    table.string('asset_type', 8).notNullable().checkIn(['hardware', 'software'], 'cyber_assets_asset_type');
    table.string('created_at', 24).notNullable();
    table.string('updated_at', 24).notNullable();
    table.primary(['organization_id', 'id']);
    table.unique(['organization_id', 'name_key']);
    refer(table, 'cyber_system_id', 'cyber_systems');
    table.index(['organization_id', 'cyber_system_id']);
  });

  // A new version for every state of a collection makes If-None-Match one small read.
  await tenantTable(knex, schema, 'collection_versions', 'server', 'select, insert, update', (table) => {
    table.string('collection', 40).notNullable();
    table.string('version', 40).notNullable();
    table.primary(['organization_id', 'collection']);
  });
}

/** Responses to POSTs with an Idempotency-Key, stored for a day. */
export async function addIdempotency(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'idempotency_keys', 'server', 'select, insert, delete', (table) => {
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

/**
 * The records of operations whose resources have no table of their own, each as JSON, and the values of the fields by
 * which they are searched. Conditions on JSON would not be leakproof: row-level security would keep them from an index.
 * `id` stands before `collection` in the keys, so that the rows of an organization are deleted in chunks of equal size.
 */
export async function addRecords(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'records', 'server', 'select, insert, update', (table) => {
    table.string('id', 255).notNullable();
    table.string('collection', 255).notNullable();
    table.bigInteger('sequence').notNullable(); // the order of creation
    table.text('record').notNullable();
    table.integer('deleted').notNullable(); // 0 or 1: a deleted record keeps its row
    table.primary(['organization_id', 'id', 'collection']);
    table.index(['organization_id', 'collection', 'sequence']);
  });
  await tenantTable(knex, schema, 'record_fields', 'server', 'select, insert, update, delete', (table) => {
    table.string('id', 255).notNullable();
    table.string('collection', 255).notNullable();
    table.string('field', 80).notNullable();
    table.string('value', 1024).notNullable(); // in lower case
    table.primary(['organization_id', 'id', 'collection', 'field']);
    table.index(['organization_id', 'collection', 'field', 'value']);
  });
}
