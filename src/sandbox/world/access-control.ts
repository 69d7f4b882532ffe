// Access control items, and their grants and revocations.
import type { Behavior, Behaviors, Change } from './behavior';
import type { RecordOf } from './collections';
import { conflict, invalidReference, nextStatus } from './rules';
import type { World } from './world';

type Item = RecordOf<'AccessControl'>;
type SwitchId = 'grantRaptorComplyAccess' | 'revokeRaptorComplyAccess';

async function requireOnlyItem(
  world: World,
  { after: { id, userId, resourceId } }: Change<Item, unknown>,
): Promise<void> {
  const items = await world.list('AccessControl');
  if (items.some((item) => item.id !== id && item.userId === userId && item.resourceId === resourceId))
    throw conflict('Another item has this user and resource. Replace that item instead.');
}

const revocation = async (world: World) => ({
  revokedAt: world.now.toISOString(),
  revokedBy: (await world.me()).id,
});

/** Grants or revokes all named items or none. An item that has the status already stays unchanged. */
const switchTo = (operation: 'granted' | 'revoked'): Behavior<SwitchId, RecordOf<'User'>> => ({
  async run(world, { operation: { operationId }, target, body: { accessControlItemIds, reason } }) {
    const { revokedAt: grantedAt, revokedBy: grantedBy } = await revocation(world);
    const isGrant = operation === 'granted';
    const done = isGrant
      ? { grantedAt, grantedBy, revokedAt: null, revokedBy: null }
      : await revocation(world);
    const items: unknown[] = [];
    for (const [index, id] of accessControlItemIds.entries()) {
      const item = (await world.find('AccessControl', id))!;
      if (item.userId !== target.id)
        throw invalidReference(`accessControlItemIds.${index}`, 'access control item of this user');
      const status = nextStatus(world.model, 'AccessControl', operationId, item.status);
      const access = `${item.accessLevel} access of ${target.name} to ${item.resourceId}`;
      const description = `${isGrant ? 'Granted' : 'Revoked'} ${access}.${reason === undefined ? '' : ` Reason: ${reason}`}`;
      const after = { ...item, ...done, status };
      const isSame = status === item.status;
      items.push(
        isSame ? item : await world.change('AccessControl', item, after, { operation, description }),
      );
    }
    return { body: { userId: target.id, items } };
  },
});

const items: Behaviors<
  'AccessControl',
  | 'listAccessControls'
  | 'createAccessControl'
  | 'getAccessControl'
  | 'updateAccessControl'
  | 'deleteAccessControl'
> = {
  listAccessControls: {},
  createAccessControl: { rules: requireOnlyItem },
  getAccessControl: {},
  updateAccessControl: {
    async rules(world, change) {
      await requireOnlyItem(world, change);
      const { before, after } = change;
      const definition = ['userId', 'resourceType', 'resourceId', 'accessLevel'] as const;
      const isSame = definition.every((field) => before[field] === after[field]);
      if (before.status === 'active' && !isSame)
        Object.assign(after, await revocation(world), { status: 'inactive' });
    },
  },
  deleteAccessControl: {},
};

const getUserApprovedAccessControlItemIds: Behavior<
  'getUserApprovedAccessControlItemIds',
  RecordOf<'User'>
> = {
  async run(world, { target }) {
    const active = (await world.list('AccessControl')).filter(
      ({ userId, status }) => userId === target.id && status === 'active',
    );
    return { body: { data: active.map(({ id }) => id), total: active.length } };
  },
};

export const accessControl = {
  ...items,
  getUserApprovedAccessControlItemIds,
  grantRaptorComplyAccess: switchTo('granted'),
  revokeRaptorComplyAccess: switchTo('revoked'),
};
