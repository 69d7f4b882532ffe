// Users and their access control items.
import type { components } from '../../../generated/types';
import { conflict, invalidReference } from '../../base/errors';
import { collectionNamed } from '../../contract/record-model';
import { nextStatus } from '../../contract/record-rules';
import { requireNotInvited } from './invitations';
import { requireNoDesignation } from './cip-senior-manager';
import type { Behavior, Behaviors } from './behavior';
import type { RecordOf } from '../records/views';
import { type InvitationLink, LINKS } from '../records/invitation-links';
import type { Note } from '../audit/entry';
import { invitationWithdrawn } from '../users/user-activity';
import { isAllowed, revokeItems, revoked } from './permission';
import type { World } from '../records/world';

type Schemas = components['schemas'];
type Item = Schemas['AccessControlItem'];
type User = Pick<Schemas['User'], 'id' | 'name' | 'email' | 'role'> & { $signIn?: 'link' | 'provider' };

const getDomain = ({ email }: User): string => email.slice(email.lastIndexOf('@')).toLowerCase();

/** Returns whether one user surely can sign in to the Settings pages when another one can. */
const signsInLike = (one: User, other: User): boolean =>
  other.$signIn === undefined ||
  one.$signIn === 'link' ||
  (one.$signIn === other.$signIn && getDomain(one) === getDomain(other)); // a provider vouches for domains

