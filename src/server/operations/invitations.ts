// Invitations. Only the responses to their senders show their tokens, which are stored as digests.
import { randomBytes } from 'node:crypto';
import type { components } from '../../../generated/types';
import { parseTime } from '../../base/day';
import { conflict, invalidReference } from '../../base/errors';
import type { Behaviors, Outcome, Run } from './behavior';
import type { RecordOf } from '../records/views';
import { change, create } from './conventions';
import type { World } from '../records/world';
import { sha256 } from '../../base/digest';

type Invitation = components['schemas']['Invitation'];

const LIFETIME_MILLISECONDS = 14 * 86_400_000;

/** Returns the times of an invitation that is sent now. */
export const sent = (now: Date): Pick<Invitation, 'sentAt' | 'expiresAt'> => ({
  sentAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + LIFETIME_MILLISECONDS).toISOString(),
});

const isExpired = ({ expiresAt }: Invitation, now: Date): boolean => parseTime(expiresAt)! <= now;

/** @throws ApiError `conflict` for an accepted invitation. */
function requirePending({ status }: Invitation): void {
  if (status !== 'pending') throw conflict('The invitation is already accepted.');
}

const isAt =
  (email: string) =>
  (each: { email: string }): boolean =>
    each.email.toLowerCase() === email.toLowerCase();

/** `invitations`: all of the organization. @throws ApiError `conflict` for an address with a pending one. */
export function requireNotInvited(email: string, invitations: Invitation[]): void {
  const pending = invitations.filter(({ status }) => status === 'pending').find(isAt(email));
  if (pending)
    throw conflict(`${email} has the pending invitation ${pending.id}. Resend or cancel it instead.`);
}

/** Runs a convention that gives the invitation a new token. */
async function issue(world: World, call: Parameters<Run>[1], convention: Run): Promise<Outcome> {
  const token = randomBytes(18).toString('base64url');
  const { body } = await convention(world, call, {
    rules: (_world, { after }) => void Object.assign(after, sent(world.now), { $digest: sha256(token) }),
  });
  return { body: { ...(body as object), token }, tagged: body };
}

async function find(world: World, token: string): Promise<RecordOf<'Invitation'> | undefined> {
  const digest = sha256(token);
  return (await world.search('Invitation', '$digest', digest)).find(({ $digest }) => $digest === digest);
}

export const invitations = {
  listInvitations: {},
  createInvitation: {
    async run(world, call) {
      const { email } = call.body;
      const users = await world.search('User', 'email', email);
      if (users.some(isAt(email))) throw conflict(`A user already has the address ${email}.`);
      requireNotInvited(email, await world.search('Invitation', 'email', email));
      return issue(world, call, create);
    },
  },
  validateInvitation: {
    async run(world, { query: { token } }) {
      const invitation = await find(world, token);
      if (invitation?.status !== 'pending' || isExpired(invitation, world.now))
        return { body: { valid: false } };
      const organizationName = await world.organizationName();
      return { body: { ...invitation, valid: true, organizationName } };
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
      const outcome = await create(world, { ...call, body: { ...profile, email, role } }, {});
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
} satisfies Behaviors<'Invitation'>;
