// The model of users: the last administrator stays, and a deleted user loses all access.
import { revokeItems } from './access-controls';
import { type Commands, readRecord, tagged } from './command';
import { type Dice, type Fault, bodyWith, queryWith, target } from './dice';
import { page } from './pages';
import { type Row, type World, given } from './world';

export const ROLES = ['organization_admin', 'compliance_manager', 'contributor', 'auditor', 'api_user'];
const PERMISSIONS = ['cyber_assets:read', 'cyber_assets:write', 'users:write', 'policy_documents:approve'];
const FAULTS: Fault[] = [
  ['name', { name: '' }],
  ['email', { email: 'nobody' }],
  ['role', { role: 'owner' }],
  ['phone', { phone: '' }],
];
/** Returns an address that is new, or at times that of a user. */
export const anyAddress = (world: World, dice: Dice): string =>
  dice.chance(15)
    ? (dice.pick(world.rows.user).email as string).toUpperCase()
    : `p${dice.int(1e6)}@cedar-valley.example`;
export const isTaken = (world: World, email: string, except?: string): boolean =>
  world.rows.user.some((row) => row.id !== except && row.email.toLowerCase() === email.toLowerCase());
const isLastAdmin = (world: World, row: Row | undefined): boolean =>
  row?.role === 'organization_admin' && world.rows.user.filter(({ role }) => role === row.role).length === 1;
/** Returns whether a user is CIP Senior Manager, or will be. */
const isDesignated = (world: World, id: string): boolean =>
  world.rows.cip_senior_manager_assignment.some(
    ({ userId, endDate }) => userId === id && (endDate === null || endDate >= world.today()),
  );
const guardOf = (row: Row | undefined) => row && tagged(`/users/${row.id}`, () => row);

export function addUser(world: World, id: string, fields: object): Row {
  const [createdAt, updatedAt] = [world.now(), world.now()];
  const row = world.add('user', { id, phone: null, jobTitle: null, ...fields, createdAt, updatedAt });
  world.record('created', 'user', id);
  return row;
}

const me = (world: World): Row => world.find('user', world.me)!;

/** Returns whether an invitation to an address is pending. */
export const isInvited = (world: World, email: string) =>
  world.rows.invitation.some(
    (row) => row.status === 'pending' && row.email.toLowerCase() === email.toLowerCase(),
  );

export const users: Commands = {
  listUsers: (world, dice) =>
    page(world, dice, {
      name: 'listUsers',
      filters: () => given({ role: dice.maybe(dice.pick(ROLES), 30) }),
      faults: [['role', { role: 'owner' }]],
      rowsOf: ({ role }) => world.rows.user.filter((row) => role === undefined || row.role === role),
    }),
  getUser: readRecord('user'),
  getCurrentUser: (world) => ({ succeed: () => me(world) }),
  getMyOrganizations: (world) => ({
    succeed: () => ({ data: [{ ...world.organization, role: me(world).role }], total: 1 }),
  }),
  checkAccess: (_world, dice) => {
    const permission = dice.pick(PERMISSIONS);
    return {
      ...queryWith(dice, { permission }, [['permission', { permission: 'users:own' }]]),
      succeed: () => ({ permission, allowed: true }), // the role api_user never changes here
    };
  },
  createUser: (world, dice) => {
    const email = anyAddress(world, dice);
    const contact = { phone: dice.maybe('+1 555 0100', 30), jobTitle: dice.maybe(dice.text('Engineer'), 30) };
    const body = given({ name: dice.text('Person'), email, role: dice.pick(ROLES), ...contact });
    return {
      ...bodyWith(dice, body, [...FAULTS, ['role', { role: undefined }]]),
      isConflict: isTaken(world, email) || isInvited(world, email),
      status: 201,
      shows: ({ id }) => guardOf(world.find('user', id))!,
      succeed: ({ id }) => addUser(world, id, body),
    };
  },
  updateUser: (world, dice) => {
    const { id, row } = target(world, dice, 'user');
    const body = given({
      name: dice.maybe(dice.text('Person'), 40),
      email: dice.maybe(anyAddress(world, dice), 30),
      role: dice.maybe(dice.pick(ROLES), 40),
      phone: dice.maybe(dice.pick([null, '+1 555 0199']), 30),
    });
    const isNewlyInvited = (email: string) =>
      email.toLowerCase() !== row?.email.toLowerCase() && isInvited(world, email);
    const changesRole = body.role !== undefined && body.role !== row?.role;
    return {
      params: { id },
      ...bodyWith(dice, body, FAULTS),
      isMissing: !row,
      guard: guardOf(row),
      isConflict:
        (changesRole &&
          (id === world.me ||
            isLastAdmin(world, row) ||
            (body.role === 'api_user' && isDesignated(world, id)))) ||
        (body.email !== undefined && (isTaken(world, body.email, id) || isNewlyInvited(body.email))),
      shows: () => guardOf(row)!,
      succeed() {
        if (Object.keys(body).length === 0) return row;
        if (changesRole && body.role === 'auditor') revokeItems(world, 'userId', id);
        Object.assign(row!, body);
        world.touch(row!);
        world.record(changesRole ? 'role_updated' : 'updated', 'user', id);
        return row;
      },
    };
  },
  deleteUser: (world, dice) => {
    const { id, row } = target(world, dice, 'user');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(row),
      isConflict: isLastAdmin(world, row) || id === world.me || isDesignated(world, id),
      succeed() {
        revokeItems(world, 'userId', id);
        world.remove('user', row!);
        world.record('deleted', 'user', id);
      },
    };
  },
};
