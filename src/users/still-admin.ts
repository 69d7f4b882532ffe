// Whether a person who changes an organization is its Organization Admin still. The page was opened by one; who has been demoted or removed since, while the
// request was on its way, changes nothing more.
import type { Actor } from '../audit/entry';
import type { Database, Transaction } from '../database/database';
import { type Statement, compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import type { Role } from './user';

/** Thrown by a change, which is undone with it. */
export class AdminRequiredError extends Error {
  constructor() {
    super('Whoever asked for this change is no Organization Admin any more.');
    this.name = 'NoAdminAnyMore';
  }
}

/** Part of each change by a user, and before anything else in it: changes of an organization take turns. Operators need not be members. @throws NoAdminAnyMore. */
export type RequireAdmin = (
  transaction: Transaction,
  organization: OrganizationId,
  by: Actor,
) => Promise<void>;

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
