// Brings a database to the newest schema in one transaction. Knex's own migrator has a lock that outlives a process
// that dies (spec/decisions/0006-migrations.md). A list in code, not a folder, is the same in src/ and dist/.
import type { Knex } from 'knex';
import { unavailable } from '../base/errors';
import type { Database, OpenOptions } from './database';
import * as activity from './migrations/activity';
import * as inventory from './migrations/inventory';
import * as keys from './migrations/keys';
import * as users from './migrations/users';
import { compileLookup } from './query-batcher';
import type { SchemaDialect } from './migrations/schema';

const MIGRATIONS: Record<string, (knex: Knex, schema: SchemaDialect) => Promise<void>> = {
  '0001-inventory': inventory.addInventory,
  '0002-keys': keys.addKeys,
  '0003-idempotency': inventory.addIdempotency,
  '0004-activity': activity.addActivity,
  '0005-users': users.addUsers,
  '0006-key-requests': keys.addKeyRequests,
  '0007-key-ids-and-accounts': keys.makeIdsUnique,
  '0008-operation-requests': keys.addOperationRequests,
  '0009-activity-archives': activity.addArchives,
  '0010-activity-origins': activity.addOrigins,
  '0011-key-access': keys.addKeyAccess,
  '0012-provider-by-domain': users.findProvidersByDomain,
  '0013-organization-deletions': activity.addDeletions,
  '0014-activity-keys': activity.addActorKeys,
  '0015-activity-search': activity.addActivitySearch,
  '0016-records': inventory.addRecords,
  '0017-members': users.addMembers,
};

const MIGRATION_NAMES = Object.keys(MIGRATIONS);

export const MIGRATIONS_TABLE = 'migrations';

/** Returns the migrations that are missing after these. */
export const missingAfter = (names: string[], wanted: readonly string[] = MIGRATION_NAMES): string[] =>
  MIGRATION_NAMES.filter((name) => wanted.includes(name) && !names.includes(name));

/** Returns why this version must not open a database with these migrations, or undefined when it may. */
export function newerSentence(names: string[]): string | undefined {
  const unknown = names
    .filter((name) => !MIGRATION_NAMES.includes(name))
    .sort()
    .join(', ');
  if (unknown === '') return undefined;
  return `It was made by a newer version, whose migrations ${unknown} are not known here: use that version.`;
}

/** Returns the names. @throws ApiError `unavailable` when this version does not know one of these migrations. */
export function requireKnown(names: string[]): string[] {
  const problem = newerSentence(names);
  if (problem !== undefined) throw unavailable(problem);
  return names;
}

/** @throws ApiError `unavailable` for a newer version. */
const readApplied = async (knex: Knex): Promise<string[]> =>
  requireKnown(await knex(MIGRATIONS_TABLE).pluck<string[]>('name'));

/** Commands work on the schema of the previous minor version, which ends with this migration. */
const PREVIOUS_SCHEMA = '0011-key-access';

/** Returns the applied migrations; undefined for a database without tables. @throws ApiError `unavailable`. */
export const findApplied = async (knex: Knex): Promise<string[] | undefined> =>
  (await knex.schema.hasTable(MIGRATIONS_TABLE)) ? readApplied(knex) : undefined;

/** @throws ApiError `unavailable` for a schema on which no command of this version works. */
function requireUsable(applied: string[] | undefined): string[] {
  if (applied === undefined)
    throw unavailable('It has no tables. Correct DATABASE_URL, or run `migrate` to create them.');
  const missing = missingAfter(applied).filter((name) => name <= PREVIOUS_SCHEMA);
  if (missing.length > 0)
    throw unavailable(
      `Its schema is that of an earlier version and lacks ${missing.join(', ')}. ` +
        'Use the commands of that version, or run `migrate`.',
    );
  return applied;
}

export type PreparedSchema = Pick<Database, 'migrated' | 'missing'>;

const MIGRATION_WAIT_MILLISECONDS = 60_000;

/**
 * Prepares the schema as the options say, and returns the migrations that it applied, and those that are missing.
 * @throws ApiError `unavailable` for a schema that this version cannot use.
 */
export async function prepareSchema(
  knex: Knex,
  dialect: SchemaDialect,
  { schema = 'migrate', migrationWait }: Pick<OpenOptions, 'schema' | 'migrationWait'> = {},
): Promise<PreparedSchema> {
  const applied = schema === 'migrate' ? undefined : await findApplied(knex);
  if (schema === 'migrate' || (schema === 'create' && applied === undefined))
    return { migrated: await migrate(knex, dialect, MIGRATION_NAMES, migrationWait), missing: [] };
  return { migrated: [], missing: missingAfter(requireUsable(applied)) };
}

/**
 * Applies missing migrations and returns their names. Takes no lock when none is missing. `wanted`: all, by default.
 * @throws ApiError `unavailable` for a database of a newer version.
 */
export async function migrate(
  knex: Knex,
  schema: SchemaDialect,
  wanted: readonly string[] = MIGRATION_NAMES,
  wait = MIGRATION_WAIT_MILLISECONDS,
): Promise<string[]> {
  const applied = await findApplied(knex);
  if (applied !== undefined && missingAfter(applied, wanted).length === 0) return [];
  return schema.transact(knex, wait, async (transaction) => {
    await schema.prepare(transaction, MIGRATIONS_TABLE);
    const missing = missingAfter(await readApplied(transaction), wanted);
    for (const name of missing) {
      await MIGRATIONS[name]!(transaction, schema);
      await transaction(MIGRATIONS_TABLE).insert({ name, applied_at: new Date().toISOString() });
    }
    return missing;
  });
}

/**
 * Makes a check that returns the missing migrations. It is a lookup, which waits behind no list.
 * @throws ApiError `unavailable` when the database cannot answer.
 */
export function createSchemaCheck(database: Database): () => Promise<string[]> {
  const applied = compileLookup<object>(database, () =>
    database.knex(MIGRATIONS_TABLE).select({ value: database.knex.raw(`string_agg(name, ',')`) }),
  );
  return async () => missingAfter((await database.find('operator', applied, {}))?.split(',') ?? []);
}
