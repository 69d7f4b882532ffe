// The schema of PostgreSQL: encoding, owner, and row-level security on every table.
import type { Knex } from 'knex';
import type { Month } from '../../base/day';
import { ApiError, unavailable } from '../../base/errors';
import type { OpenOptions } from '../database';
import { type PreparedSchema, findApplied, prepareSchema } from '../migrate';
import type { Role, SchemaDialect } from '../migrations/schema';
import {
  type Execute,
  completePartitions,
  dropArchived,
  hasClosedMonths,
  lacksPartitions,
  partitionLog,
} from './partitions';
import { lockLog, lockTables, transactBehind } from './locks';
import { SERVER_ROLE, SETTINGS, SETTINGS_ROLE, explainDenied, requireServerRole } from './roles';

/**
 * The first query to the database. @throws ApiError `unavailable` for another encoding, and for every error
 * of the connection.
 */
export async function requireUtf8(knex: Knex): Promise<void> {
  const { rows } = await knex
    .raw<{ rows: { server_encoding: string }[] }>('show server_encoding')
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  const encoding = rows[0]!.server_encoding;
  if (encoding === 'UTF8') return;
  throw unavailable(
    `its encoding is ${encoding}, which lacks characters or counts them wrongly; ` +
      "make one with: create database NAME encoding 'UTF8' template template0",
  );
}

/** @throws ApiError `unavailable` when the login may not change the schema. */
export function prepareAsOwner(knex: Knex, options: OpenOptions): Promise<PreparedSchema> {
  const step =
    'this login may not make tables here; let the owner of the database run `compliance-inventory migrate`';
  const prepare = async (): Promise<PreparedSchema> => {
    // Row-level security shows no migrations to a login without the role.
    const isKept = options.schema === 'use' || options.schema === 'read';
    if (isKept && (await findApplied(knex))?.length === 0) await requireServerRole(knex);
    return prepareSchema(knex, postgresSchema, options);
  };
  return prepare().catch(explainDenied(step));
}

/** Knex takes a question mark for a placeholder. */
export const queryOn =
  (knex: Knex): Execute =>
  async (sql) =>
    (await knex.raw<{ rows: never[] }>(sql.replaceAll('?', '\\?'))).rows;

/** How long an archiving waits for other sessions. */
const REMOVAL_MILLISECONDS = 60_000;

/** Makes the partitions of coming months, unless the log is in use: until then, the default partition takes entries. */
export async function completeLogPartitions(knex: Knex): Promise<void> {
  if (!(await lacksPartitions(queryOn(knex)))) return;
  await transactBehind(lockLog, knex, 0, (transaction) => completePartitions(queryOn(transaction))).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    },
  );
}

/** Drops archived partitions in a transaction of its own, which changes no rows and runs again after an interruption. */
export async function dropArchivedPartitions(knex: Knex, end: Month): Promise<void> {
  if (await hasClosedMonths(queryOn(knex), end))
    await transactBehind(lockLog, knex, REMOVAL_MILLISECONDS, (transaction) =>
      dropArchived(queryOn(transaction), end),
    );
}

interface Rights {
  /** Whether the login owns the tables. A member of the server's role sees no rows as an operator. */
  owns: boolean;
  /** Whether row-level security does not bind the login. */
  seesAll: boolean;
  /** Whether the server or the login takes no changes. */
  isReadOnly: boolean;
}

export async function readRights(knex: Knex): Promise<Rights> {
  const { rows } = await knex.raw<{ rows: [Rights] }>(
    `select pg_has_role(current_user, relowner, 'MEMBER') as owns, rolbypassrls or rolsuper as "seesAll",
        current_setting('transaction_read_only') = 'on' or not has_table_privilege('activity', 'insert') as "isReadOnly"
      from pg_class, pg_roles where pg_class.oid = 'organizations'::regclass and rolname = current_user`,
  );
  return rows[0];
}

const setting = (name: string): string => `current_setting('${name}', true)`;

/** Orders text columns by their bytes, because lists are in the order of ids, in every locale. */
async function orderByBytes(transaction: Knex, table: string): Promise<void> {
  const columns = await transaction('information_schema.columns')
    .where({ table_schema: transaction.raw('current_schema()'), table_name: table })
    .whereIn('data_type', ['character varying', 'text'])
    .whereNull('collation_name') // of the database
    .select<{ column_name: string; character_maximum_length: number | null }[]>(
      'column_name',
      'character_maximum_length',
    );
  for (const { column_name, character_maximum_length: length } of columns) {
    const type = length === null ? 'text' : `varchar(${length})`;
    await transaction.raw(`alter table ?? alter column ?? type ${type} collate "C"`, [table, column_name]);
  }
}

const ROLES: Record<Role, string> = { server: SERVER_ROLE, settings: SETTINGS_ROLE };

async function secure(
  transaction: Knex,
  table: string,
  visible: string,
  grants: string,
  role: Role,
): Promise<void> {
  await transaction.raw('alter table ?? enable row level security, force row level security', [table]);
  await transaction.raw(`create policy ${role} on ?? to ${ROLES[role]} using (${visible})`, [table]);
  await transaction.raw('create policy operator on ?? to current_user using (true)', [table]);
  await transaction.raw(`grant ${grants} on ?? to ${ROLES[role]}`, [table]);
}

