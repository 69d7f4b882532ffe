// Whether the database answers, and has every migration that this version needs: one small read.
import type { Database } from './database';
import { MIGRATIONS_TABLE, missingAfter } from './migrate';
import { compile } from './statement';

/** Returns what asks for the migrations that are missing. @throws ApiError `unavailable` when the database cannot answer. */
export function createSchemaCheck(database: Database): () => Promise<string[]> {
  const applied = compile<Record<never, never>, { name: string }>(() => database.knex(MIGRATIONS_TABLE).select('name'));
  return async () => missingAfter((await database.read('operator', applied, {})).map(({ name }) => name));
}
