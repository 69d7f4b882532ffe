// The stage that enforces `x-permission`: the role of the user behind the key, or an access control item on the record
// of the path, on a record that contains it, or on the place that the body names.
import { type Operation, contractDocument } from '../../contract/document';
import { ApiError, conflict } from '../../base/errors';
import type { Principal } from '../../contract/handler';
import { type Fields, collectionNamed, rootParameter } from '../../contract/record-model';
import { inForce } from './rules/senior-manager-rules';
import {
  type Permission,
  type Place,
  type Role,
  type Subject,
  hasPermission,
  isPermitted,
  lacking,
  revoked,
} from './rules/user-rules';
import type { World } from '../records/world';

type Person = NonNullable<Principal['user']>;

export const RESOURCE_TYPES: Record<string, Place['resourceType']> = {
  Facility: 'facility',
  ControlCenter: 'control_center',
  CyberSystem: 'cyber_system',
  CyberAsset: 'cyber_asset',
  PolicyDocument: 'policy_document',
};

/** The fields that name the place of a record. */
const PARENTS: Record<string, Place['resourceType']> = {
  cyber_system_id: 'cyber_system',
  facility_id: 'facility',
  control_center_id: 'control_center',
};

const parentsIn = (fields: Fields): Place[] =>
  Object.entries(PARENTS).flatMap(([name, resourceType]) =>
    typeof fields[name] === 'string' ? [{ resourceType, resourceId: fields[name] }] : [],
  );

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

/** Returns null for a user that does not exist. */
export async function personOf(world: World, id: string): Promise<Principal['user'] | null> {
  const user = await world.find('User', id);
  if (!user) return null;
  const { name, role } = user;
  return { id, name, role, permissions: permissionsOf(role, world.stores.isSandbox) };
}

/** Returns a resource and the resources that contain it, innermost first; an empty list for an unknown one. */
async function placesOf(world: World, place: Place): Promise<Place[]> {
  const record = await world.find<string>(collectionNamed(place.resourceType), place.resourceId);
  if (!record) return [];
  const above = await Promise.all(parentsIn(record).map((parent) => placesOf(world, parent)));
  return [place, ...above.flat()];
}

/** Returns the record of the path, if an item can be on it. */
function targetOf({ model }: World, operation: Operation, params: Fields): Place[] {
  const root = rootParameter(operation);
  const parameter = operation.parameters.find(({ name }) => name === root);
  const resourceType = RESOURCE_TYPES[String(model.keyword(parameter?.schema, 'x-references'))];
  return root !== undefined && resourceType ? [{ resourceType, resourceId: String(params[root]) }] : [];
}

async function subjectOf(world: World, user: Person, permission: Permission): Promise<Subject> {
  const isApproval = permission === 'policy_documents:approve';
  const designations = isApproval ? await world.list('CipSeniorManagerAssignment') : [];
  const isSeniorManager = inForce(designations, world.today)?.userId === user.id;
  const { isSandbox } = world.stores;
  return { role: user.role as Role, items: await world.items(), isSeniorManager, isSandbox };
}

/** Makes the active items of a user, or on a resource, inactive. */
export async function revokeItems(world: World, field: 'userId' | 'resourceId', id: string): Promise<void> {
  const revocation = revoked(world.userId, world.now);
  for (const item of await world.search('AccessControl', field, id))
    if (item[field] === id && item.status === 'active')
      await world.change('AccessControl', item, { ...item, ...revocation }, { operation: 'revoked' });
}

/** Returns whether the key has a permission on a resource, or without one by the role of its user. */
export async function isAllowed(world: World, permission: Permission, place?: Place): Promise<boolean> {
  const { user } = world;
  if (world.isReadOnly && !permission.endsWith(':read')) return false;
  if (!user) return isPermitted('api_user', permission, world.stores.isSandbox);
  const places = place ? await placesOf(world, place) : [];
  return hasPermission(await subjectOf(world, user, permission), permission, places);
}

function requireIntegration({ stores }: World, permission: Permission): void {
  if (!isPermitted('api_user', permission, stores.isSandbox))
    throw new ApiError(
      'forbidden',
      `The key acts for no user, and lacks ${permission}. Create a key for a user: key create ORGANIZATION --user USER.`,
    );
}

/** @throws ApiError `forbidden`. An approval without the permission is a conflict, which its rules find. */
export async function requirePermission(
  world: World,
  operation: Operation,
  params: Fields,
  body: Fields,
): Promise<void> {
  const { user } = world;
  const { permission: needed = 'none' } = operation;
  if (needed === 'none' || needed.endsWith(':approve')) return;
  const permission = needed as Permission;
  if (!user) return requireIntegration(world, permission);
  if (user.permissions.has(permission)) return;
  const resources = [...targetOf(world, operation, params), ...parentsIn(body)];
  const found = await Promise.all(resources.map((resource) => placesOf(world, resource)));
  const known = found.filter(({ length }) => length > 0);
  if (resources.length > 0 && known.length === 0) return; // an unknown id: 404 or 400 follows
  const subject = await subjectOf(world, user, permission);
  const missing = (known.length > 0 ? known : [[]]).find((each) => !hasPermission(subject, permission, each));
  if (missing) throw lacking(subject.role, permission, missing);
}

/** @throws ApiError `conflict` for a user who is not a designated approver. */
export async function requireApprover(world: World): Promise<void> {
  if (!(await isAllowed(world, 'policy_documents:approve')))
    throw conflict(
      'The user behind the key is not a designated approver. An organization_admin, an api_user, a ' +
        'compliance_manager or the CIP Senior Manager in force can approve.',
    );
}
