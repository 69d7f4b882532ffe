// The model of invitations: a token is valid until it is used, replaced, canceled or 14 days old.
import { type Commands, tagged } from './command';
import { type Dice, type Fault, bodyWith, queryWith, target } from './dice';
import { ROLES, addUser, anyAddress, isInvited, isTaken } from './users';
import { DAY, type Row, type World, given, iso } from './world';

const LIFETIME = 14 * DAY;
const FAULTS: Fault[] = [
  ['email', { email: 'nobody' }],
  ['role', { role: 'owner' }],
  ['email', { email: undefined }],
];
interface Token {
  value: string;
  /** The invitation, until the token is replaced. */
  id: string | undefined;
}
const tokensOf = (world: World): Token[] => {
  const tokens: Token[] = world.memory.get('tokens') ?? [];
  world.memory.set('tokens', tokens);
  return tokens;
};
/** Returns a token that some response had, or at times an unknown one. */
function anyToken(world: World, dice: Dice): string {
  const tokens = tokensOf(world);
  return tokens.length > 0 && dice.chance(85)
    ? dice.pick(tokens.slice(-6)).value
    : 'unknown-token-0123456789';
}
function invitationOf(world: World, token: string): Row | undefined {
  const id = tokensOf(world).find(({ value }) => value === token)?.id;
  return id === undefined ? undefined : world.find('invitation', id);
}
const isExpired = ({ expiresAt }: Row): boolean => Date.parse(expiresAt) <= Date.now();
const guardOf = (row: Row | undefined) => row && tagged(`/invitations/${row.id}`, () => row);

/** Learns the token of a response, which replaces that of the invitation. */
function issue(world: World, row: Row, token: unknown): Row {
  const tokens = tokensOf(world);
  if (typeof token !== 'string' || token.length < 16 || tokens.some(({ value }) => value === token))
    throw new Error(`${String(token)} is not a new token.`);
  for (const each of tokens) if (each.id === row.id) each.id = undefined;
  tokens.push({ value: token, id: row.id });
  return { ...row, token };
}
const sent = (world: World) => ({ sentAt: world.now(), expiresAt: iso(Date.now() + LIFETIME) });

export const invitations: Commands = {
  listInvitations: (world, dice) => {
    const status = dice.maybe(dice.pick(['pending', 'accepted']), 40);
    return {
      ...queryWith(dice, given({ status }), [['status', { status: 'canceled' }]]),
      succeed() {
        const data = world.rows.invitation.filter((row) => status === undefined || row.status === status);
        return { data, total: data.length };
      },
    };
  },
  createInvitation: (world, dice) => {
    const email = anyAddress(world, dice);
    const body = { email, role: dice.pick(ROLES) };
    return {
      ...bodyWith(dice, body, FAULTS),
      isConflict: isTaken(world, email) || isInvited(world, email),
      status: 201,
      shows: ({ id }) => guardOf(world.find('invitation', id))!,
      succeed({ id, token }) {
        const state = { status: 'pending', invitedBy: world.me, acceptedAt: null, userId: null };
        const row = world.add('invitation', {
          id,
          ...body,
          ...state,
          createdAt: world.now(),
          ...sent(world),
        });
        world.record('created', 'invitation', id);
        return issue(world, row, token);
      },
    };
  },
  validateInvitation: (world, dice) => {
    const token = anyToken(world, dice);
    const row = invitationOf(world, token);
    const isMalformed = dice.chance(4);
    return {
      query: { token: isMalformed ? 'short' : token },
      faults: isMalformed ? ['token'] : [],
      succeed() {
        if (!row || row.status !== 'pending' || isExpired(row)) return { valid: false };
        const { email, role, expiresAt } = row;
        return { valid: true, email, role, organizationName: world.organization['name'], expiresAt };
      },
    };
  },
  acceptInvitation: (world, dice) => {
    const token = anyToken(world, dice);
    const row = invitationOf(world, token);
    const profile = given({ name: dice.text('Person'), phone: dice.maybe('+1 555 0101', 30) });
    return {
      ...bodyWith(dice, { token, ...profile }, [
        ['token', { token: 'short' }],
        ['name', { name: undefined }],
      ]),
      unknown: row ? [] : ['token'],
      isConflict:
        row !== undefined && (row['status'] !== 'pending' || isExpired(row) || isTaken(world, row['email'])),
      succeed({ id }) {
        const { email, role } = row!;
        const user = addUser(world, id, { ...profile, email, role });
        Object.assign(row!, { status: 'accepted', acceptedAt: world.now(), userId: id });
        world.record('accepted', 'invitation', row!.id);
        return user;
      },
    };
  },
  cancelInvitation: (world, dice) => {
    const { id, row } = target(world, dice, 'invitation');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(row),
      isConflict: row?.status === 'accepted',
      succeed() {
        world.remove('invitation', row!);
        world.record('deleted', 'invitation', id);
      },
    };
  },
  resendInvitation: (world, dice) => {
    const { id, row } = target(world, dice, 'invitation');
    return {
      params: { id },
      isMissing: !row,
      isConflict: row?.status === 'accepted',
      shows: () => guardOf(row)!,
      succeed({ token }) {
        Object.assign(row!, sent(world));
        world.record('updated', 'invitation', id);
        return issue(world, row!, token);
      },
    };
  },
};
