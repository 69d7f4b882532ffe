// Makes the roles of postgres-roles.ts, and says what an administrator must do where this login may not.
import type { Knex } from 'knex';
import { unavailable } from '../../errors';
import { SERVER_ROLE, SETTINGS_ROLE } from './roles';

/** The settings' role may all that the server's may. */
const MADE: Record<string, string> = { [SERVER_ROLE]: '', [SETTINGS_ROLE]: ` in role ${SERVER_ROLE}` };

/** PostgreSQL 16 tells the right to become a role from other memberships. */
const mayBecome = (role: string): string =>
  `pg_has_role(current_user, '${role}', case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end)`;

// Roles belong to the whole cluster: another database of it may have made this one, or be making it now.
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

export const isDenied = (error: unknown): boolean =>
  (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE;

function noMember(roles: readonly string[]): Error {
  const statements = roles.map(
    (role) => `create role ${role} nologin${MADE[role]}; grant ${role} to the login`,
  );
  return unavailable(
    new Error(`this login cannot act as the server; let an administrator run: ${statements.join('; ')}`),
  );
}

/** @throws ApiError `unavailable` that says what an administrator must do. */
export async function makeRoles(transaction: Knex): Promise<void> {
  for (const [role, options] of Object.entries(MADE)) {
    await transaction.raw(createRole(role, options)).catch((error: unknown) => {
      throw isDenied(error) ? noMember(Object.keys(MADE)) : error;
    });
  }
}

/** Whether the login may work in a role. */
async function mayWorkAs(knex: Knex, role: string): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: { may: boolean }[] }>(
    `select case when exists (select from pg_roles where rolname = '${role}') then ${mayBecome(role)} else false end as may`,
  );
  return rows[0]!.may;
}

/** Also when there is nothing to migrate, as after a restore into another cluster. @throws ApiError `unavailable` that says what an administrator must do. */
export async function requireServerRole(knex: Knex): Promise<void> {
  if (!(await mayWorkAs(knex, SERVER_ROLE))) throw noMember([SERVER_ROLE]);
}

export const maySettings = (knex: Knex): Promise<boolean> => mayWorkAs(knex, SETTINGS_ROLE);
