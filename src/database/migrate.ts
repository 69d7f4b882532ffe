// Brings a database to the newest schema. The list is here and not read from a folder, so that it is the same in src/ and dist/.
import type { Knex } from 'knex';
import * as inventory from './migrations/0001-inventory';
import * as keys from './migrations/0002-keys';
import * as idempotency from './migrations/0003-idempotency';

const MIGRATIONS: Record<string, Knex.Migration> = {
  '0001-inventory': inventory,
  '0002-keys': keys,
  '0003-idempotency': idempotency,
};

const source: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: (name) => Promise.resolve(MIGRATIONS[name]!),
};

/** Applies what is missing and returns its names. */
export async function migrate(knex: Knex): Promise<string[]> {
  const [, applied] = (await knex.migrate.latest({ migrationSource: source })) as [number, string[]];
  return applied;
}
