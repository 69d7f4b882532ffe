// Gives the server's role the rights to tables that released operations change.
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import { MIGRATION_LOCK } from './locks';
import { SERVER_ROLE, isDenied } from './roles';

/**
 * Lets requests of the API change tables. Servers that start at the same time take turns, because concurrent grants fail.
 * @throws ApiError `unavailable` with the administrator's next step.
 */
export async function allowChanges(knex: Knex, tables: readonly string[]): Promise<void> {
  const countMissing = `select count(*) filter (where not has_table_privilege('${SERVER_ROLE}', name, 'delete'))::int as missing
    from unnest(string_to_array(?, ',')) as name`;
  const grant = `grant select, insert, update, delete on ${tables.join(', ')} to ${SERVER_ROLE}`;
  await knex.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    const { rows } = await transaction.raw<{ rows: { missing: number }[] }>(countMissing, [tables.join(',')]);
    if (rows[0]!.missing === 0) return;
    await transaction.raw(grant).catch((error: unknown) => {
      throw isDenied(error)
        ? unavailable(
            new Error(`released operations change tables; let the owner of the tables run: ${grant}`),
          )
        : error;
    });
  });
}
