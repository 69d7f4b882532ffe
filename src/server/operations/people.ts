// The users for whom API keys act: `created_by` of such a key is the id of the user.
import { type Permission, type Role, isPermitted } from './rules/user-rules';
import { contractDocument } from '../../contract/document';
import type { Principal } from '../../contract/handler';
import type { KeyRecord } from '../keys/store';
import type { OpenWorlds } from '../records/open-worlds';
import type { World } from '../records/world';

const { Permission: PERMISSION } = contractDocument.components['schemas'] as Record<
  string,
  { enum: Permission[] }
>;
const knownPermissions = new Map<string, ReadonlySet<string>>();

function permissionsOf(role: Role, isSandbox: boolean): ReadonlySet<string> {
  const key = `${role} ${isSandbox}`;
  const known = knownPermissions.get(key);
  if (known) return known;
  const permissions = new Set<string>(PERMISSION!.enum.filter((each) => isPermitted(role, each, isSandbox)));
  knownPermissions.set(key, permissions);
  return permissions;
}

export const isUserId = (createdBy: string): boolean => createdBy.startsWith('usr_');

/** Returns null for a user that does not exist. */
export async function personOf(world: World, id: string): Promise<Principal['user'] | null> {
  const user = await world.find('User', id);
  if (!user) return null;
  const { name, role } = user;
  return { id, name, role, permissions: permissionsOf(role, world.stores.isSandbox) };
}

/** Returns the user for whom a key acts; undefined for a key of the integration itself. */
export const createUserOf =
  (worlds: Pick<OpenWorlds, 'outside'>) =>
  ({ organizationId: id, slug, createdBy }: KeyRecord): Promise<Principal['user'] | null> | undefined =>
    isUserId(createdBy) ? personOf(worlds.outside({ id, slug }), createdBy) : undefined;
