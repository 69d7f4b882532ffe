// Changes of a user, recorded in the activity log of each organization that the user can access.
import { type Log, recordBy } from '../audit/append';
import { type Activity, type Actor, byUser, toScope } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import type { Scope } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { MembershipStore } from './memberships';
import type { ClientInfo, User } from './user';

/** Receives errors of entries about a completed change, which must not fail because of them. */
export type OnUnrecorded = (error: unknown, requestId: string | null) => void;

export type UserChanges = ReturnType<typeof createUserChanges>;

/** `provider`: the name of the identity provider of the sign-in that the change is about, if any. */
export function createUserChanges(
  { write }: Database,
  log: Log,
  memberships: MembershipStore,
  onUnrecorded: OnUnrecorded,
) {
  const listOrganizations = async ({ id }: User, provider: string | null): Promise<OrganizationId[]> =>
    (await memberships.of(id, provider)).map(({ organization }) => organization);

  /** Records entries in these organizations. Passes errors to `onUnrecorded`. */
  async function recordIn(organizations: OrganizationId[], by: Actor, activities: Activity[]): Promise<void> {
    const record = recordBy(log, by);
    for (const organization of organizations)
      await write(toScope(organization, by), (transaction) =>
        record(transaction, organization, activities),
      ).catch((error: unknown) => onUnrecorded(error, by.requestId));
  }

  return {
    /**
     * Makes a change and records it in the first organization, in one transaction. Then records it in the
     * others, and passes errors to `onUnrecorded`. Records nothing when `work` returns undefined. `activities`: the
     * entries of the change.
     */
    async change<Result>(
      user: User,
      provider: string | null,
      by: Actor,
      work: (transaction: Transaction) => Promise<{ result: Result; activities: Activity[] } | undefined>,
    ): Promise<Result | undefined> {
      const [first, ...others] = await listOrganizations(user, provider);
      const withoutOrganization: Scope = by.actorType === 'operator' ? 'operator' : { holder: user.id };
      const scope = first === undefined ? withoutOrganization : toScope(first, by, user.id);
      const change = await write(scope, async (transaction) => {
        const change = await work(transaction);
        if (change && first !== undefined) await recordBy(log, by)(transaction, first, change.activities);
        return change;
      });
      if (change) await recordIn(others, by, change.activities);
      return change?.result;
    },
    /** Records an entry of the user without a change. Passes errors to `onUnrecorded`. */
    async record(user: User, provider: string | null, client: ClientInfo, entry: Activity): Promise<void> {
      await recordIn(await listOrganizations(user, provider), byUser(user.id, client), [entry]);
    },
    recordIn,
  };
}
