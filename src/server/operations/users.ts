// Users, their access control items, and the designations of the CIP Senior Manager.
import { conflict, invalidReference, notFound } from '../../base/errors';
import { collectionNamed } from '../../contract/record-model';
import { nextStatus } from '../../contract/record-rules';
import { requireNotInvited } from './rules/invitation-rules';
import {
  accessNote,
  granted,
  isSameDefinition,
  requireEffect,
  requireOnlyItem,
  requireOtherAdmin,
  revoked,
} from './rules/user-rules';
import { dayBefore, inForce, previousOf, replacedBy } from './rules/senior-manager-rules';
import type { Behavior, Behaviors } from './behavior';
import type { RecordOf } from '../records/table';
import { type InvitationLink, LINKS } from '../records/invitation-links';
import { invitationWithdrawn } from '../users/user-activity';
import { isAllowed, revokeItems } from './permission';
import type { World } from '../records/world';

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
 * Ends what a user loses with a role, or without `role` with the deletion: access control items, and invitations by and
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
    if (link.expires_at <= now || (link.email !== address && link.invited_by !== address)) continue;
    await world.change(LINKS, link, { ...link, ended_at: now });
    world.logActivity(invitationWithdrawn(link));
  }
}

/** @throws ApiError `conflict` for the CIP Senior Manager in force or scheduled. */
async function requireNoDesignation(
  world: World,
  { id, name }: RecordOf<'User'>,
  then: string,
): Promise<void> {
  const all = await world.list('CipSeniorManagerAssignment');
  if (all.some(({ userId, endDate }) => userId === id && (endDate ?? world.today) >= world.today))
    throw conflict(
      `${name} is designated as CIP Senior Manager. Designate another user first, then ${then}.`,
    );
}

type Designation = RecordOf<'CipSeniorManagerAssignment'>;

async function endBefore(world: World, previous: Designation | undefined, day: string): Promise<void> {
  const ended = previous && { ...previous, endDate: dayBefore(day) };
  if (previous && ended) await world.change('CipSeniorManagerAssignment', previous, ended);
}

export const cipSeniorManager = {
  getCurrentCipSeniorManager: {
    async run(world) {
      const current = inForce(await world.list('CipSeniorManagerAssignment'), world.today);
      if (!current) throw notFound('Your organization has no CIP Senior Manager today. Designate one first.');
      return { body: current };
    },
  },
  createCipSeniorManagerAssignment: {
    async rules(world, { after }) {
      if ((await world.find('User', after.userId))?.role === 'api_user')
        throw conflict('A program account (api_user) cannot be CIP Senior Manager. Designate a person.');
      const all = await world.list('CipSeniorManagerAssignment');
      await endBefore(world, replacedBy(after, all, world.today), after.effectiveDate);
    },
  },
  updateCipSeniorManagerAssignment: {
    async rules(world, { before, after }) {
      if (before.effectiveDate === after.effectiveDate) return;
      const previous = previousOf(after, await world.list('CipSeniorManagerAssignment'));
      await endBefore(world, previous, after.effectiveDate);
    },
  },
} satisfies Behaviors<'CipSeniorManagerAssignment'>;

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
