// The locks of a migration, and of a change of the log's partitions. A transaction that waits for a lock while it holds
// others can deadlock with requests: it first keeps out new changes, then gives up after a short wait for the rest, lets
// the requests pass, and tries again.
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import { isContention } from './dialect';
import { MIGRATION_LOCK, makeRoles } from './roles';

/** Each change of a server begins with a lock of its organization: nothing that waits here holds another lock. */
const GATE = 'organizations';
const GATE_MILLISECONDS = 1000;
/** Authentication reads these tables in this order. */
const FIRST = ['api_keys', GATE];

/** Shorter than PostgreSQL's wait before it looks for a deadlock and ends a request (`deadlock_timeout`: 1 s). */
const LOCK_MILLISECONDS = 200;
const MAX_ATTEMPT_MILLISECONDS = 800;
const MIN_PAUSE_MILLISECONDS = 100;

const TABLES = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;

const lock = (transaction: Knex, names: string[], mode: string) =>
  transaction.raw(`lock table ${names.map(() => '??').join(', ')} in ${mode} mode`, names);

/** Of a migration. */
export async function lockTables(transaction: Knex): Promise<void> {
  // In every default isolation level: behind the lock, it must see the migrations of the process before it.
  await transaction.raw('set transaction isolation level read committed');
  await transaction.raw(`set local lock_timeout = ${GATE_MILLISECONDS}`);
  await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
  await makeRoles(transaction); // a login that may not becomes an error that names the administrator's step
  const names = (await transaction.raw<{ rows: { name: string }[] }>(TABLES)).rows.map(({ name }) => name);
  if (!names.includes(GATE)) return;
  await lock(transaction, [GATE], 'exclusive');
  await transaction.raw(`set local lock_timeout = ${LOCK_MILLISECONDS}`);
  await transaction.raw(`set local statement_timeout = ${MAX_ATTEMPT_MILLISECONDS}`);
  const first = FIRST.filter((name) => names.includes(name));
  await lock(transaction, [...new Set([...first, ...names])], 'access exclusive');
  await transaction.raw('set local statement_timeout = 0');
}

/** Partitions have a foreign key: PostgreSQL locks `organizations` too when one is made or dropped. */
export async function lockLog(transaction: Knex): Promise<void> {
  await transaction.raw('set transaction isolation level read committed');
  await transaction.raw(`set local lock_timeout = ${GATE_MILLISECONDS}`);
  await lock(transaction, [GATE], 'exclusive');
  await transaction.raw(`set local lock_timeout = ${LOCK_MILLISECONDS / 2}`);
  for (const name of ['activity', GATE]) await lock(transaction, [name], 'access exclusive');
}

const USERS = `select format('process %s of %s (%s)', pid, usename, concat_ws(', ', nullif(application_name, ''),
      client_addr, extract(epoch from now() - min(xact_start))::int || ' s')) as session
  from pg_stat_activity as a join pg_locks as l using (pid)
  where pid <> pg_backend_pid() and l.granted and (l.locktype = 'advisory' or l.relation in (select oid from pg_class
    where relnamespace = current_schema()::regnamespace)) and a.datname = current_database()
  group by pid, usename, application_name, client_addr order by min(xact_start) limit 3`;

async function readUsers(knex: Knex): Promise<string> {
  const { rows } = await knex.raw<{ rows: { session: string }[] }>(USERS);
  return rows.map(({ session }) => session).join('; ') || 'many short transactions';
}

/**
 * Runs `work` behind the locks that `takeLocks` takes. @throws ApiError `unavailable` that names the sessions when they do
 * not end within `wait` milliseconds.
 */
export async function transactBehind<Result>(
  takeLocks: (transaction: Knex) => Promise<void>,
  knex: Knex,
  wait: number,
  work: (transaction: Knex) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + wait;
  for (;;) {
    try {
      return await knex.transaction(async (transaction) => {
        await takeLocks(transaction);
        return work(transaction);
      });
    } catch (error) {
      if (!isContention(error)) throw error;
      if (performance.now() > until)
        throw unavailable(
          `Other sessions have used the tables for ${wait / 1000} s: ${await readUsers(knex)}. ` +
            'Stop them, or migrate when they have ended.',
        );
      await delay(MIN_PAUSE_MILLISECONDS * (1 + Math.random()));
    }
  }
}
