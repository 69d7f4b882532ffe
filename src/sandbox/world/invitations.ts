// Invitations, whose tokens are stored as digests only.
import { createHash, randomBytes } from 'node:crypto';
import type { AnyCall, Behaviors, Run } from './behavior';
import type { RecordOf } from './collections';
import { change, create } from './conventions';
import { conflict, invalidReference } from './rules';
import type { World } from './world';

type Invitation = RecordOf<'Invitation'>;

const LIFETIME_MILLISECONDS = 14 * 86_400_000;

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Runs a convention that gives the invitation a new token, which only this response shows. */
async function issue(world: World, call: unknown, convention: Run): Promise<{ body: unknown }> {
  const token = randomBytes(18).toString('base64url');
  const [sentAt, expiresAt] = [0, LIFETIME_MILLISECONDS].map((later) =>
    new Date(world.now.getTime() + later).toISOString(),
  );
  const { body } = await convention(world, call as AnyCall, {
    rules: (_world, { after }) => void Object.assign(after, { $digest: digestOf(token), sentAt, expiresAt }),
  });
  return { body: { ...(body as Invitation), token } };
}

const find = async (world: World, token: string): Promise<Invitation | undefined> =>
  (await world.list('Invitation')).find(({ $digest }) => $digest === digestOf(token));

const isExpired = ({ expiresAt }: Invitation, now: Date): boolean => Date.parse(expiresAt) <= now.getTime();

function requirePending({ status }: Invitation): void {
  if (status !== 'pending') throw conflict('The invitation is already accepted.');
}

async function requireNewAddress(world: World, email: string): Promise<void> {
  const isSame = (each: { email: string }): boolean => each.email.toLowerCase() === email.toLowerCase();
  if ((await world.list('User')).some(isSame)) throw conflict(`A user already has the address ${email}.`);
  if ((await world.list('Invitation')).some((each) => each.status === 'pending' && isSame(each)))
    throw conflict(`${email} has a pending invitation. Resend it instead.`);
}

export const invitations: Behaviors<
  'Invitation',
  | 'listInvitations'
  | 'createInvitation'
  | 'validateInvitation'
  | 'acceptInvitation'
  | 'cancelInvitation'
  | 'resendInvitation'
> = {
  listInvitations: {},
  createInvitation: {
    async run(world, call) {
      await requireNewAddress(world, call.body.email);
      return issue(world, call, create);
    },
  },
  validateInvitation: {
    async run(world, { query: { token } }) {
      const found = await find(world, token);
      if (found?.status !== 'pending' || isExpired(found, world.now)) return { body: { valid: false } };
      const { organizationName } = (await world.find('CurrentUser', 'me'))!;
      return { body: { ...found, valid: true, organizationName } };
    },
  },
  acceptInvitation: {
    async run(world, call) {
      const { token, ...profile } = call.body;
      const invitation = await find(world, token);
      if (!invitation) throw invalidReference('token', 'invitation');
      requirePending(invitation);
      if (isExpired(invitation, world.now))
        throw conflict('The invitation has expired. Ask for a new e-mail.');
      const { email, role } = invitation;
      const account = { ...call, body: { ...profile, email, role } };
      const outcome = await create(world, account, {});
      const { id: userId } = outcome.body as RecordOf<'User'>;
      const accepted = { ...invitation, status: 'accepted', acceptedAt: world.now.toISOString(), userId };
      await world.change('Invitation', invitation, accepted, { operation: 'accepted' });
      return outcome;
    },
  },
  cancelInvitation: { rules: (_world, { before }) => requirePending(before) },
  resendInvitation: {
    run(world, call) {
      requirePending(call.target);
      return issue(world, call, change);
    },
  },
};
