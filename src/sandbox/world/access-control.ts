// Access control items, and their grants and revocations.
import { nextStatus } from '../../contract/record-rules';
import { invalidReference } from '../../base/errors';
import {
  accessNote,
  granted,
  isSameDefinition,
  requireOnlyItem,
  revoked,
} from '../../server/resources/users/user-rules';
import type { Behavior, Behaviors } from './behavior';
import type { RecordOf } from './collections';

/** Grants or revokes all named items or none. An item that has the status already stays unchanged. */
const switchTo = (
  operation: 'granted' | 'revoked',
): Behavior<'grantRaptorComplyAccess' | 'revokeRaptorComplyAccess', RecordOf<'User'>> => ({
  async run(world, { operation: { operationId }, target, body: { accessControlItemIds, reason } }) {
    const by = world.userId;
    const done = operation === 'granted' ? granted(by, world.now) : revoked(by, world.now);
    const items: unknown[] = [];
    for (const [index, id] of accessControlItemIds.entries()) {
      const item = (await world.find('AccessControl', id))!;
      if (item.userId !== target.id)
        throw invalidReference(`accessControlItemIds.${index}`, 'access control item of this user');
      const isSame = nextStatus(world.model, 'AccessControl', operationId, item.status) === item.status;
      const note = accessNote(operation, item, target.name, reason);
      const change = () => world.change('AccessControl', item, { ...item, ...done }, note);
      items.push(isSame ? item : await change());
    }
    return { body: { userId: target.id, items } };
  },
});

const items = {
  listAccessControls: {},
  createAccessControl: {
    rules: async (world, { after }) => requireOnlyItem(await world.list('AccessControl'), after),
  },
  getAccessControl: {},
  updateAccessControl: {
    async rules(world, { before, after }) {
      requireOnlyItem(await world.list('AccessControl'), after);
      if (before.status === 'active' && !isSameDefinition(before, after))
        Object.assign(after, revoked(world.userId, world.now));
    },
  },
  deleteAccessControl: {},
} satisfies Behaviors<'AccessControl'>;

const ofUser = {
  getUserApprovedAccessControlItemIds: {
    async run(world, { target }) {
      const all = await world.list('AccessControl');
      const active = all.filter(({ userId, status }) => userId === target.id && status === 'active');
      return { body: { data: active.map(({ id }) => id), total: active.length } };
    },
  },
  grantRaptorComplyAccess: switchTo('granted'),
  revokeRaptorComplyAccess: switchTo('revoked'),
} satisfies Behaviors<'User'>;

export const accessControl = { ...items, ...ofUser };
