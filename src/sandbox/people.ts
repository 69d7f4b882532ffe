// The users of worlds for whom keys act. A warm request costs no query: they are kept until a user of the world changes.
import type { components } from '../../generated/types';
import { contractDocument } from '../contract/document';
import type { Principal } from '../contract/handler';
import { type Permission, isPermitted } from '../server/resources/users/user-rules';
import type { Database } from '../database/database';
import type { Organization } from '../base/organization';
import type { KeyRecord } from '../server/keys/store';
import { createRecordStore } from './record-table';
import type { WorldMemory } from './world-memory';

type User = components['schemas']['User'];

const { Permission: PERMISSION } = contractDocument.components['schemas'] as Record<
  string,
  { enum: string[] }
>;
const PERMISSIONS = PERMISSION!.enum as Permission[];

/** Where a caller without a valid key finds one. */
export const KEY_ADVICE =
  'The sandbox prints its key when it starts, and POST /sandbox/worlds returns the key of a new world.';

const BASIS = { of: ['CurrentUser', 'User'], isTimeless: true, sizeOf: () => 0 };

export function createPeople(database: Database, memory: WorldMemory) {
  const records = createRecordStore(database);

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
      memory.keep(id, `key ${createdBy}`, () => findUser({ id, slug }, createdBy), BASIS),

    userIdOf,
  };
}

export type People = ReturnType<typeof createPeople>;
