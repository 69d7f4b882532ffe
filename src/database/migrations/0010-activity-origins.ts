// The client that sent the request of a change. Older entries and operators' commands have neither.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('activity', (table) => {
    table.string('source_address', 64);
    table.string('user_agent', 256);
  });
}
