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
const knownPermissions = new Map<Role, ReadonlySet<string>>();

function permissionsOf(role: Role): ReadonlySet<string> {
  const known = knownPermissions.get(role);
  if (known) return known;
  const permissions = new Set<string>(PERMISSION!.enum.filter((each) => isPermitted(role, each)));
  knownPermissions.set(role, permissions);
  return permissions;
}

export const isUserId = (createdBy: string): boolean => createdBy.startsWith('usr_');

/** Returns null for a user that does not exist. */
export async function personOf(world: World, id: string): Promise<Principal['user'] | null> {
  const user = await world.find('User', id);
  return user ? { id, name: user.name, role: user.role, permissions: permissionsOf(user.role) } : null;
}

/** Returns the user for whom a key acts; undefined for a key of the integration itself. */
export const createUserOf =
  (worlds: Pick<OpenWorlds, 'outside'>) =>
  ({ organizationId: id, slug, createdBy }: KeyRecord): Promise<Principal['user'] | null> | undefined =>
    isUserId(createdBy) ? personOf(worlds.outside({ id, slug }), createdBy) : undefined;
