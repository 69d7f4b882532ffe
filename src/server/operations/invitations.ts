// Invitations, whose tokens only the responses to their senders show.
import { invalidReference } from '../../base/errors';
import {
  isValid,
  newToken,
  requireAcceptable,
  requireNewAddress,
  requirePending,
  sent,
} from './rules/invitation-rules';
import type { Behaviors, Outcome, Run } from './behavior';
import type { RecordOf } from '../records/table';
import { change, create } from './conventions';
import type { World } from '../records/world';
import { sha256 } from '../../base/digest';

/** Runs a convention that gives the invitation a new token. */
async function issue(world: World, call: Parameters<Run>[1], convention: Run): Promise<Outcome> {
  const token = newToken();
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
      requireNewAddress(email, users, await world.search('Invitation', 'email', email));
      return issue(world, call, create);
    },
  },
  validateInvitation: {
    async run(world, { query: { token } }) {
      const invitation = await find(world, token);
      if (!invitation || !isValid(invitation, world.now)) return { body: { valid: false } };
      const organizationName = await world.organizationName();
      return { body: { ...invitation, valid: true, organizationName } };
    },
  },
  acceptInvitation: {
    async run(world, call) {
      const { token, ...profile } = call.body;
      const invitation = await find(world, token);
      if (!invitation) throw invalidReference('token', 'invitation');
      requireAcceptable(invitation, world.now);
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