/** Creates triggers that reject changes, deletions and the truncation of a table. `when`: the rejected changes. */
async function keep(transaction: Knex, table: string, message: string, when = ''): Promise<void> {
  await transaction.raw(
    `create or replace function ${table}_refuse() returns trigger language plpgsql as $$
      begin raise exception '${message}'; end $$`,
  );
  const events = { update: `each row${when}`, delete: 'each row', truncate: 'each statement' };
  for (const [event, each] of Object.entries(events))
    await transaction.raw(
      `create trigger ${table}_refuses_${event} before ${event} on ${table} for ${each}
        execute function ${table}_refuse()`,
    );
}

/** Names the schema: the tables of a session's own would hide those of the inventory. */
const readExists = (table: string, id: string): string =>
  `execute format('select exists (select from %I.${table} where id = $1)', tg_table_schema) into found using ${id};`;

const createFunction = (name: string, body: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$
    declare found boolean := false; begin ${body} end $$`;

/** Lets the rows of deleted organizations leave a table whose triggers reject deletions. */
const refuseUnlessDeleted = (table: string, message: string): string =>
  createFunction(
    `${table}_refuse`,
    `if tg_op = 'DELETE' then ${readExists('organization_deletions', 'old.organization_id')} end if;
      if found then return old; end if;
      raise exception '${message}';`,
  );

export const postgresSchema: SchemaDialect = {
  transact: (knex, wait, work) => transactBehind(lockTables, knex, wait, work),
  async prepare(transaction, migrations) {
    if (await transaction.schema.hasTable(migrations)) return;
    await transaction.raw(
      `do $$ begin execute format('grant usage on schema %I to ${SERVER_ROLE}', current_schema()); end $$`,
    );
    await transaction.raw(
      'create table ?? (name varchar(80) not null primary key, applied_at varchar(24) not null)',
      [migrations],
    );
    await secure(transaction, migrations, 'true', 'select', 'server');
  },

  async isolate(transaction, table, role, requests, column = 'organization_id') {
    await orderByBytes(transaction, table);
    await secure(transaction, table, `${column} = ${setting(SETTINGS.organization)}`, requests, role);
  },

  // A request shows the digest of its key before its organization is known.
  async admitKeys(transaction) {
    const own = `k.digest = ${setting(SETTINGS.holder)}`;
    await transaction.raw(
      `create policy key_holder on api_keys for select to ${SERVER_ROLE}
        using (digest = ${setting(SETTINGS.holder)})`,
    );
    await transaction.raw(
      `create policy key_holder on organizations for select to ${SERVER_ROLE} using (exists
        (select from api_keys k where k.organization_id = organizations.id and ${own}))`,
    );
  },

  async admitHolders(transaction, table, visible, requests) {
    const condition = visible
      .replaceAll(':holder', setting(SETTINGS.holder))
      .replaceAll(':organization', setting(SETTINGS.organization));
    if (requests !== undefined) {
      await orderByBytes(transaction, table);
      return secure(transaction, table, condition, requests, 'settings');
    }
    await transaction.raw('drop policy if exists holder on ??', [table]);
    await transaction.raw(`create policy holder on ?? for select to ${SETTINGS_ROLE} using (${condition})`, [
      table,
    ]);
  },

  async admitServer(transaction, table) {
    await orderByBytes(transaction, table);
    await transaction.raw(
      `create policy server on ?? to ${SERVER_ROLE} using (organization_id = ${setting(SETTINGS.organization)})`,
      [table],
    );
  },

  async grant(transaction, privileges, name, role) {
    await transaction.raw(`grant ${privileges} on ?? to ${ROLES[role]}`, [name]);
  },

  appendOnly: (transaction, table) => keep(transaction, table, `${table}: entries are only ever added`),

  letArchivedLeave: (transaction) => partitionLog(queryOn(transaction)),

  // The record comes first, and its check at the commit: references to an organization cannot be deferred.
  async letDeletedLeave(transaction) {
    const messages = {
      activity: 'activity: entries are only ever added',
      activity_heads: 'activity_heads: sequence only grows',
      activity_archives: 'activity_archives: entries are only ever added',
    };
    for (const [table, message] of Object.entries(messages))
      await transaction.raw(refuseUnlessDeleted(table, message));
    const record = 'organization_deletions';
    await orderByBytes(transaction, record);
    await transaction.raw('alter table ?? enable row level security, force row level security', [record]);
    await transaction.raw('create policy operator on ?? to current_user using (true)', [record]);
    await keep(transaction, record, `${record}: rows are only ever added`);
    const exists =
      "if found then raise exception 'organization_deletions: the organization exists'; end if; return null;";
    await transaction.raw(
      createFunction('organization_deletions_check', `${readExists('organizations', 'new.id')} ${exists}`),
    );
    await transaction.raw(
      `create constraint trigger organization_deletions_check after insert on ${record}
        deferrable initially deferred for each row execute function organization_deletions_check()`,
    );
    const deleted =
      "if found then raise exception 'organizations: this organization was deleted'; end if; return new;";
    await transaction.raw(
      createFunction('organizations_refuse', `${readExists(record, 'new.id')} ${deleted}`),
    );
    await transaction.raw(
      `create trigger organizations_refuses_deleted before insert or update of id on organizations
        for each row execute function organizations_refuse()`,
    );
  },

  growOnly: (transaction, table, number) =>
    keep(
      transaction,
      table,
      `${table}: ${number} only grows`,
      ` when (new.${number} <= old.${number} or new.organization_id <> old.organization_id)`,
    ),
};
