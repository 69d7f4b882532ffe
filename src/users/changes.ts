// Changes of a user, who is of no organization, told in the activity log of each organization that the user reaches.
import { type Log, type RecordActivity, recordBy } from '../audit/append';
import type { Activity, Actor } from '../audit/entry';
import type { Database, Transaction } from '../database/database';
import type { Scope } from '../database/scope';
import type { OrganizationId } from '../organizations/organization';
import { namesClient } from './identity-provider-rules';
import type { MembershipStore } from './memberships';
import { scopeOf } from './scope';
import type { User } from './user';

/** What became of a change, and what there is to tell of it. */
export interface Told<Result> {
  result: Result;
  activities: Activity[];
}

export interface UserChanges {
  /**
   * Makes a change in one transaction with its entry in the log of the first organization; entries in those of further ones follow it. Where `work` gives
   * undefined, nothing is told. `provider`: the name of the identity provider of the sign-in that it is about, if there is one. What keeps an entry from being written when the change has been made goes to `onUntold`.
   */
  change<Result>(
    user: User,
    provider: string | null,
    by: Actor,
    work: (transaction: Transaction) => Promise<Told<Result> | undefined>,
  ): Promise<Result | undefined>;
  /** As `change`, for what changes nothing. */
  tell(user: User, provider: string | null, by: Actor, activities: Activity[]): Promise<void>;
  /** In these organizations. What keeps an entry from being written goes to `onUntold`, and the others are written. */
  tellIn(organizations: OrganizationId[], by: Actor, activities: Activity[]): Promise<void>;
}

/** Hears of an entry that could not be written: whoever made the change has made it, and must not be told otherwise. */
export type OnUntold = (error: unknown, requestId: string | null) => void;

export function createUserChanges(
  { write }: Database,
  log: Log,
  memberships: MembershipStore,
  onUntold: OnUntold,
): UserChanges {
  /** What is about a name that no provider has any more reaches no organization by it: it is told in all of the user's. */
  async function organizationsOf({ id }: User, provider: string | null): Promise<OrganizationId[]> {
    if (provider !== null && !namesClient(provider)) return memberships.organizationsOf(id);
    return (await memberships.of(id, provider)).map(({ organization }) => organization);
  }

  async function tellIn(organizations: OrganizationId[], by: Actor, activities: Activity[]): Promise<void> {
    const record: RecordActivity = recordBy(log, by);
    for (const organization of organizations)
      await write(scopeOf(organization, by), (transaction) =>
        record(transaction, organization, activities),
      ).catch((error: unknown) => onUntold(error, by.requestId));
  }

  return {
    async change<Result>(
      user: User,
      provider: string | null,
      by: Actor,
      work: (transaction: Transaction) => Promise<Told<Result> | undefined>,
    ) {
      const [first, ...others] = await organizationsOf(user, provider);
      const withoutOrganization: Scope = by.actorType === 'operator' ? 'operator' : { holder: user.id };
      const told = await write(
        first === undefined ? withoutOrganization : scopeOf(first, by, user.id),
        async (transaction) => {
          const told = await work(transaction);
          if (told && first !== undefined) await recordBy(log, by)(transaction, first, told.activities);
          return told;
        },
      );
      if (told) await tellIn(others, by, told.activities);
      return told?.result;
    },
    tell: async (user, provider, by, activities) =>
      tellIn(await organizationsOf(user, provider), by, activities),
    tellIn,
  };
}