/** `users`: all users of the organization. @throws ApiError `conflict` for the last administrator. */
function requireOtherAdmin(users: User[], user: User): void {
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
function requireEffect(role: Schemas['UserRole'], { accessLevel }: Pick<Item, 'accessLevel'>): void {
  if (role === 'auditor' && accessLevel === 'edit')
    throw conflict(
      'An edit item has no effect for an auditor. Give the user another role first, or use read.',
    );
}

/** `items`: all of the organization. @throws ApiError `conflict` for a second item of a user and a resource. */
function requireOnlyItem(items: Item[], { id, userId, resourceId }: Item): void {
  if (items.some((item) => item.id !== id && item.userId === userId && item.resourceId === resourceId))
    throw conflict('Another item has this user and resource. Replace that item instead.');
}

const DEFINITION = ['userId', 'resourceType', 'resourceId', 'accessLevel'] as const;

const isSameDefinition = (one: Item, other: Item): boolean =>
  DEFINITION.every((field) => one[field] === other[field]);

/** Returns the fields that a grant sets. `by`: the id of the user. */
const granted = (by: string, now: Date) => ({
  status: 'active' as const,
  grantedAt: now.toISOString(),
  grantedBy: by,
  revokedAt: null,
  revokedBy: null,
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

export const users = {
  listUsers: {},
  createUser: {
    rules: async (world, { after }) =>
      requireNotInvited(after.email, await world.search('Invitation', 'email', after.email)),
  },
  getCurrentUser: { run: async (world) => ({ body: await world.me() }) },
  getMyOrganizations: {
    async run(world) {
      const name = await world.organizationName();
      const { id, slug } = world.organization;
      return { body: { data: [{ id, slug, name, role: (await world.me()).role }], total: 1 } };
    },
  },
  checkAccess: {
    async run(world, { query: { permission, resourceType, resourceId } }) {
      const place = resourceType && resourceId ? { resourceType, resourceId } : undefined;
      return { body: { permission, allowed: await isAllowed(world, permission, place) } };
    },
  },
  getUser: {},
  updateUser: {
    async rules(world, change) {
      if (change.before.email.toLowerCase() !== change.after.email.toLowerCase()) {
        requireNoAccount(change.before);
        requireNotInvited(change.after.email, await world.search('Invitation', 'email', change.after.email));
      }
      if (change.before.role === change.after.role) return;
      if (change.before.id === world.userId)
        throw conflict('You cannot change your own role. Use the key of another administrator.');
      requireOtherAdmin(await world.search('User', 'role', 'organization_admin'), change.before);
      if (change.after.role === 'api_user')
        await requireNoDesignation(world, change.before, 'change its role');
      await endRights(world, change.before, change.after.role);
      change.note = { operation: 'role_updated' };
    },
  },
  deleteUser: {
    async rules(world, { before }) {
      if (before.id === world.userId)
        throw conflict(
          `${before.name} is the user behind this key. Delete this user with the key of another one.`,
        );
      requireOtherAdmin(await world.search('User', 'role', 'organization_admin'), before);
      await endRights(world, before);
    },
  },
} satisfies Behaviors<'User'>;

/** @throws ApiError `conflict` for a user whose account signs in with the address. */
function requireNoAccount({ name, email, $signIn }: RecordOf<'User'>): void {
  if ($signIn !== undefined)
    throw conflict(
      `${name} signs in to the Settings pages with ${email}. Invite the new address there, then delete this user.`,
    );
}

/**
 * Ends the rights that a user loses with a role, or without `role` with the deletion: access control items, and invitations by and
 * for a former administrator. @throws ApiError `conflict` for the deletion of the CIP Senior Manager.
 */
export async function endRights(world: World, before: RecordOf<'User'>, role?: string): Promise<void> {
  if (role === undefined) await requireNoDesignation(world, before, 'delete this user');
  if (role === undefined || role === 'auditor') await revokeItems(world, 'userId', before.id);
  if (role === undefined || before.role === 'organization_admin')
    await withdrawInvitations(world, before.email.toLowerCase());
}

/** Withdraws the open invitations that a user made, or could use to return to the Settings pages. */
export async function withdrawInvitations(world: World, address: string): Promise<void> {
  const now = world.now.toISOString();
  for (const link of (await world.list(LINKS)) as InvitationLink[]) {
    if (link.ended_at !== null || link.expires_at <= now) continue; // an earlier request of the transaction may end it
    if (link.email !== address && link.invited_by !== address) continue;
    await world.change(LINKS, link, { ...link, ended_at: now });
    world.logActivity(invitationWithdrawn(link));
  }
}

/** @throws ApiError `conflict` for an item that gives nothing: by the role of the user, or on a deleted resource. */
async function requireUse(
  world: World,
  { role }: Pick<RecordOf<'User'>, 'role'>,
  item: RecordOf<'AccessControl'>,
): Promise<void> {
  requireEffect(role, item);
  if (!(await world.find(collectionNamed(item.resourceType), item.resourceId)))
    throw conflict(`The item ${item.id} is on ${item.resourceId}, which was deleted. Delete the item.`);
}

/** Grants or revokes all named items or none. An item that has the status already stays unchanged. */
const switchTo = (
  operation: 'granted' | 'revoked',
): Behavior<'grantRaptorComplyAccess' | 'revokeRaptorComplyAccess', RecordOf<'User'>> => ({
  async run(world, { operation: { operationId }, target, body: { accessControlItemIds, reason } }) {
    const by = world.userId;
    const done = operation === 'granted' ? granted(by, world.now) : revoked(by, world.now);
    const all = await Promise.all(accessControlItemIds.map((id) => world.find('AccessControl', id)));
    const named = all as RecordOf<'AccessControl'>[];
    const foreign = named.findIndex(({ userId }) => userId !== target.id);
    if (foreign >= 0)
      throw invalidReference(`accessControlItemIds.${foreign}`, 'access control item of this user');
    const items: unknown[] = [];
    for (const item of named) {
      const isSame = nextStatus(world.model, 'AccessControl', operationId, item.status) === item.status;
      if (operation === 'granted') await requireUse(world, target, item);
      const note = accessNote(operation, item, target.name, reason);
      items.push(isSame ? item : await world.change('AccessControl', item, { ...item, ...done }, note));
    }
    return { body: { userId: target.id, items } };
  },
});

const items = {
  listAccessControls: {},
  createAccessControl: {
    async rules(world, { after }) {
      requireEffect((await world.find('User', after.userId))!.role, after);
      requireOnlyItem(await world.search('AccessControl', 'userId', after.userId), after);
    },
  },
  getAccessControl: {},
  updateAccessControl: {
    async rules(world, { before, after }) {
      const user = await world.find('User', after.userId);
      if (user) requireEffect(user.role, after);
      requireOnlyItem(await world.search('AccessControl', 'userId', after.userId), after);
      if (before.status === 'active' && !isSameDefinition(before, after))
        Object.assign(after, revoked(world.userId, world.now));
    },
  },
  deleteAccessControl: {},
} satisfies Behaviors<'AccessControl'>;

const ofUser = {
  getUserApprovedAccessControlItemIds: {
    async run(world, { target }) {
      const all = await world.search('AccessControl', 'userId', target.id);
      const active = all.filter(({ userId, status }) => userId === target.id && status === 'active');
      return { body: { data: active.map(({ id }) => id), total: active.length } };
    },
  },
  grantRaptorComplyAccess: switchTo('granted'),
  revokeRaptorComplyAccess: switchTo('revoked'),
} satisfies Behaviors<'User'>;

export const accessControl = { ...items, ...ofUser };
