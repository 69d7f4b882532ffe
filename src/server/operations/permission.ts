// The stage that enforces `x-permission`: the role of the user behind the key, or an access control item on the record
// of the path, on a record that contains it, or on the place that the body names.
import type { components } from '../../../generated/types';
import { type Operation, contractDocument } from '../../contract/document';
import { ApiError, conflict } from '../../base/errors';
import { joinWithOr } from '../../base/text';
import type { Principal } from '../../contract/handler';
import { type Fields, collectionNamed, rootParameter } from '../../contract/record-model';
import { inForce } from './cip-senior-manager';
import type { World } from '../records/world';

type Schemas = components['schemas'];
type Role = Schemas['UserRole'];
type Permission = Schemas['Permission'];
type Item = Schemas['AccessControlItem'];

/** A resource on which an access control item can be. */
type Place = Pick<Item, 'resourceType' | 'resourceId'>;

interface Subject {
  role: Role;
  /** The access control items of the user. */
  items: readonly Item[];
  /** Whether the user is the CIP Senior Manager in force. */
  isSeniorManager: boolean;
  isSandbox: boolean;
}

const RECORDS = ['training', 'tasks', 'evidence'];
const INVENTORY = ['facilities', 'control_centers', 'cyber_systems', 'cyber_assets'];
const COMPLIANCE = [...INVENTORY, ...RECORDS, 'policy_documents', 'cip_senior_manager'];
const EVERYTHING = [...COMPLIANCE, 'users', 'invitations', 'access_control'];
const PEOPLE = ['users', 'invitations', 'access_control', 'cip_senior_manager'];
const APPROVES = { write: EVERYTHING, approve: ['policy_documents'] };

/** The areas in which a role may do more than read. */
const ROLES: Record<Role, { write: string[]; approve: string[] }> = {
  organization_admin: APPROVES,
  api_user: APPROVES,
  compliance_manager: { ...APPROVES, write: COMPLIANCE },
  contributor: { write: RECORDS, approve: [] },
  auditor: { write: [], approve: [] },
};

/** The areas in which an active `edit` item on a resource lets a contributor write. */
const GRANTED: Record<Item['resourceType'], string[]> = {
  facility: ['facilities', 'cyber_systems', 'cyber_assets'],
  control_center: ['control_centers', 'cyber_systems', 'cyber_assets'],
  cyber_system: ['cyber_systems', 'cyber_assets'],
  cyber_asset: ['cyber_assets'],
  policy_document: ['policy_documents'],
};

/**
 * Returns whether a role has a permission everywhere. Every role reads everything. The specification leaves the planned
 * rights of `api_user` open: it may try everything in a sandbox, and changes no people on a server.
 */
function isPermitted(role: Role, permission: Permission, isSandbox: boolean): boolean {
  const [area, action] = permission.split(':') as [string, 'read' | 'write' | 'approve'];
  const isKept = role === 'api_user' && !isSandbox && PEOPLE.includes(area);
  return action === 'read' || (ROLES[role][action].includes(area) && !isKept);
}

/** Returns the places on which an item could give a permission to a role. */
const grantable = (role: Role, permission: Permission, places: readonly Place[]): Place[] =>
  role === 'contributor' && permission.endsWith(':write')
    ? places.filter(({ resourceType }) => GRANTED[resourceType].includes(permission.split(':')[0]!))
    : [];

/** `places`: the resource and the resources that contain it; empty to ask for the role alone. */
function hasPermission(
  { role, items, isSeniorManager, isSandbox }: Subject,
  permission: Permission,
  places: readonly Place[],
): boolean {
  if (isPermitted(role, permission, isSandbox)) return true;
  if (permission === 'policy_documents:approve') return isSeniorManager;
  const isOn = (item: Item, place: Place): boolean =>
    item.resourceType === place.resourceType && item.resourceId === place.resourceId;
  const active = items.filter(({ status, accessLevel }) => status === 'active' && accessLevel === 'edit');
  return grantable(role, permission, places).some((place) => active.some((item) => isOn(item, place)));
}

