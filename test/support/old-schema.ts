// Creates databases with the schema of an earlier version, of the kind that the project of Jest names.
import type { Knex } from 'knex';
import { findApplied, migrate, missingAfter } from '../../src/database/migrate';
import { createKnex } from '../../src/database/postgres/pool';
import { postgresSchema } from '../../src/database/postgres/schema';
import { createPool } from '../../src/database/sqlite/pool';
import { sqliteSchema } from '../../src/database/sqlite/schema';
import { type TestDatabase, onPostgres, postgresDatabase, testDatabase } from './database';

/** Opens connections to a database; a single one on SQLite. */
export const knexOf = (url: string): Knex =>
  onPostgres() ? createKnex(url) : createPool(url.slice('sqlite:'.length), {}, 1);

/** Returns the migrations up to this one, for example `0004-activity`. */
export const migrationsUpTo = (last: string): string[] => missingAfter([]).filter((name) => name <= last);

export async function databaseAt(last: string): Promise<TestDatabase> {
  const database = onPostgres() ? await postgresDatabase({ migrated: false }) : await testDatabase();
  const knex = knexOf(database.url);
  await migrate(knex, onPostgres() ? postgresSchema : sqliteSchema, migrationsUpTo(last)).finally(() =>
    knex.destroy(),
  );
  return database;
}

export async function appliedIn(url: string): Promise<string[]> {
  const knex = knexOf(url);
  return (await findApplied(knex).finally(() => knex.destroy())) ?? [];
}
