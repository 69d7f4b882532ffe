// The roles of PostgreSQL: the server sees the rows of one organization at a time, the Settings pages may do
// more with them, and operators see all rows. Row-level security reads role and organization from the
// settings of each transaction (spec/decisions/0015-postgresql.md).
import type { Knex } from 'knex';
import { escapeLiteral } from 'pg';
import { unavailable } from '../../base/errors';
import { type BoundStatement, type Scope, getOrganization } from '../statement';
import { TRANSACTION_LIMITS } from './pool';

/** The id of the advisory lock of changes of the schema: an arbitrary number. */
export const MIGRATION_LOCK = 4_710_264_464;

/** Owns nothing and cannot log in. The login of the server must be a member. */
export const SERVER_ROLE = 'compliance_inventory_server';

/** A member of the server's role that also creates keys and reads users. Requests of the API never use it. */
export const SETTINGS_ROLE = 'compliance_inventory_settings';

/** The settings that row-level security compares rows with. The name of `holder` dates from when it held only keys. */
export const SETTINGS = { organization: 'inventory.organization', holder: 'inventory.key_digest' };

const NAMES = ['role', SETTINGS.organization, SETTINGS.holder, ...Object.keys(TRANSACTION_LIMITS)];
const LIMITS = Object.values(TRANSACTION_LIMITS).map(String);

/** Returns the values of the settings that depend on the scope, in the order of their names. */
function scopeValues(scope: Scope): string[] {
  if (scope === 'operator' || ('by' in scope && scope.by === 'operator')) return ['none', '', ''];
  if ('keyDigest' in scope) return [SERVER_ROLE, '', scope.keyDigest];
  if (!('organization' in scope)) return [SETTINGS_ROLE, '', scope.holder];
  if (scope.by === 'settings') return [SETTINGS_ROLE, scope.organization, scope.holder ?? ''];
  return [SERVER_ROLE, scope.organization, ''];
}

const toValues = (scope: Scope): string[] => [...scopeValues(scope), ...LIMITS];

/**
 * Returns the statement that a transaction sends before the statements of a scope. After another scope of the
 * same transaction it sets only what differs, because setting a role takes PostgreSQL longest.
 */
export function enter(scope: Scope, previous?: Scope): BoundStatement {
  const before = previous === undefined ? [] : toValues(previous);
  const settings = toValues(scope)
    .map((value, index) => ({ name: NAMES[index], value, isSet: value === before[index] }))
    .filter(({ isSet }) => !isSet);
  const calls = settings.map(({ name }, index) => `set_config('${name}', $${index + 1}, true)`);
  return { sql: `select ${calls.join(', ')}`, values: settings.map(({ value }) => value) };
}

/** Citus passes `set local` on to its workers, but no function. The role is that of its connections. */
const setOnWorkers = (organization: string): BoundStatement => ({
  sql: `set local ${SETTINGS.organization} = ${escapeLiteral(organization)}`,
  values: [],
  isOnce: true,
});

/** Returns the statements of `enter`, which on Citus also reach the workers. */
export function opening(scope: Scope, isDistributed: boolean, previous?: Scope): BoundStatement[] {
  const organization = isDistributed ? getOrganization(scope) : undefined;
  return [enter(scope, previous), ...(organization === undefined ? [] : [setOnWorkers(organization)])];
}

/** The options of each role. The role of the Settings pages has all rights of the server's role. */
const MADE: Record<string, string> = { [SERVER_ROLE]: '', [SETTINGS_ROLE]: ` in role ${SERVER_ROLE}` };

/** Since version 16, PostgreSQL distinguishes the right to become a role from other memberships. */
const mayBecome = (role: string): string =>
  `pg_has_role(current_user, '${role}',
    case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end)`;

// Roles belong to the cluster: another database may have created this one, or create it at the same time.
const createRole = (role: string, options: string): string => `do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then
    begin
      create role ${role} nologin${options};
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not ${mayBecome(role)} then
    execute format('grant ${role} to %I', current_user);
  end if;
end $$`;

const INSUFFICIENT_PRIVILEGE = '42501';

/** Handles a rejection. @throws ApiError `unavailable` with the next step for a login without a privilege. */
export const explainDenied =
  (step: string) =>
  (error: unknown): never => {
    throw (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE ? unavailable(step) : error;
  };

function noMember(roles: readonly string[]): string {
  const statements = roles.map(
    (role) => `create role ${role} nologin${MADE[role]}; grant ${role} to the login`,
  );
  return `this login cannot act as the server; let an administrator run: ${statements.join('; ')}`;
}

/** @throws ApiError `unavailable` with the administrator's next step. */
export async function makeRoles(transaction: Knex): Promise<void> {
  for (const [role, options] of Object.entries(MADE))
    await transaction.raw(createRole(role, options)).catch(explainDenied(noMember(Object.keys(MADE))));
}

async function mayWorkAs(knex: Knex, role: string): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: { may: boolean }[] }>(
    `select case when exists (select from pg_roles where rolname = '${role}')
      then ${mayBecome(role)} else false end as may`,
  );
  return rows[0]!.may;
}

/**
 * Runs without a migration too, for example after a restore into another cluster. @throws ApiError
 * `unavailable` with the administrator's next step.
 */
export async function requireServerRole(knex: Knex): Promise<void> {
  if (!(await mayWorkAs(knex, SERVER_ROLE))) throw unavailable(noMember([SERVER_ROLE]));
}

export const maySettings = (knex: Knex): Promise<boolean> => mayWorkAs(knex, SETTINGS_ROLE);

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
    const step = `released operations change tables; let the owner of the tables run: ${grant}`;
    await transaction.raw(grant).catch(explainDenied(step));
  });
}
