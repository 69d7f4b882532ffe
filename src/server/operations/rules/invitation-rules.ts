// Rules of invitations, whose tokens are stored as digests only. Pure but for the random token.
import { randomBytes } from 'node:crypto';
import type { components } from '../../../../generated/types';
import { timeOf } from '../../../base/day';
import { conflict } from '../../../base/errors';

type Invitation = components['schemas']['Invitation'];

const LIFETIME_MILLISECONDS = 14 * 86_400_000;

export const newToken = (): string => randomBytes(18).toString('base64url');

/** Returns the times of an invitation that is sent now. */
export const sent = (now: Date): Pick<Invitation, 'sentAt' | 'expiresAt'> => ({
  sentAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + LIFETIME_MILLISECONDS).toISOString(),
});

const isExpired = ({ expiresAt }: Invitation, now: Date): boolean => timeOf(expiresAt)! <= now;

export const isValid = (invitation: Invitation, now: Date): boolean =>
  invitation.status === 'pending' && !isExpired(invitation, now);

/** @throws ApiError `conflict` for an accepted invitation. */
export function requirePending({ status }: Invitation): void {
  if (status !== 'pending') throw conflict('The invitation is already accepted.');
}

/** @throws ApiError `conflict` for an accepted or expired invitation. */
export function requireAcceptable(invitation: Invitation, now: Date): void {
  requirePending(invitation);
  if (isExpired(invitation, now)) throw conflict('The invitation has expired. Ask for a new e-mail.');
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

/** `users`, `invitations`: all of the organization. @throws ApiError `conflict` for an address in use. */
export function requireNewAddress(
  email: string,
  users: { email: string }[],
  invitations: Invitation[],
): void {
  if (users.some(isAt(email))) throw conflict(`A user already has the address ${email}.`);
  requireNotInvited(email, invitations);
}
