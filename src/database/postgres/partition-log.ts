// Converts the activity log to partitions. Everything that an operator added to the table stays.
import { type Execute, createDefaultPartition, takeRowsOf } from './partitions';

/** A partitioned table needs the partition's column in its key. */
const KEY = 'primary key (organization_id, sequence, occurred_at)';

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
      case contype when 'p' then '${KEY}' else pg_get_constraintdef(c.oid) end) as sql
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

/** Copies the rows once: the disk must have room for the log twice until the end of the migration. */
export async function partitionLog(execute: Execute): Promise<void> {
  const definitions = await execute<{ sql: string }>(DEFINITIONS);
  await execute('alter table activity rename to activity_whole');
  await execute('create table activity (like activity_whole) partition by range (occurred_at)');
  await execute('alter table activity enable row level security, force row level security');
  await execute('create policy operator_meanwhile on activity to current_user using (true)');
  await createDefaultPartition(execute);
  await takeRowsOf(execute, 'activity_whole');
  await execute('drop policy operator_meanwhile on activity');
  for (const { sql } of definitions) await execute(sql);
}
