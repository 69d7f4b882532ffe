// Users, their roles and permissions.
import type { Behaviors } from './behavior';
import type { RecordOf } from './collections';
import { conflict } from './rules';
import type { World } from './world';

const INVENTORY = ['facilities', 'control_centers', 'cyber_systems', 'cyber_assets'];
const RECORDS = ['training', 'tasks', 'evidence', 'policy_documents'];
const COMPLIANCE = [...INVENTORY, ...RECORDS, 'cip_senior_manager', 'access_control'];
const EVERYTHING = [...COMPLIANCE, 'users', 'invitations', 'activity'];

/** The areas that a role may read and write. The first two roles may also approve policy documents. */
const ROLES: Record<RecordOf<'User'>['role'], { read: string[]; write: string[]; approve?: string[] }> = {
  organization_admin: { read: EVERYTHING, write: EVERYTHING, approve: ['policy_documents'] },
  compliance_manager: { read: EVERYTHING, write: COMPLIANCE, approve: ['policy_documents'] },
  contributor: { read: EVERYTHING, write: ['cyber_assets', ...RECORDS] },
  auditor: { read: EVERYTHING, write: [] },
  api_user: { read: INVENTORY, write: ['cyber_assets'] },
};

async function requireOtherAdmin(world: World, { id, name, role }: RecordOf<'User'>): Promise<void> {
  const users = await world.list('User');
  if (role === 'organization_admin' && !users.some((other) => other.id !== id && other.role === role))
    throw conflict(`${name} is the last organization_admin. Give another user this role first.`);
}

export const users: Behaviors<
  'User',
  | 'listUsers'
  | 'createUser'
  | 'getCurrentUser'
  | 'getMyOrganizations'
  | 'checkAccess'
  | 'getUser'
  | 'updateUser'
  | 'deleteUser'
> = {
  listUsers: {},
  createUser: {},
  getCurrentUser: { run: async (world) => ({ body: await world.me() }) },
  getMyOrganizations: {
    async run(world) {
      const { organizationName: name } = (await world.find('CurrentUser', 'me'))!;
      const { id, slug } = world.organization;
      return { body: { data: [{ id, slug, name, role: (await world.me()).role }], total: 1 } };
    },
  },
  checkAccess: {
    async run(world, { query: { permission } }) {
      const { id, role } = await world.me();
      const [area, action] = permission.split(':') as [string, 'read' | 'write' | 'approve'];
      const isPresent = (await world.find('User', id)) !== undefined;
      return { body: { permission, allowed: isPresent && ROLES[role][action]?.includes(area) === true } };
    },
  },
  getUser: {},
  updateUser: {
    async rules(world, change) {
      const { before, after } = change;
      if (before.role === after.role) return;
      await requireOtherAdmin(world, before);
      change.note = { operation: 'role_updated' };
    },
  },
  deleteUser: {
    async rules(world, { before }) {
      await requireOtherAdmin(world, before);
      const revoked = {
        status: 'inactive',
        revokedAt: world.now.toISOString(),
        revokedBy: (await world.me()).id,
      };
      for (const item of await world.list('AccessControl'))
        if (item.userId === before.id && item.status === 'active')
          await world.change('AccessControl', item, { ...item, ...revoked }, { operation: 'revoked' });
    },
  },
};
