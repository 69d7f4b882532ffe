// Whether the database answers, and has every migration that this version needs: a lookup, which waits behind no list.
import type { Database } from './database';
import { compileLookup } from './lookup';
import { MIGRATIONS_TABLE, missingAfter } from './migrate';

/** Returns what asks for the migrations that are missing. @throws ApiError `unavailable` when the database cannot answer. */
export function createSchemaCheck(database: Database): () => Promise<string[]> {
  const applied = compileLookup<object>(database, () =>
    database.knex(MIGRATIONS_TABLE).select({ value: database.knex.raw(`string_agg(name, ',')`) }),
  );
  return async () => missingAfter((await database.find('operator', applied, {}))?.split(',') ?? []);
}
