// Reads the parts of the schema from PostgreSQL's catalog, which every login may read, and compares them with those of a
// new database in generated/postgres-schema.json: a login that only serves cannot create one.
import { type SchemaPart, compareSchemas } from '../schema-comparison';
import describedParts from '../../../generated/postgres-schema.json';
import { MIGRATIONS_TABLE, missingAfter } from '../migrate';
import type { Execute } from './partitions';

/**
 * Tables and views of the schema, and their children in other schemas, without those of extensions.
 * `month`: how a partition of the activity log must be bound.
 */
const RELATIONS = `
  with own as (
    select c.oid from pg_class as c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and not exists (select from pg_depend as d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    union select inhrelid from pg_inherits as i join pg_class as p on p.oid = i.inhparent
      where p.relnamespace = current_schema()::regnamespace and p.relkind in ('r', 'p', 'f')),
  relations as (
    select c.*, c.oid::regclass::text as label,
        format('FOR VALUES FROM (%L) TO (%L)', replace(right(relname, 7), '_', '-'), case
          when relname ~ '^activity_[0-9]{4}_(0[1-9]|1[0-2])$' then to_char(
            to_date(right(relname, 7), 'YYYY_MM') + interval '1 month', 'YYYY-MM') end) as month
      from pg_class as c join own using (oid))`;

/** Versions of PostgreSQL name the tables of columns in views, or leave them out. */
const TABLES = `
  select case when relkind in ('r', 'p') then 'table' when relkind = 'v' then 'view' else 'relation' end
      || ' ' || label as name,
    concat_ws(' ', relkind, relpersistence,
      case when relrowsecurity then 'row security' end, case when relforcerowsecurity then 'forced' end,
      case when relkind = 'p' then pg_get_partkeydef(oid) end,
      case when not relispartition then null
        when pg_get_expr(relpartbound, oid) in ('DEFAULT', month) then 'of activity'
        else pg_get_expr(relpartbound, oid) end,
      (select string_agg(inhparent::regclass::text, ' ' order by 1) from pg_inherits where inhrelid = relations.oid),
      case when relkind in ('v', 'm') then regexp_replace(pg_get_viewdef(oid, true), '\\m\\w+\\.', '', 'g') end,
      case when relkind in ('v', 'm') then reloptions::text end) as definition, false as plain
  from relations`;

const COLUMNS = `
  select format('column %I of %s', attname, label),
    concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      (select collname from pg_collation as l where l.oid = attcollation),
      attidentity::text || attgenerated::text, pg_get_expr(adbin, adrelid)), false
  from relations join pg_attribute as c on attrelid = relations.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p', 'f')`;

/** The constraints of partitions have names of their own. PostgreSQL 18 has constraints for columns that are not null. */
const CONSTRAINTS = `
  select format('constraint %I on %s', coalesce(p.conname, k.conname), label),
    pg_get_constraintdef(k.oid, true), false
  from relations join pg_constraint as k on k.conrelid = relations.oid
  left join pg_constraint as p on p.oid = k.conparentid
  where k.contype not in ('n', 't')`;

const INDEXES = `
  select format('index %I on %s', coalesce(p.relname, i.relname), label),
    regexp_replace(regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX .*? USING ', '\\1'),
        ' WITH \\(.*?\\)', '')
      || case when indisvalid then '' else ' invalid' end,
    not indisunique and indexprs is null and indpred is null and not exists (
      select from pg_opclass as o where o.oid = any (indclass::oid[]) and o.opcnamespace <> 'pg_catalog'::regnamespace)
  from relations join pg_index on indrelid = relations.oid join pg_class as i on i.oid = indexrelid
  left join pg_inherits on inhrelid = indexrelid left join pg_class as p on p.oid = inhparent
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`;

/** The check of a foreign key is an internal trigger, which a superuser can turn off. */
const TRIGGERS = `
  select format('trigger %I on %s', tgname, label),
    regexp_replace(pg_get_triggerdef(t.oid, true), ' ON .*?( FOR EACH | DEFERRABLE | NOT DEFERRABLE )', '\\1')
      || case tgenabled when 'O' then '' else ' enabled ' || tgenabled::text end, false
  from relations join pg_trigger as t on tgrelid = relations.oid where not tgisinternal
  union all
  select format('disabled check of the constraint %I on %s', conname, label), '', false
  from relations join pg_trigger on tgrelid = relations.oid join pg_constraint as k on k.oid = tgconstraint
  where tgisinternal and tgenabled <> 'O' group by conname, label`;

const RULES = `
  select format('rule %I on %s', rulename, label), pg_get_ruledef(r.oid, true), false
  from relations join pg_rewrite as r on ev_class = relations.oid where rulename <> '_RETURN'`;

