// Access control items, and their grants and revocations.
import type { Behavior, Behaviors, Change } from './behavior';
import type { Fields } from './model';
import { conflict, invalidReference } from './rejections';
import { nextStatus } from './transitions';
import type { World } from './world';

const DEFINITION = ['userId', 'resourceType', 'resourceId', 'accessLevel'];

async function requireOnlyItem(world: World, { after }: Change): Promise<void> {
  const { id, userId, resourceId } = after;
  const isSame = (item: Fields): boolean =>
    item['id'] !== id && item['userId'] === userId && item['resourceId'] === resourceId;
  if ((await world.list('AccessControl')).some(isSame))
    throw conflict('Another item has this user and resource. Replace that item instead.');
}

/** Grants or revokes all named items or none. An item that has the status already stays unchanged. */
const switchTo = (operation: 'granted' | 'revoked'): Behavior => ({
  async run(world, { operation: { operationId }, target, body }) {
    const [at, by] = [world.now.toISOString(), (await world.me())['id']];
    const done =
      operation === 'granted'
        ? { grantedAt: at, grantedBy: by, revokedAt: null, revokedBy: null }
        : { revokedAt: at, revokedBy: by };
    const items: Fields[] = [];
    for (const [index, id] of (body['accessControlItemIds'] as string[]).entries()) {
      const item = (await world.find('AccessControl', id))!;
      if (item['userId'] !== target['id'])
        throw invalidReference(`accessControlItemIds.${index}`, 'access control item of this user');
      const status = nextStatus(world.model, 'AccessControl', operationId, item['status']);
      const reason = body['reason'] === undefined ? '' : ` Reason: ${String(body['reason'])}`;
      const description = `${operation === 'granted' ? 'Granted' : 'Revoked'} ${String(item['accessLevel'])} access of ${String(target['name'])} to ${String(item['resourceId'])}.${reason}`;
      const isSame = status === item['status'];
      items.push(
        isSame
          ? item
          : await world.change(
              'AccessControl',
              item,
              { ...item, ...done, status },
              { operation, description: description.slice(0, 2000) },
            ),
      );
    }
    return { body: { userId: target['id'], items } };
  },
});

export const accessControl = {
  listAccessControls: {},
  createAccessControl: { rules: requireOnlyItem },
  getAccessControl: {},
  updateAccessControl: {
    async rules(world, change) {
      await requireOnlyItem(world, change);
      const { before, after } = change;
      if (before['status'] !== 'active' || DEFINITION.every((field) => before[field] === after[field]))
        return;
      const [revokedAt, revokedBy] = [world.now.toISOString(), (await world.me())['id']];
      Object.assign(after, { status: 'inactive', revokedAt, revokedBy });
    },
  },
  deleteAccessControl: {},
  getUserApprovedAccessControlItemIds: {
    async run(world, { target }) {
      const items = await world.list('AccessControl');
      const data = items
        .filter(({ userId, status }) => userId === target['id'] && status === 'active')
        .map(({ id }) => id);
      return { body: { data, total: data.length } };
    },
  },
  grantRaptorComplyAccess: switchTo('granted'),
  revokeRaptorComplyAccess: switchTo('revoked'),
} satisfies Behaviors;
