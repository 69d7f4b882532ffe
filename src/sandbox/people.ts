// The people of worlds: the user for whom a key acts, and the access control items of a user. A warm request costs no
// query: both are kept until a user or an item of the world changes.
import type { components } from '../../generated/types';
import { contractDocument } from '../contract/document';
import type { Principal } from '../contract/handler';
import { type Permission, isPermitted } from '../server/resources/users/user-rules';
import type { Database } from '../database/database';
import type { Organization } from '../base/organization';
import type { KeyRecord } from '../server/keys/store';
import { createRecordStore } from './record-table';

type Schemas = components['schemas'];
type User = Schemas['User'];
type Item = Schemas['AccessControlItem'];

const { Permission: PERMISSION } = contractDocument.components['schemas'] as Record<
  string,
  { enum: string[] }
>;
const PERMISSIONS = PERMISSION!.enum as Permission[];

/** Where a caller without a valid key finds one. */
export const KEY_ADVICE =
  'The sandbox prints its key when it starts, and POST /sandbox/worlds returns the key of a new world.';

export function createPeople(database: Database) {
  const records = createRecordStore(database);
  const worlds = new Map<string, Map<string, Promise<unknown>>>();

  /** Loads a value once, until `forget`. */
  function kept<Value>(world: string, name: string, load: () => Promise<Value>): Promise<Value> {
    const values = worlds.get(world) ?? new Map<string, Promise<unknown>>();
    worlds.set(world, values);
    const value = (values.get(name) as Promise<Value> | undefined) ?? load();
    values.set(name, value);
    value.catch(() => values.delete(name));
    return value;
  }

  /** Returns the id of the user for whom a key acts. The first key of a world acts for its `CurrentUser`. */
  async function userIdOf(world: Organization, createdBy: string): Promise<string | undefined> {
    if (createdBy.startsWith('usr_')) return createdBy;
    const first = await records.find(undefined, world, 'CurrentUser', 'me');
    return (first as { profile: User } | undefined)?.profile.id;
  }

  async function findUser(world: Organization, createdBy: string): Promise<Principal['user'] | null> {
    const userId = await userIdOf(world, createdBy);
    if (userId === undefined) return undefined;
    const user = (await records.find(undefined, world, 'User', userId)) as User | undefined;
    if (!user) return null;
    const { name, role } = user;
    const permissions = new Set<string>(PERMISSIONS.filter((permission) => isPermitted(role, permission)));
    return { id: user.id, name, role, permissions };
  }

  return {
    /** Returns the user for whom a key acts; null when the user does not exist, undefined without people. */
    userOf: ({ organizationId: id, slug, createdBy }: KeyRecord): Promise<Principal['user'] | null> =>
      kept(id, `key ${createdBy}`, () => findUser({ id, slug }, createdBy)),

    userIdOf,

    itemsOf: (organization: Organization, userId: string): Promise<Item[]> =>
      kept(organization.id, `items ${userId}`, async () => {
        const all = (await records.list(undefined, organization, 'AccessControl')) as Item[];
        return all.filter((item) => item.userId === userId);
      }),

    /** Forgets the users and the items of a world. */
    forget: (world: string): void => void worlds.delete(world),
  };
}

export type People = ReturnType<typeof createPeople>;