/** 403 that names the permission, the role, and the items that would give the permission. */
function lacking(role: Role, permission: Permission, places: readonly Place[]): ApiError {
  const named = grantable(role, permission, places).map(
    ({ resourceType, resourceId }) => `${resourceType} ${resourceId}`,
  );
  const remedy =
    named.length === 0
      ? 'No access control item gives it. Use the key of a user with another role.'
      : `An active edit item on ${joinWithOr(named)} gives it.`;
  return new ApiError(
    'forbidden',
    `The user behind the key lacks ${permission}: the role ${role} does not have it. ${remedy}`,
  );
}

/** Returns the fields that a revocation sets. `by`: the id of the user. */
export const revoked = (by: string, now: Date) => ({
  status: 'inactive' as const,
  revokedAt: now.toISOString(),
  revokedBy: by,
});

export const RESOURCE_TYPES: Record<string, Place['resourceType']> = {
  Facility: 'facility',
  ControlCenter: 'control_center',
  CyberSystem: 'cyber_system',
  CyberAsset: 'cyber_asset',
  PolicyDocument: 'policy_document',
};

/** Returns the places that the fields of a record name. */
const parentsIn = (fields: Fields): Place[] =>
  (['cyber_system', 'facility', 'control_center'] as const).flatMap((resourceType) => {
    const resourceId = fields[`${resourceType}_id`];
    return typeof resourceId === 'string' ? [{ resourceType, resourceId }] : [];
  });

const PERMISSIONS = (contractDocument.components.schemas!.Permission as { enum: Permission[] }).enum;
const knownPermissions = new Map<string, ReadonlySet<string>>();

function listPermissions(role: Role, isSandbox: boolean): ReadonlySet<string> {
  const key = `${role} ${isSandbox}`;
  const known = knownPermissions.get(key);
  if (known) return known;
  const permissions = new Set<string>(PERMISSIONS.filter((each) => isPermitted(role, each, isSandbox)));
  knownPermissions.set(key, permissions);
  return permissions;
}

/** Returns null for a user that does not exist. */
export async function findPerson(world: World, id: string): Promise<Principal['user'] | null> {
  const user = await world.find('User', id);
  if (!user) return null;
  const { name, role } = user;
  return { id, name, role, permissions: listPermissions(role, world.stores.isSandbox) };
}

/** Returns a resource and the resources that contain it, innermost first; an empty list for an unknown one. */
async function listPlaces(world: World, place: Place): Promise<Place[]> {
  const record = await world.find<string>(collectionNamed(place.resourceType), place.resourceId);
  if (!record) return [];
  const above = await Promise.all(parentsIn(record).map((parent) => listPlaces(world, parent)));
  return [place, ...above.flat()];
}

/** Returns the record of the path, if an item can be on it. */
function findTarget({ model }: World, operation: Operation, params: Fields): Place[] {
  const root = rootParameter(operation);
  const parameter = operation.parameters.find(({ name }) => name === root);
  const resourceType = RESOURCE_TYPES[String(model.keyword(parameter?.schema, 'x-references'))];
  return root !== undefined && resourceType ? [{ resourceType, resourceId: String(params[root]) }] : [];
}

async function findSubject(world: World, user: NonNullable<Principal['user']>, permission: Permission) {
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
  if (world.principal.access === 'read_only' && !permission.endsWith(':read')) return false;
  if (!user) return isPermitted('api_user', permission, world.stores.isSandbox);
  const places = place ? await listPlaces(world, place) : [];
  return hasPermission(await findSubject(world, user, permission), permission, places);
}

/** @throws ApiError `forbidden`. An approval without the permission is a conflict, which its rules find. */
export async function requirePermission(world: World, operation: Operation, params: Fields, body: Fields) {
  const { user } = world;
  const { permission: needed = 'none' } = operation;
  if (needed === 'none' || needed.endsWith(':approve')) return;
  const permission = needed as Permission;
  if (user ? user.permissions.has(permission) : isPermitted('api_user', permission, world.stores.isSandbox))
    return;
  if (!user)
    throw new ApiError(
      'forbidden',
      `The key acts for no user, and lacks ${permission}. Create a key for a user: key create ORGANIZATION --user USER.`,
    );
  const resources = [...findTarget(world, operation, params), ...parentsIn(body)];
  const found = await Promise.all(resources.map((resource) => listPlaces(world, resource)));
  const known = found.filter(({ length }) => length > 0);
  if (resources.length > 0 && known.length === 0) return; // an unknown id: 404 or 400 follows
  const subject = await findSubject(world, user, permission);
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
