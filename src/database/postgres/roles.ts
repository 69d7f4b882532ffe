// Who works on PostgreSQL: the server's role, which sees the rows of one organization at a time, that of the Settings pages, which may do more with
// them, and operators, who see all.
// Row-level security is told at the beginning of each transaction which of them it is (spec/decisions/0015-postgresql.md).
import type { BoundStatement } from '../statement';
import type { Scope } from '../scope';

/** Owns nothing, and cannot log in: whoever connects must be a member of it. */
export const SERVER_ROLE = 'compliance_inventory_server';

/** A member of the server's role that also makes keys and knows users. Requests of the API never work in it. */
export const SETTINGS_ROLE = 'compliance_inventory_settings';

/** What row-level security compares rows with, for the time of a transaction. `holder` has the name that it had when only keys were held. */
export const SETTINGS = { organization: 'inventory.organization', holder: 'inventory.key_digest' };

const SET = `select set_config('role', $1, true), set_config('${SETTINGS.organization}', $2, true), set_config('${SETTINGS.holder}', $3, true)`;

/** The first statement of every transaction. */
export function enter(scope: Scope): BoundStatement {
  if (scope === 'operator' || ('by' in scope && scope.by === 'operator'))
    return { sql: SET, values: ['none', '', ''] };
  if ('keyDigest' in scope) return { sql: SET, values: [SERVER_ROLE, '', scope.keyDigest] };
  if (!('organization' in scope)) return { sql: SET, values: [SETTINGS_ROLE, '', scope.holder] };
  if (scope.by === 'settings')
    return { sql: SET, values: [SETTINGS_ROLE, scope.organization, scope.holder ?? ''] };
  return { sql: SET, values: [SERVER_ROLE, scope.organization, ''] };
}
