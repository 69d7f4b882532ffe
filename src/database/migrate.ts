// Brings a database to the newest schema. The list is here and not read from a folder, so that it is the same in src/ and dist/.
// All of it is one transaction, in place of Knex's own migrator, whose lock outlives a process that dies (spec/decisions/0006-migrations.md).
import type { Knex } from 'knex';
import { unavailable } from '../errors';
import * as inventory from './migrations/0001-inventory';
import * as keys from './migrations/0002-keys';
import * as idempotency from './migrations/0003-idempotency';
import * as activity from './migrations/0004-activity';
import * as users from './migrations/0005-users';
import * as keyRequests from './migrations/0006-key-requests';
import * as keyIdsAndAccounts from './migrations/0007-key-ids-and-accounts';
import type { SchemaDialect } from './schema-dialect';

const MIGRATIONS: Record<string, { up(knex: Knex, schema: SchemaDialect): Promise<void> }> = {
  '0001-inventory': inventory,
  '0002-keys': keys,
  '0003-idempotency': idempotency,
  '0004-activity': activity,
  '0005-users': users,
  '0006-key-requests': keyRequests,
  '0007-key-ids-and-accounts': keyIdsAndAccounts,
};

export const MIGRATION_NAMES = Object.keys(MIGRATIONS);

/** The table of those that have been applied. */
export const MIGRATIONS_TABLE = 'migrations';

const applied = async (knex: Knex): Promise<string[]> =>
  (await knex<{ name: string }>(MIGRATIONS_TABLE).select('name')).map(({ name }) => name);

/** Those that a database lacks which has had these. */
export const missingAfter = (names: string[]): string[] =>
  MIGRATION_NAMES.filter((name) => !names.includes(name));

/** Returns why this version must not open a database with these migrations, or undefined when it may. */
export function newerSentence(names: string[]): string | undefined {
  const unknown = names
    .filter((name) => !MIGRATION_NAMES.includes(name))
    .sort()
    .join(', ');
  if (unknown === '') return undefined;
  return `It was made by a newer version, whose migrations ${unknown} are not known here: use that version.`;
}

/**
 * Reads the applied migrations. @throws ApiError `unavailable` when this version does not know one of them.
 */
async function readApplied(knex: Knex): Promise<string[]> {
  const names = await applied(knex);
  const problem = newerSentence(names);
  if (problem !== undefined) throw unavailable(new Error(problem));
  return names;
}

/**
 * Applies missing migrations and returns their names. Takes no lock when none is missing.
 * @throws ApiError `unavailable` for a database of a newer version.
 */
export async function migrate(knex: Knex, schema: SchemaDialect): Promise<string[]> {
  if ((await knex.schema.hasTable(MIGRATIONS_TABLE)) && missingAfter(await readApplied(knex)).length === 0)
    return [];
  return knex.transaction(async (transaction) => {
    await schema.prepare(transaction, MIGRATIONS_TABLE);
    const missing = missingAfter(await readApplied(transaction));
    for (const name of missing) {
      await MIGRATIONS[name]!.up(transaction, schema);
      await transaction(MIGRATIONS_TABLE).insert({ name, applied_at: new Date().toISOString() });
    }
    return missing;
  });
}
