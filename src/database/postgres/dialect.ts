// The SQL and the errors of PostgreSQL.
import type { Knex } from 'knex';
import type { Month } from '../../base/day';
import { unavailable } from '../../base/errors';
import type { Dialect } from '../database';
import { jsonObject } from '../json-object';
import { once } from '../statement';
import { preparePartitions } from './partitions';

/**
 * Conditions of a database that cannot answer now: classes 08 (connection), 53 (resources), 57 (operator), 58
 * (system), and timeouts of locks (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const UNAVAILABLE = /^(08|53|57|58)|^(55P03|40001|40P01|25006|28\w{3}|3D000|XX001|XX002)$/;
const CONNECTION_LOST =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client has encountered|Client was closed)/;

interface PostgresError {
  code?: unknown;
  message?: unknown;
  /** Of an error that the server reports. It ends the connection after FATAL. */
  severity?: unknown;
  /** The table of a broken constraint. */
  table?: unknown;
  /** Set for errors of the network. */
  syscall?: unknown;
}

const getCode = (error: unknown): string => String(((error ?? {}) as PostgresError).code);

/** Returns whether another transaction holds a lock, PostgreSQL found a deadlock, or a statement timed out. */
export const isContention = (error: unknown): boolean => /^(55P03|40001|40P01|57014)$/.test(getCode(error));

/** Returns whether the coordinator of Citus reports that a worker, with some organizations, is lost. */
const isLostWorker = (error: unknown): boolean =>
  (error as PostgresError | undefined)?.severity === 'ERROR' && getCode(error).startsWith('08');

/** Returns whether the database accepts other changes, although it rejected this one. */
export const acceptsOthers = (error: unknown): boolean => isContention(error) || isLostWorker(error);

const READ_ONLY = '25006';

/** Returns whether the server is read-only: a standby, or a primary that an operator made read-only. */
export const isReadOnly = (error: unknown): boolean => getCode(error) === READ_ONLY;

export const readOnlyError = (): Error =>
  Object.assign(new Error('the server of PostgreSQL is read-only'), { code: READ_ONLY });

/** Returns whether the connection is lost, so that the effect of its last statement is unknown. */
export function isLostConnection(error: unknown): boolean {
  const { message, syscall, code, severity } = (error ?? {}) as PostgresError;
  if (severity === 'ERROR') return false; // the coordinator of Citus has lost a worker
  return (
    typeof syscall === 'string' ||
    (typeof message === 'string' && CONNECTION_LOST.test(message)) ||
    (typeof code === 'string' && /^(08|57P0)/.test(code))
  );
}

/** Returns ApiError `unavailable` when the database cannot answer, and any other error unchanged. */
export function fromPostgresError(error: unknown): unknown {
  const { code } = (error ?? {}) as PostgresError;
  return isLostConnection(error) || (typeof code === 'string' && UNAVAILABLE.test(code))
    ? unavailable(error)
    : error;
}

/** Handles a rejection. @throws what `fromPostgresError` returns. */
export function throwFromPostgres(error: unknown): never {
  throw fromPostgresError(error);
}

/** `dropArchived`: drops the partitions of the months before another one. */
export function postgresDialect(
  knex: Knex,
  isDistributed: boolean,
  dropArchived: (end: Month) => Promise<void>,
): Dialect {
  return {
    isDistributed,
    // The texts equal those of SQLite byte for byte. A parameter has no type of its own.
    jsonObject: (members) =>
      jsonObject(knex, members, {
        column: `coalesce(to_json(?)::text, 'null')`,
        expression: `coalesce(to_json(cast(? as text))::text, 'null')`,
      }),
    jsonArray: (element) => knex.raw(`'[' || coalesce(string_agg(?, ','), '') || ']'`, [element]),
    recordset: (table, _columns, json) =>
      knex.raw('json_populate_recordset(cast(null as ??), cast(? as json)) as p', [table, json]),
    // Typed columns: `->>` is not leakproof, so that a join on it cannot use an index (decision 15).
    elements(members, json) {
      const names = members.map(() => '??').join(', ');
      const columns = members.map(() => '?? text').join(', ');
      return knex.raw(
        `rows from (json_to_recordset(cast(? as json)) as (${columns})) with ordinality as p(${names}, position)`,
        [json, ...members, ...members],
      );
    },
    brokenConstraint(error, table) {
      const { code, message, table: of } = (error ?? {}) as PostgresError;
      // A reference with NUL or a lone surrogate: rows arrive as JSON, and the error names no table.
      if (code === '22P05' || code === '22P02') return 'foreign key';
      // An error of a worker of Citus names the constraint of the shard, which begins with the table's name.
      if (of !== table && !(isDistributed && String(message).includes(`constraint "${table}_`)))
        return undefined;
      return code === '23505' ? 'unique' : code === '23503' ? 'foreign key' : undefined;
    },
    catalogColumns: () =>
      knex.raw(`select t.relname as table_name, c.attname as column_name,
          case when c.attnum = any(p.partattrs) then null else array_position(k.conkey, c.attnum) end as key_position
        from pg_class as t left join pg_partitioned_table as p on p.partrelid = t.oid
        join pg_attribute as c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
        left join pg_constraint as k on k.conrelid = t.oid and k.contype = 'p'
        where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        order by t.relname, c.attname`),
    catalogReferences: () =>
      knex.raw(`select t.relname as table_name, r.relname as referenced from pg_constraint as f
        join pg_class as t on t.oid = f.conrelid join pg_class as r on r.oid = f.confrelid
        where f.contype = 'f' and not t.relispartition and t.relnamespace = current_schema()::regnamespace`),
    isContention,
    removeArchived: (_write, end) => dropArchived(end),
    prepareMonths: (transaction, months) =>
      preparePartitions((sql) => transaction.all(once(knex.raw(sql)), {}), months),
    async lockOrganizations(transaction) {
      await transaction.all(once(knex.raw(`select set_config('lock_timeout', '500', true)`)), {});
      await transaction.run(once(knex.raw('lock table organizations in exclusive mode')), {});
    },
    lockTables: (names) =>
      knex.raw(`lock table ${names.map(() => '??').join(', ')} in share row exclusive mode`, names),
    deferReferences: () => undefined,
    fireDeferredTriggers: () => knex.raw('set constraints all immediate'),
    async analyze(transaction, names) {
      await transaction.run(once(knex.raw(`analyze ${names.map(() => '??').join(', ')}`, names)), {});
    },
  };
}
