// The activity log in monthly partitions, so that an archived month leaves by dropping a table
// (spec/decisions/0014-audit.md). The default partition takes the entries of months without a partition.
import { type Month, toMonth, nextMonth } from '../../base/day';

/** Runs one statement and returns its rows. */
export type Execute = <Row = never>(sql: string) => Promise<Row[]>;

const DEFAULT = 'activity_default';
/** A detached partition, until its transaction drops it. */
const REST = 'activity_rest';
/** Partitions are made when the owner opens the database. */
const MONTHS_AHEAD = 12;
/** Times that the server wrote. A forged entry with another one stays in the default partition. */
const IS_MONTH = "occurred_at ~ '^[0-9]{4}-(0[1-9]|1[0-2])-'";

const toName = (month: Month): string => `activity_${month.replace('-', '_')}`;

/** Citus rejects triggers otherwise. PostgreSQL ignores the setting of an extension that it lacks. */
const allowTriggers = (execute: Execute): Promise<unknown> =>
  execute('set local citus.enable_unsafe_triggers = on');

/** Policies and triggers of the log hold for statements on the log. These hold for the partition itself. */
async function protect(execute: Execute, table: string): Promise<void> {
  await execute(`alter table ${table} enable row level security`);
  // On Citus, the log does not force its policies on the owner.
  const [log] = await execute<{ forced: boolean }>(
    `select relforcerowsecurity as forced from pg_class where oid = 'activity'::regclass`,
  );
  if (log!.forced) await execute(`alter table ${table} force row level security`);
  await execute(`create policy operator on ${table} to current_user using (true)`);
  await execute(
    `create trigger activity_refuses_truncate before truncate on ${table} for each statement
      execute function activity_refuse()`,
  );
}

async function createDefaultPartition(execute: Execute): Promise<void> {
  await execute(`create table ${DEFAULT} partition of activity default`);
  await protect(execute, DEFAULT);
}

async function createPartitions(execute: Execute, months: Iterable<Month>): Promise<void> {
  const present = await readMonths(execute);
  for (const month of months) {
    if (present.includes(month)) continue;
    const bounds = `from ('${month}') to ('${nextMonth(month)}')`;
    await execute(`create table ${toName(month)} partition of activity for values ${bounds}`);
    await protect(execute, toName(month));
  }
}

async function readMonths(execute: Execute): Promise<Month[]> {
  const rows = await execute<{ month: Month }>(
    `select replace(right(relname, 7), '_', '-') as month from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'activity'::regclass and relname <> '${DEFAULT}' order by month`,
  );
  return rows.map(({ month }) => month);
}

function comingMonths(): Month[] {
  const months = [toMonth(new Date())];
  while (months.length <= MONTHS_AHEAD) months.push(nextMonth(months.at(-1)!));
  return months;
}

/** Moves the rows of a table that meet a condition into the partitions of their months, and drops the table. */
async function takeRows(execute: Execute, table: string, condition = 'true'): Promise<void> {
  const rows = await execute<{ month: Month }>(
    `select distinct left(occurred_at, 7) as month from ${table} as p where ${IS_MONTH} and ${condition} order by month`,
  );
  await createPartitions(execute, new Set([...rows.map(({ month }) => month), ...comingMonths()]));
  await execute(`insert into activity select * from ${table} as p where ${condition}`);
  await execute(`drop table ${table}`);
}

/** Replaces the default partition by an empty one. */
async function detachDefault(execute: Execute): Promise<void> {
  await execute(`alter table activity detach partition ${DEFAULT}`);
  await execute(`alter table ${DEFAULT} rename to ${REST}`);
  await createDefaultPartition(execute);
}

const holds = async (execute: Execute, condition: string): Promise<boolean> =>
  (await execute(`select from ${DEFAULT} where ${condition} limit 1`)).length > 0;

/** Servers wait while entries move. At startup, the owner moves fewer than these; `activity archive` moves them all. */
const MAX_MOVED = 10_000;

/** Returns whether partitions of coming months are missing, or the default partition has entries to move. */
export async function lacksPartitions(execute: Execute): Promise<boolean> {
  const rest = (await execute(`select from ${DEFAULT} where ${IS_MONTH} limit ${MAX_MOVED}`)).length;
  if (rest === MAX_MOVED) return false;
  const present = await readMonths(execute);
  return rest > 0 || comingMonths().some((month) => !present.includes(month));
}

/** The caller holds the locks of the log (locks.ts). */
export async function completePartitions(execute: Execute): Promise<void> {
  await allowTriggers(execute);
  if (!(await holds(execute, IS_MONTH))) return createPartitions(execute, comingMonths());
  await detachDefault(execute);
  await takeRows(execute, REST);
}

