// The model of grants and revocations: they change all named items of a user or none.
import type { Command, Commands } from './command';
import { bodyWith, references, target } from './dice';
import { isWithoutEffect } from './access-controls';
import { type Kind, given } from './world';

/** Plans a grant or a revocation of items of one user. */
const switching =
  (operation: 'granted' | 'revoked'): Command =>
  (world, dice) => {
    const items = world.rows.access_control;
    const owner = items.length > 0 && dice.chance(80) ? (dice.pick(items).userId as string) : undefined;
    const user =
      owner === undefined ? target(world, dice, 'user') : { id: owner, row: world.find('user', owner) };
    const own = items.filter(({ userId }) => userId === user.id);
    const { to, unknown } = references(world, dice);
    const accessControlItemIds = [
      ...new Set([
        ...dice.some(own).map(({ id }) => id),
        ...(dice.chance(15) ? [to('access_control', 'accessControlItemIds')] : []),
      ]),
    ];
    const foreign = accessControlItemIds.filter((id) => !own.some((each) => each.id === id));
    const isEmpty = accessControlItemIds.length === 0;
    const { body, faults } = bodyWith(
      dice,
      { accessControlItemIds, ...given({ reason: dice.maybe(dice.text('Request'), 30) }) },
      [['reason', { reason: '' }]],
    );
    return {
      params: { userId: user.id },
      body,
      faults: isEmpty ? [...faults, 'accessControlItemIds'] : faults,
      isMissing: !user.row,
      isConflict:
        operation === 'granted' &&
        own.some(
          (item) =>
            accessControlItemIds.includes(item.id) &&
            (isWithoutEffect(world, item) ||
              !world.find(item['resourceType'] as Kind, item['resourceId'] as string)),
        ),
      unknown: [...unknown, ...(foreign.length > 0 ? ['accessControlItemIds'] : [])],
      succeed() {
        const status = operation === 'granted' ? 'active' : 'inactive';
        const shown = accessControlItemIds.map((id) => {
          const item = world.find('access_control', id)!;
          if (item['status'] === status) return item;
          const fields = { [`${operation}At`]: world.now(), [`${operation}By`]: world.me };
          Object.assign(item, operation === 'granted' && { revokedAt: null, revokedBy: null }, {
            status,
            ...fields,
          });
          world.touch(item);
          world.record(operation, 'access_control', id);
          return item;
        });
        return { userId: user.id, items: shown };
      },
    };
  };

export const accessGrants: Commands = {
  getUserApprovedAccessControlItemIds: (world, dice) => {
    const { id, row } = target(world, dice, 'user');
    return {
      params: { userId: id },
      isMissing: !row,
      succeed() {
        const active = world.rows.access_control.filter(
          ({ userId, status }) => userId === id && status === 'active',
        );
        return { data: active.map((item) => item.id), total: active.length };
      },
    };
  },
  grantRaptorComplyAccess: switching('granted'),
  revokeRaptorComplyAccess: switching('revoked'),
};
