// The SQL and the errors of SQLite.
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import type { Database, Dialect } from '../database';
import { jsonObject } from '../json-object';
import { compile, once } from '../statement';

/** Result codes of a database that cannot answer now (https://www.sqlite.org/rescode.html). */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOTADB|CORRUPT|INTERRUPT)$/;

/** Returns whether the result code of an error of the driver is one of these. */
export const hasCode = (error: unknown, codes: RegExp): boolean =>
  codes.test(String((error as { code?: unknown } | undefined)?.code));

export const isBusy = (error: unknown): boolean => hasCode(error, /^SQLITE_BUSY$/);

/** Returns whether another transaction holds the lock. */
export const isSqliteContention = (error: unknown): boolean => hasCode(error, /^SQLITE_(BUSY|LOCKED)$/);

/** Returns ApiError `unavailable` when the database cannot answer, and any other error unchanged. */
export const fromSqliteError = (error: unknown): unknown =>
  hasCode(error, UNAVAILABLE) ? unavailable(error) : error;

const formatMembers = (names: readonly string[]): string =>
  names.map((name) => `value ->> '${name}' as "${name}"`).join(', ');

export function sqliteDialect(knex: Knex): Dialect {
  return {
    isDistributed: false,
    // Concatenated texts: with json_object and json_group_array a list takes 50 % longer.
    jsonObject: (members) =>
      jsonObject(knex, members, { column: 'json_quote(?)', expression: 'json_quote(?)' }),
    // A blob arrives as a Buffer, which saves decoding and encoding megabytes of UTF-8.
    jsonArray: (element) =>
      knex.raw(`cast('[' || coalesce(group_concat(?, ','), '') || ']' as blob)`, [element]),
    // json_each would return each row as text, which SQLite parses again for each column.
    recordset: (_table, columns, json) =>
      knex.raw(`(select ${formatMembers(columns)} from jsonb_each(?)) as p`, [json]),
    elements: (members, json) =>
      knex.raw(`(select key as position, ${formatMembers(members)} from jsonb_each(?)) as p`, [json]),
    brokenConstraint(error, table) {
      // Not `instanceof Error`: the driver's errors may come from another realm.
      const message = String((error as { message?: unknown } | undefined)?.message);
      if (message.includes(`UNIQUE constraint failed: ${table}.`)) return 'unique';
      if (message.includes('FOREIGN KEY constraint failed')) return 'foreign key';
      return undefined;
    },
    catalogColumns: () =>
      knex.raw(`select t.name as table_name, c.name as column_name, c.pk as key_position
        from pragma_table_list as t, pragma_table_info(t.name) as c
        where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
        order by t.name, c.name`),
    catalogReferences: () =>
      knex.raw(
        `select t.name as table_name, f."table" as referenced
          from pragma_table_list as t, pragma_foreign_key_list(t.name) as f where t.schema = 'main'`,
      ),
    isContention: isSqliteContention,
    removeArchived: (write) => removeArchived(knex, write),
    prepareMonths: () => Promise.resolve(),
    lockOrganizations: () => Promise.resolve(), // one transaction writes at a time
    deferReferences: () => knex.raw('PRAGMA defer_foreign_keys = ON'),
    fireDeferredTriggers: () => undefined,
    lockTables: () => undefined,
    analyze: () => Promise.resolve(),
  };
}

/** Entries of one transaction. Others write between two of them. */
const CHUNK = 10_000;

interface Archived {
  organization: string;
  /** The first entry in the database. */
  first: number | null;
  /** The last archived entry. */
  last: number;
}

async function removeArchived(knex: Knex, write: Database['write']): Promise<void> {
  const first = knex('activity').whereRaw('organization_id = a.organization_id').min('sequence');
  const select = once<Archived>(
    knex({ a: 'activity_archives' })
      .select({ organization: 'a.organization_id', first })
      .max({ last: 'a.last_sequence' })
      .groupBy('a.organization_id'),
  );
  const remove = compile<{ organization: string; upTo: number }, never>((param) =>
    knex('activity')
      .where('organization_id', param('organization'))
      .where('sequence', '<=', param('upTo'))
      .delete(),
  );
  const steps: { organization: string; upTo: number }[] = [];
  for (const { organization, first: start, last } of await write('operator', ({ all }) => all(select, {})))
    for (let upTo = (start ?? Infinity) - 1; upTo < last;) {
      upTo = Math.min(upTo + CHUNK, last);
      steps.push({ organization, upTo });
    }
  while (steps.length > 0)
    await write('operator', async (transaction) => {
      for (let removed = 0; removed < CHUNK && steps.length > 0;)
        removed += await transaction.run(remove, steps.shift()!);
    });
}
