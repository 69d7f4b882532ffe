// Names the actors of log entries for people: a user by e-mail address, an API key by label and last characters.
import { shownKey } from '../keys/format';
import type { KeyListing } from '../keys/statements';
import type { OrganizationId } from '../../base/organization';
import { type UserId, emailOf } from '../users/user';
import type { ActivityRow } from './chain';

export type ActorId = Pick<ActivityRow, 'actor_type' | 'actor_id'>;

/** Names by `actorKey`; undefined for an actor without a name, for example an operator. */
export type ActorNames = ReadonlyMap<string, string | undefined>;

/** Returns the key of an actor. Ids of different types may be equal. */
export const actorKey = ({ actor_type, actor_id }: ActorId): string => `${actor_type} ${actor_id}`;

export interface ActorSources {
  memberships: { list(organization: OrganizationId): Promise<{ id: string; email: string }[]> };
  keys: { list(organization: OrganizationId): Promise<KeyListing[]> };
  accounts: {
    byId(id: UserId): Promise<{ email: string } | undefined>;
    byEmail(email: string): Promise<{ id: string }[]>;
  };
}

/**
 * Returns the names of an organization's members, its keys, and the actors of `shown` entries. Former members are
 * named only when an entry shows them.
 */
export type NameActors = (organization: OrganizationId, shown: Iterable<ActorId>) => Promise<ActorNames>;

export const createNameActors =
  ({ memberships, keys, accounts }: ActorSources): NameActors =>
  async (organization, shown) => {
    const [members, listed] = await Promise.all([memberships.list(organization), keys.list(organization)]);
    const names = new Map<string, string | undefined>();
    for (const { id, email } of members) names.set(actorKey({ actor_type: 'user', actor_id: id }), email);
    for (const key of listed)
      names.set(actorKey({ actor_type: 'api_key', actor_id: key.id }), `${key.label} (${shownKey(key)})`);
    const others = new Map([...shown].map((actor) => [actorKey(actor), actor]));
    for (const [key, { actor_type, actor_id }] of others) {
      if (names.has(key)) continue;
      names.set(key, actor_type === 'user' ? (await accounts.byId(actor_id as UserId))?.email : undefined);
    }
    return names;
  };

/** Returns the ids of the actors with an id, an e-mail address or a key label. */
export type FindActors = (organization: OrganizationId, name: string) => Promise<string[]>;

export const createFindActors =
  ({ keys, accounts }: Pick<ActorSources, 'keys' | 'accounts'>): FindActors =>
  async (organization, name) => {
    const [listed, users] = await Promise.all([
      keys.list(organization),
      accounts.byEmail(emailOf(name) ?? name),
    ]);
    const labeled = listed.filter(({ label }) => label === name);
    return [name, ...labeled.map(({ id }) => id), ...users.map(({ id }) => id)];
  };