/** The role of operators is the owner, whose name differs between installations. */
const POLICIES = `
  select format('policy %I on %s', polname, label),
    concat_ws(' ', polcmd, case when polpermissive then 'permissive' else 'restrictive' end,
      (select string_agg(case role when relowner then 'owner' when 0 then 'public' else pg_get_userbyid(role) end, ' '
        order by role = relowner, pg_get_userbyid(role)) from unnest(polroles) as role),
      'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)), false
  from relations join pg_policy on polrelid = relations.oid`;

/** A function or operator of the schema can take the place of PostgreSQL's own in a statement. */
const FUNCTIONS = `
  select format('function %I(%s)', proname, pg_get_function_identity_arguments(f.oid)),
    concat_ws(' ', lanname, prosrc, case when prosecdef then 'security definer' end, proconfig::text,
      pg_get_function_result(f.oid)), false
  from pg_proc as f join pg_language as l on l.oid = prolang
  where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend as d
    where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')
  union all
  select 'operator ' || o.oid::regoperator::text, '', false from pg_operator as o
  where oprnamespace = current_schema()::regnamespace and not exists (select from pg_depend as d
    where d.classid = 'pg_operator'::regclass and d.objid = o.oid and d.deptype = 'e')`;

/** `replica` turns triggers and the checks of foreign keys off. */
const SETTING = `
  select 'setting session_replication_role = ' || current_setting('session_replication_role'), '', false
  where current_setting('session_replication_role') <> 'origin'`;

const READ_PARTS = `${RELATIONS}
  ${[TABLES, COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS, RULES, POLICIES, FUNCTIONS, SETTING].join('\n  union all')}
  order by 1`;

interface PartRow {
  name: string;
  definition: string;
  /** Whether it is an index of columns only. */
  plain: boolean;
}

/** Matches texts, which stay, and what versions of PostgreSQL and restored dumps write differently. */
const VARYING =
  /'(?:[^']|'')*'|::(?:text|character varying)(?:\[\])?(?![\w(])|timezone\('utc'(?:::text)?, now\(\)\)|[\s()]+/g;

/** Returns a definition that does not depend on the version of PostgreSQL, or on a dump in between. */
const canonical = (definition: string): string =>
  definition
    .replace(VARYING, (part) => {
      if (part.startsWith("'")) return part;
      if (part.startsWith('timezone')) return " now AT TIME ZONE 'utc' ";
      return part.startsWith('::') ? '' : ' ';
    })
    .replace(/ +/g, ' ')
    .trim();

export const readParts = async (query: Execute): Promise<SchemaPart[]> =>
  (await query<PartRow>(READ_PARTS)).map(({ name, definition, plain }) => ({
    name,
    definition: canonical(definition),
    mayBeAdded: plain,
  }));

/** Stands for the name of a partition of the activity log, each of which has the same parts. */
const PARTITION = 'activity_PARTITION';

/** Returns the definitions of the parts of a new database by name, for generated/postgres-schema.json. */
export async function newParts(query: Execute): Promise<Record<string, string>> {
  const parts = (await readParts(query)).filter(({ name }) => !/ activity_[0-9_]{7}$/.test(name));
  return Object.fromEntries(
    parts.map(({ name, definition }) => [name.replace('activity_default', PARTITION), definition]),
  );
}

const PARTITION_TABLE = /^table (activity_(?:default|[0-9]{4}_[0-9]{2}))$/;

/**
 * Citus drops the references to tables of the coordinator, lets the owner see all rows of a distributed table, adds a
 * trigger to it, and may show its shards.
 */
const DIFFERS_ON_CITUS = /^(?:constraint|table|disabled check) |^trigger truncate_trigger_|_\d{5,}$/;

/** Returns the parts of a new database that has these partitions. */
function expectedParts(partitions: readonly string[]): SchemaPart[] {
  return Object.entries<string>(describedParts).flatMap(([name, definition]) =>
    name.includes(PARTITION)
      ? partitions.map((partition) => ({ name: name.replace(PARTITION, partition), definition }))
      : [{ name, definition }],
  );
}

/** Returns a sentence for each fault of the schema, undefined for that of an earlier version. */
export async function schemaFaults(query: Execute, isDistributed: boolean): Promise<string[] | undefined> {
  const names = await query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`);
  if (missingAfter(names.map(({ name }) => name)).length > 0) return undefined;
  const found = await readParts(query);
  const months = found.flatMap(({ name }) => PARTITION_TABLE.exec(name)?.[1] ?? []);
  const counts = ({ name }: SchemaPart): boolean => !isDistributed || !DIFFERS_ON_CITUS.test(name);
  const expected = expectedParts([...new Set(['activity_default', ...months])]);
  return compareSchemas(expected.filter(counts), found.filter(counts));
}
