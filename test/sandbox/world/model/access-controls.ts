// The model of access control items: definitions, grants and revocations.
import { type Commands, readRecord, tagged } from './command';
import { type Dice, type Fault, bodyWith, references, target } from './dice';
import { page } from './pages';
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

export const isWithoutEffect = (world: World, { userId, accessLevel }: Record<string, unknown>): boolean =>
  accessLevel === 'edit' && world.find('user', String(userId))?.['role'] === 'auditor';

/** Makes the active items of a user, or on a resource, inactive. */
export function revokeItems(world: World, field: 'userId' | 'resourceId', id: string): void {
  for (const item of world.rows.access_control)
    if (item[field] === id && item['status'] === 'active') {
      Object.assign(item, { status: 'inactive', revokedAt: world.now(), revokedBy: world.me });
      world.touch(item);
      world.record('revoked', 'access_control', item.id);
    }
}

/** Returns a definition: at times that of an existing item. */
function definition(world: World, dice: Dice, before?: Row) {
  const { to, unknown } = references(world, dice, before);
  const resourceType = dice.pick(RESOURCES);
  const [userId, resourceId] = [to('user', 'userId'), to(resourceType, 'resourceId')];
  const accessLevel = dice.pick(['read', 'edit']);
  const justification = dice.maybe(dice.text('Need'), 40);
  return { body: given({ userId, resourceType, resourceId, accessLevel, justification }), unknown };
}

export const accessControls: Commands = {
  listAccessControls: (world, dice) =>
    page(world, dice, {
      name: 'listAccessControls',
      filters: () =>
        given({
          userId: dice.maybe(dice.pick(world.rows.user).id, 30),
          resourceId: dice.maybe(dice.pick(world.rows.facility).id, 15),
          status: dice.maybe(dice.pick(['active', 'inactive']), 30),
        }),
      faults: [['status', { status: 'granted' }]],
      rowsOf: (filters: Record<string, unknown>) =>
        world.rows.access_control.filter((row) =>
          Object.entries(filters).every(([field, value]) => row[field] === value),
        ),
    }),
  getAccessControl: readRecord('access_control'),
  createAccessControl: (world, dice) => {
    const { body, unknown } = definition(world, dice);
    return {
      ...bodyWith(dice, body, FAULTS),
      unknown,
      isConflict: isWithoutEffect(world, body) || isSecond(world, body),
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
    const { body, unknown } = definition(world, dice, row);
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
      isConflict: isWithoutEffect(world, body) || isSecond(world, body, id),
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
};
