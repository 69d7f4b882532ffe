// The key with which a user made a change. Only an entry of a user has one.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('activity', (table) => {
    table.string('key_id', 80);
  });
}
