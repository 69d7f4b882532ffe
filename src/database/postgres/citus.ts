// Citus: the inventory and its log are distributed by organization. Organizations, keys and users stay in
// tables of the coordinator, which every request reads first (spec/decisions/0015-postgresql.md).
import type { Knex } from 'knex';
import { MIGRATION_LOCK, SERVER_ROLE, SETTINGS_ROLE, explainDenied } from './roles';

/** Each has the organization first in its primary key, and no unique index over several organizations. */
export const DISTRIBUTED = [
  'facilities',
  'control_centers',
  'cyber_systems',
  'cyber_assets',
  'collection_versions',
  'activity',
  'activity_heads',
  'activity_archives',
  'activity_names',
  'idempotency_keys',
  'records',
  'record_fields',
];

/** Options of a connection: `set local` reaches the workers, and a missing worker is found within 2 s. */
export const CITUS_OPTIONS = '-c citus.propagate_set_commands=local -c citus.node_connection_timeout=2000';

export async function hasCitus(knex: Knex): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/** Returns the tables that are still to be distributed. */
async function readLocal(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relname = any(?) and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)`,
    [DISTRIBUTED],
  );
  return DISTRIBUTED.filter((table) => rows.some(({ name }) => name === table));
}

interface Reference {
  name: string;
  table: string;
  referenced: string;
  definition: string;
}

/**
 * Removes the foreign keys of tables and returns those between distributed tables. Citus cannot distribute a
 * table that has one, and cannot check a reference to a table of the coordinator.
 */
async function dropReferences(transaction: Knex, tables: string[]): Promise<Reference[]> {
  const { rows } = await transaction.raw<{ rows: Reference[] }>(
    `select conname as name, t.relname as "table", r.relname as referenced,
        pg_get_constraintdef(f.oid) as definition
      from pg_constraint as f join pg_class as t on t.oid = f.conrelid join pg_class as r on r.oid = f.confrelid
      where f.contype = 'f' and t.relnamespace = current_schema()::regnamespace and t.relname = any(?)`,
    [tables],
  );
  for (const { name, table } of rows)
    await transaction.raw('alter table ?? drop constraint ??', [table, name]);
  return rows.filter(({ referenced }) => DISTRIBUTED.includes(referenced));
}

/** Citus connects to the workers with the role of the statement. */
async function letRolesLogIn(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { role: string }[] }>(
    'select rolname as role from pg_roles where rolname = any(?) and not rolcanlogin',
    [[SERVER_ROLE, SETTINGS_ROLE]],
  );
  for (const { role } of rows) await knex.raw(`alter role ${role} login`);
}

/**
 * Distributes the tables that are not distributed yet, with their rows.
 * @throws ApiError `unavailable` when the login may not.
 */
export async function distribute(knex: Knex): Promise<void> {
  if ((await readLocal(knex)).length === 0) return;
  const step =
    'this login may not distribute the tables; let the owner run `compliance-inventory migrate`, or an ' +
    `administrator first: alter role ${SERVER_ROLE} login; alter role ${SETTINGS_ROLE} login`;
  await letRolesLogIn(knex)
    .then(() => knex.transaction(distributeIn))
    .catch(explainDenied(step));
}

async function listPartitions(transaction: Knex, table: string): Promise<string[]> {
  const { rows } = await transaction.raw<{ rows: { name: string }[] }>(
    'select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = ?::regclass',
    [table],
  );
  return rows.map(({ name }) => name);
}

async function distributeIn(transaction: Knex): Promise<void> {
  await transaction.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
  const tables = await readLocal(transaction);
  const references = await dropReferences(transaction, tables);
  await transaction.raw('set local citus.enable_unsafe_triggers = on'); // they change nothing
  for (const table of tables) {
    // Citus moves shards by logical replication, which cannot write where the policies bind the owner.
    for (const part of [table, ...(await listPartitions(transaction, table))])
      await transaction.raw('alter table ?? no force row level security', [part]);
    await transaction.raw('select create_distributed_table(?, ?, colocate_with => ?)', [
      table,
      'organization_id',
      table === DISTRIBUTED[0] ? 'none' : DISTRIBUTED[0]!,
    ]);
  }
  for (const { table, name, definition } of references)
    await transaction.raw(`alter table ?? add constraint ?? ${definition}`, [table, name]);
}
