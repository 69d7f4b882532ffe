// Roles and their permissions. Pure.
import type { components } from '../../../../generated/types';
import { conflict } from '../../../base/errors';

type Role = components['schemas']['UserRole'];
type Permission = components['schemas']['Permission'];

const INVENTORY = ['facilities', 'control_centers', 'cyber_systems', 'cyber_assets'];
const RECORDS = ['training', 'tasks', 'evidence', 'policy_documents'];
const COMPLIANCE = [...INVENTORY, ...RECORDS, 'cip_senior_manager', 'access_control'];
const EVERYTHING = [...COMPLIANCE, 'users', 'invitations', 'activity'];

/** The areas that a role may read and write. The first two roles may also approve policy documents. */
const ROLES: Record<Role, { read: string[]; write: string[]; approve?: string[] }> = {
  organization_admin: { read: EVERYTHING, write: EVERYTHING, approve: ['policy_documents'] },
  compliance_manager: { read: EVERYTHING, write: COMPLIANCE, approve: ['policy_documents'] },
  contributor: { read: EVERYTHING, write: ['cyber_assets', ...RECORDS] },
  auditor: { read: EVERYTHING, write: [] },
  api_user: { read: INVENTORY, write: ['cyber_assets'] },
};

export function isPermitted(role: Role, permission: Permission): boolean {
  const [area, action] = permission.split(':') as [string, 'read' | 'write' | 'approve'];
  return ROLES[role][action]?.includes(area) === true;
}

type User = Pick<components['schemas']['User'], 'id' | 'name' | 'role'>;

/** `users`: all users of the organization. @throws ApiError `conflict` for the last administrator. */
export function requireOtherAdmin(users: User[], { id, name, role }: User): void {
  if (role === 'organization_admin' && !users.some((other) => other.id !== id && other.role === role))
    throw conflict(`${name} is the last organization_admin. Give another user this role first.`);
}