/** Makes partitions before entries with times in these months are loaded. */
export async function preparePartitions(execute: Execute, months: readonly Month[]): Promise<void> {
  await allowTriggers(execute);
  await createPartitions(
    execute,
    months.filter((month) => /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(month)),
  );
}

const closedMonths = async (execute: Execute, end: Month): Promise<Month[]> =>
  (await readMonths(execute)).filter((month) => month < end);

/** Returns whether there are partitions of months before `end`, or entries of them in the default partition. */
export const hasClosedMonths = async (execute: Execute, end: Month): Promise<boolean> =>
  (await closedMonths(execute, end)).length > 0 || holds(execute, `occurred_at < '${end}'`);

const NOT_ARCHIVED = `not exists (select from activity_archives as a
  where a.organization_id = p.organization_id and a.last_sequence >= p.sequence)`;

/** Returns whether a table has entries that no archive has. Reads the last one of each organization only. */
const hasOthers = async (execute: Execute, table: string): Promise<boolean> =>
  (
    await execute(`select from (
        select o.id as organization_id,
            (select max(t.sequence) from ${table} as t where t.organization_id = o.id) as sequence
          from organizations as o
      ) as p where p.sequence is not null and ${NOT_ARCHIVED} limit 1`)
  ).length > 0;

/**
 * Drops the partitions of the months before `end`. Entries that no archive has stay in the log. The caller holds the locks
 * of the log.
 */
export async function dropArchived(execute: Execute, end: Month): Promise<void> {
  await allowTriggers(execute);
  for (const table of (await closedMonths(execute, end)).map(toName)) {
    await execute(`alter table activity detach partition ${table}`);
    await execute(`alter table ${table} rename to ${REST}`);
    await dropRest(execute);
  }
  if (await holds(execute, `occurred_at < '${end}'`)) {
    await detachDefault(execute);
    await dropRest(execute);
  }
}

const dropRest = async (execute: Execute): Promise<unknown> =>
  (await hasOthers(execute, REST)) ? takeRows(execute, REST, NOT_ARCHIVED) : execute(`drop table ${REST}`);

/** A partitioned table needs the partition's column in its key. */
const PARTITIONED_KEY = 'primary key (organization_id, sequence, occurred_at)';

/** Returns the statements that give the table its constraints, indexes, triggers, policies and privileges. */
const DEFINITIONS = `
  with log as (select oid, relowner, relacl from pg_class where oid = 'activity'::regclass),
  grants as (
    select format('%s on activity', privilege_type) as privilege, grantee, is_grantable
      from log, aclexplode(relacl) where grantee <> relowner
    union all
    select format('%s (%I) on activity', privilege_type, attname), grantee, is_grantable
      from log join pg_attribute on attrelid = log.oid, aclexplode(attacl) where grantee <> relowner)
  select format('alter table activity add constraint %I %s', conname,
      case contype when 'p' then '${PARTITIONED_KEY}' else pg_get_constraintdef(c.oid) end) as sql
    from pg_constraint as c join log on conrelid = log.oid where contype in ('p', 'f', 'c', 'u')
  union all
  select pg_get_indexdef(indexrelid) from pg_index join log on indrelid = log.oid
    where not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select pg_get_triggerdef(t.oid) from pg_trigger as t join log on tgrelid = log.oid where not tgisinternal
  union all
  select format('create policy %I on activity as %s for %s to %s', policyname, permissive, cmd,
      (select string_agg(quote_ident(role), ', ') from unnest(roles) as role))
      || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '')
    from pg_policies where schemaname = current_schema() and tablename = 'activity'
  union all
  select format('grant %s to %s', privilege,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
      || case when is_grantable then ' with grant option' else '' end
    from grants`;

/**
 * Converts the activity log to partitions. Everything that an operator added to the table stays. Copies the rows
 * once: the disk must have room for the log twice until the end of the migration.
 */
export async function partitionLog(execute: Execute): Promise<void> {
  const definitions = await execute<{ sql: string }>(DEFINITIONS);
  await execute('alter table activity rename to activity_whole');
  await execute('create table activity (like activity_whole) partition by range (occurred_at)');
  await execute('alter table activity enable row level security, force row level security');
  await execute('create policy operator_meanwhile on activity to current_user using (true)');
  await createDefaultPartition(execute);
  await takeRows(execute, 'activity_whole');
  await execute('drop policy operator_meanwhile on activity');
  for (const { sql } of definitions) await execute(sql);
}
