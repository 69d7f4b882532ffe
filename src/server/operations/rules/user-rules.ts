// Roles, permissions and access control items. Pure: the sandbox enforces them and answers `check-access` with the same function.
import type { components } from '../../../../generated/types';
import { ApiError, conflict } from '../../../base/errors';
import { orOf } from '../../../base/text';
import type { Note } from '../../audit/entry';

type Schemas = components['schemas'];
export type Role = Schemas['UserRole'];
export type Permission = Schemas['Permission'];
type Item = Schemas['AccessControlItem'];

/** A resource on which an access control item can be. */
export type Place = Pick<Item, 'resourceType' | 'resourceId'>;

export interface Subject {
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
export function isPermitted(role: Role, permission: Permission, isSandbox: boolean): boolean {
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
export function hasPermission(
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
export function lacking(role: Role, permission: Permission, places: readonly Place[]): ApiError {
  const named = grantable(role, permission, places).map(
    ({ resourceType, resourceId }) => `${resourceType} ${resourceId}`,
  );
  const remedy =
    named.length === 0
      ? 'No access control item gives it. Use the key of a user with another role.'
      : `An active edit item on ${orOf(named)} gives it.`;
  return new ApiError(
    'forbidden',
    `The user behind the key lacks ${permission}: the role ${role} does not have it. ${remedy}`,
  );
}

type User = Pick<Schemas['User'], 'id' | 'name' | 'email' | 'role'> & { $signIn?: 'link' | 'provider' };

const domainOf = ({ email }: User): string => email.slice(email.lastIndexOf('@')).toLowerCase();

/** Returns whether one user surely can sign in to the Settings pages when another one can. */
const signsInLike = (one: User, other: User): boolean =>
  other.$signIn === undefined ||
  one.$signIn === 'link' ||
  (one.$signIn === other.$signIn && domainOf(one) === domainOf(other)); // a provider vouches for domains

/** `users`: all users of the organization. @throws ApiError `conflict` for the last administrator. */
export function requireOtherAdmin(users: User[], user: User): void {
  const { id, name, role } = user;
  if (role !== 'organization_admin') return;
  const others = users.filter((other) => other.id !== id && other.role === role);
  if (others.length === 0)
    throw conflict(`${name} is the last organization_admin. Give another user this role first.`);
  if (!others.some((other) => signsInLike(other, user)))
    throw conflict(
      `${name} is the last organization_admin who can sign in to the Settings pages. ` +
        'Invite another one there first.',
    );
}

/** @throws ApiError `conflict` for an `edit` item of a role that no item lets write. */
export function requireEffect(role: Role, { accessLevel }: Pick<Item, 'accessLevel'>): void {
  if (role === 'auditor' && accessLevel === 'edit')
    throw conflict(
      'An edit item has no effect for an auditor. Give the user another role first, or use read.',
    );
}

/** `items`: all of the organization. @throws ApiError `conflict` for a second item of a user and a resource. */
export function requireOnlyItem(items: Item[], { id, userId, resourceId }: Item): void {
  if (items.some((item) => item.id !== id && item.userId === userId && item.resourceId === resourceId))
    throw conflict('Another item has this user and resource. Replace that item instead.');
}

const DEFINITION = ['userId', 'resourceType', 'resourceId', 'accessLevel'] as const;

export const isSameDefinition = (one: Item, other: Item): boolean =>
  DEFINITION.every((field) => one[field] === other[field]);

/** Returns the fields that a grant sets. `by`: the id of the user. */
export const granted = (by: string, now: Date) => ({
  status: 'active' as const,
  grantedAt: now.toISOString(),
  grantedBy: by,
  revokedAt: null,
  revokedBy: null,
});

/** Returns the fields that a revocation sets. `by`: the id of the user. */
export const revoked = (by: string, now: Date) => ({
  status: 'inactive' as const,
  revokedAt: now.toISOString(),
  revokedBy: by,
});

/** The text of the log about a grant or a revocation. `name`: of the user. */
export function accessNote(
  operation: 'granted' | 'revoked',
  { accessLevel, resourceId }: Item,
  name: string,
  reason?: string,
): Note {
  const verb = operation === 'granted' ? 'Granted' : 'Revoked';
  const sentence = `${verb} ${accessLevel} access of ${name} to ${resourceId}.`;
  return { operation, description: reason === undefined ? sentence : `${sentence} Reason: ${reason}` };
}
