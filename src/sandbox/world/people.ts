// Users, invitations and the designation of the CIP Senior Manager.
import { createHash, randomBytes } from 'node:crypto';
import { notFound } from '../../errors';
import type { Behaviors, Call, Change } from './behavior';
import { change as changeRecord, create } from './conventions';
import type { Fields } from './model';
import { conflict, invalidReference } from './rejections';
import type { World } from './world';

const ADMIN = 'organization_admin';
const INVITATION_MILLISECONDS = 14 * 86_400_000;

const COMPLIANCE = [
  'training',
  'tasks',
  'evidence',
  'policy_documents',
  'cip_senior_manager',
  'access_control',
];
const INVENTORY = ['facilities', 'control_centers', 'cyber_systems', 'cyber_assets'];
const AREAS = [...INVENTORY, ...COMPLIANCE, 'users', 'invitations', 'activity'];
const all = (areas: string[], action: string): string[] => areas.map((area) => `${area}:${action}`);

const PERMISSIONS: Record<string, string[]> = {
  [ADMIN]: [...all(AREAS, 'read'), ...all(AREAS, 'write'), 'policy_documents:approve'],
  compliance_manager: [
    ...all(AREAS, 'read'),
    ...all([...INVENTORY, ...COMPLIANCE], 'write'),
    'policy_documents:approve',
  ],
  contributor: [
    ...all(AREAS, 'read'),
    ...all(['cyber_assets', 'training', 'tasks', 'evidence', 'policy_documents'], 'write'),
  ],
  auditor: all(AREAS, 'read'),
  api_user: [...all(INVENTORY, 'read'), 'cyber_assets:write'],
};

async function requireOtherAdmin(world: World, { before, after }: Change): Promise<void> {
  if (before['role'] !== ADMIN || after['role'] === ADMIN) return;
  const users = await world.list('User');
  if (!users.some(({ id, role }) => id !== before['id'] && role === ADMIN))
    throw conflict(
      `${String(before['name'])} is the last organization_admin. Give another user this role first.`,
    );
}

async function revokeAll(world: World, userId: unknown): Promise<void> {
  const [revokedAt, revokedBy] = [world.now.toISOString(), (await world.me())['id']];
  for (const item of await world.list('AccessControl'))
    if (item['userId'] === userId && item['status'] === 'active')
      await world.change(
        'AccessControl',
        item,
        { ...item, status: 'inactive', revokedAt, revokedBy },
        { operation: 'revoked' },
      );
}

export const users = {
  listUsers: {},
  createUser: {},
  getCurrentUser: { run: async (world) => ({ body: await world.me() }) },
  getMyOrganizations: {
    async run(world) {
      const { organizationName: name } = (await world.find('CurrentUser', 'me'))!;
      const { id, slug } = world.organization;
      return { body: { data: [{ id, slug, name, role: (await world.me())['role'] }], total: 1 } };
    },
  },
  checkAccess: {
    async run(world, { query: { permission } }) {
      const { id, role } = await world.me();
      const exists = (await world.find('User', id)) !== undefined;
      return {
        body: { permission, allowed: exists && PERMISSIONS[String(role)]!.includes(String(permission)) },
      };
    },
  },
  getUser: {},
  updateUser: {
    async rules(world, change) {
      await requireOtherAdmin(world, change);
      if (change.before['role'] !== change.after['role']) change.note = { operation: 'role_updated' };
    },
  },
  deleteUser: {
    async rules(world, change) {
      await requireOtherAdmin(world, change);
      await revokeAll(world, change.before['id']);
    },
  },
} satisfies Behaviors;

const digestOf = (token: unknown): string => createHash('sha256').update(String(token)).digest('hex');

