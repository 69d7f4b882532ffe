// Which rows an actor may change, and whether a user is an Organization Admin.
import type { Actor } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import type { Scope } from '../../database/scope';
import { type Statement, compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { Role, UserId } from './user';

/** Returns the database scope of an actor's change: the organization and, if given, one user. */
export const scopeOf = (organization: OrganizationId, by: Actor, user?: UserId): Scope =>
  by.actorType === 'operator'
    ? { organization, by: 'operator' }
    : { organization, by: 'settings', ...(user === undefined ? {} : { holder: user }) };

/** Thrown within the transaction of a change, so that the change is rolled back. */
export class AdminRequiredError extends Error {
  constructor() {
    super('The user is no longer an Organization Admin of this organization.');
    this.name = 'AdminRequiredError';
  }
}

/**
 * Checks the role of a user first in each change, because another admin may have demoted or removed the user
 * since the request arrived. Operators need no membership.
 * @throws AdminRequiredError
 */
type RequireAdmin = (transaction: Transaction, organization: OrganizationId, by: Actor) => Promise<void>;

export const compileRoleOf = ({
  knex,
}: Pick<Database, 'knex'>): Statement<{ organization: OrganizationId; user: string }, { role: Role }> =>
  compile((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .select('role'),
  );

export function createRequireAdmin(database: Pick<Database, 'knex'>): RequireAdmin {
  const roleOf = compileRoleOf(database);
  return async (transaction, organization, { actorType, actorId }) => {
    if (actorType !== 'user') return;
    const [member] = await transaction.all(roleOf, { organization, user: actorId });
    if (member?.role !== 'admin') throw new AdminRequiredError();
  };
}
