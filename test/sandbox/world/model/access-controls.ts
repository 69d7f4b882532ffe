// The model of access control items: definitions, grants and revocations.
import {
  type Command,
  type Commands,
  type Dice,
  type Fault,
  bodyWith,
  page,
  readRecord,
  references,
  tagged,
  target,
} from './command';
import { type Row, type World, given } from './world';

const RESOURCES = ['facility', 'control_center', 'cyber_system', 'cyber_asset', 'policy_document'] as const;
const FAULTS: Fault[] = [
  ['accessLevel', { accessLevel: 'own' }],
  ['resourceType', { resourceType: 'task' }],
  ['userId', { userId: undefined }],
  ['justification', { justification: '' }],
];
const guardOf = (row: Row | undefined) => row && tagged(`/access-control/${row.id}`, () => row);
const isSecond = (
  world: World,
  { userId, resourceId }: Row | Record<string, unknown>,
  except?: string,
): boolean =>
  world.rows.access_control.some(
    (row) => row.id !== except && row.userId === userId && row.resourceId === resourceId,
  );

/** Returns a definition: at times that of an existing item. */
function definition(world: World, dice: Dice) {
  const { to, unknown } = references(world, dice);
  const resourceType = dice.pick(RESOURCES);
  const [userId, resourceId] = [to('user', 'userId'), to(resourceType, 'resourceId')];
  const accessLevel = dice.pick(['read', 'edit']);
  const justification = dice.maybe(dice.text('Need'), 40);
  return { body: given({ userId, resourceType, resourceId, accessLevel, justification }), unknown };
}

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

export const accessControls: Commands = {
  listAccessControls: (world, dice) =>
    page(
      world,
      dice,
      {
        name: 'listAccessControls',
        filters: () =>
          given({
            userId: dice.maybe(dice.pick(world.rows.user).id, 30),
            status: dice.maybe(dice.pick(['active', 'inactive']), 30),
          }),
        faults: [['status', { status: 'granted' }]],
      },
      ({ userId, status }) =>
        world.rows.access_control.filter(
          (row) =>
            (userId === undefined || row.userId === userId) &&
            (status === undefined || row.status === status),
        ),
      ({ id }) => world.order(id),
      (row) => row,
    ),
  getAccessControl: readRecord('access_control'),
  createAccessControl: (world, dice) => {
    const { body, unknown } = definition(world, dice);
    return {
      ...bodyWith(dice, body, FAULTS),
      unknown,
      isConflict: isSecond(world, body),
      status: 201,
      shows: ({ id }) => guardOf(world.find('access_control', id))!,
      succeed({ id }) {
        const never = { grantedAt: null, grantedBy: null, revokedAt: null, revokedBy: null };
        const [createdAt, updatedAt] = [world.now(), world.now()];
        const fields = {
          ...{ justification: null },
          ...body,
          status: 'inactive',
          ...never,
          createdAt,
          updatedAt,
        };
        const row = world.add('access_control', { id, ...fields });
        world.record('created', 'access_control', id);
        return row;
      },
    };
  },
  updateAccessControl: (world, dice) => {
    const { id, row } = target(world, dice, 'access_control');
    const { body, unknown } = definition(world, dice);
    const old = row && dice.chance(30) && world.find('user', row.userId) ? row : undefined;
    const isKept =
      old !== undefined &&
      RESOURCES.some((kind) => kind === old.resourceType && world.find(kind, old.resourceId));
    if (isKept)
      Object.assign(body, { userId: old.userId, resourceType: old.resourceType, resourceId: old.resourceId });
    return {
      params: { id },
      ...bodyWith(dice, body, FAULTS),
      isMissing: !row,
      unknown: isKept ? [] : unknown,
      guard: guardOf(row),
      isConflict: isSecond(world, body, id),
      shows: () => guardOf(row)!,
      succeed() {
        const before = { ...row! };
        Object.assign(row!, { justification: null }, body);
        const isSame = ['userId', 'resourceType', 'resourceId', 'accessLevel'].every(
          (field) => before[field] === row![field],
        );
        if (!isSame && before['status'] === 'active')
          Object.assign(row!, { status: 'inactive', revokedAt: world.now(), revokedBy: world.me });
        world.touch(row!);
        world.record('updated', 'access_control', id);
        return row;
      },
    };
  },
  deleteAccessControl: (world, dice) => {
    const { id, row } = target(world, dice, 'access_control', 80);
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(row),
      succeed() {
        world.remove('access_control', row!);
        world.record('deleted', 'access_control', id);
      },
    };
  },
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