/** Gives an invitation a new token, valid for 14 days. Only the token's digest is stored. */
function issue(world: World, { after }: Change): string {
  const token = randomBytes(18).toString('base64url');
  const [now, expiresAt] = [world.now, new Date(world.now.getTime() + INVITATION_MILLISECONDS)];
  Object.assign(after, {
    $digest: digestOf(token),
    sentAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
  return token;
}

async function withToken(
  world: World,
  call: Call,
  run: typeof create,
  rules: (change: Change) => void | Promise<void>,
): Promise<{ body: Fields }> {
  let token = '';
  const { body } = await run(world, call, {
    async rules(_world, change) {
      await rules(change);
      token = issue(world, change);
    },
  });
  return { body: { ...(body as Fields), token } };
}

async function requireNewAddress(world: World, email: unknown): Promise<void> {
  const address = String(email).toLowerCase();
  const isSame = (record: Fields): boolean => String(record['email']).toLowerCase() === address;
  if ((await world.list('User')).some(isSame)) throw conflict(`A user already has the address ${address}.`);
  const pending = (await world.list('Invitation')).filter(({ status }) => status === 'pending');
  if (pending.some(isSame)) throw conflict(`${address} has a pending invitation. Resend it instead.`);
}

const isExpired = ({ expiresAt }: Fields, now: Date): boolean =>
  Date.parse(String(expiresAt)) <= now.getTime();

const findByToken = async (world: World, token: unknown): Promise<Fields | undefined> =>
  (await world.list('Invitation')).find(({ $digest }) => $digest === digestOf(token));

const requirePending = ({ status }: Fields): void => {
  if (status !== 'pending') throw conflict('The invitation is already accepted.');
};

export const invitations = {
  listInvitations: {},
  createInvitation: {
    run: (world, call) =>
      withToken(world, call, create, ({ after }) => requireNewAddress(world, after['email'])),
  },
  validateInvitation: {
    async run(world, { query: { token } }) {
      const found = await findByToken(world, token);
      if (!found || found['status'] !== 'pending' || isExpired(found, world.now))
        return { body: { valid: false } };
      const { organizationName } = (await world.find('CurrentUser', 'me'))!;
      return { body: { valid: true, ...found, organizationName } };
    },
  },
  acceptInvitation: {
    async run(world, call) {
      const { token, ...profile } = call.body;
      const invitation = await findByToken(world, token);
      if (!invitation) throw invalidReference('token', 'invitation');
      requirePending(invitation);
      if (isExpired(invitation, world.now))
        throw conflict('The invitation has expired. Ask for it to be sent again.');
      const { email, role } = invitation;
      const outcome = await create(world, { ...call, body: { ...profile, email, role } }, {});
      const accepted = {
        status: 'accepted',
        acceptedAt: world.now.toISOString(),
        userId: (outcome.body as Fields)['id'],
      };
      await world.change('Invitation', invitation, { ...invitation, ...accepted }, { operation: 'accepted' });
      return outcome;
    },
  },
  cancelInvitation: { rules: (_world, { before }) => requirePending(before) },
  resendInvitation: {
    run: (world, call) => {
      requirePending(call.target);
      return withToken(world, call, changeRecord, () => undefined);
    },
  },
} satisfies Behaviors;

const dayBefore = (day: unknown): string =>
  new Date(Date.parse(String(day)) - 86_400_000).toISOString().slice(0, 10);

/** Returns the designations in order of their effective dates. */
const designations = async (world: World): Promise<Fields[]> =>
  [...(await world.list('CipSeniorManagerAssignment'))].sort((one, other) =>
    String(one['effectiveDate']) < String(other['effectiveDate']) ? -1 : 1,
  );

const inForce = (ordered: Fields[], today: string): Fields | undefined =>
  ordered.findLast(
    ({ effectiveDate, endDate }) =>
      String(effectiveDate) <= today && (endDate === null || String(endDate) >= today),
  );

const endBefore = (world: World, previous: Fields, effectiveDate: unknown): Promise<Fields> =>
  world.change('CipSeniorManagerAssignment', previous, { ...previous, endDate: dayBefore(effectiveDate) });

export const cipSeniorManager = {
  getCurrentCipSeniorManager: {
    async run(world) {
      const current = inForce(await designations(world), world.today);
      if (!current) throw notFound();
      return { body: current };
    },
  },
  createCipSeniorManagerAssignment: {
    async rules(world, { after: { userId, effectiveDate } }) {
      const ordered = await designations(world);
      const latest = ordered.at(-1);
      if ([latest, inForce(ordered, world.today)].some((each) => each?.['userId'] === userId))
        throw conflict('This user is already designated as CIP Senior Manager.');
      if (!latest) return;
      if (String(effectiveDate) <= String(latest['effectiveDate']))
        throw conflict(`The designation must take effect after ${String(latest['effectiveDate'])}.`);
      await endBefore(world, latest, effectiveDate);
    },
  },
  updateCipSeniorManagerAssignment: {
    async rules(world, { before, after: { effectiveDate } }) {
      if (before['effectiveDate'] === effectiveDate) return;
      const ordered = await designations(world);
      const index = ordered.findIndex(({ id }) => id === before['id']);
      const [previous, next] = [ordered[index - 1], ordered[index + 1]];
      const isAfter = !previous || String(effectiveDate) > String(previous['effectiveDate']);
      const isBefore = !next || String(effectiveDate) < String(next['effectiveDate']);
      if (!isAfter || !isBefore)
        throw conflict('The effective date must lie between those of the previous and the next assignment.');
      if (previous) await endBefore(world, previous, effectiveDate);
    },
  },
} satisfies Behaviors;
