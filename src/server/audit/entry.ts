// Entries of the activity log, in the shape of the contract's planned ActivityLogEntry, and their actors.
import { userInfo } from 'node:os';
import type { components } from '../../../generated/types';
import type { Caller, RequestOrigin } from '../../contract/handler';
import type { UserId } from '../users/user';

export type ActivityEntry = components['schemas']['ActivityLogEntry'];

/** The API key, user or operator that makes a change. */
export type Actor = Pick<
  ActivityEntry,
  'actorType' | 'actorId' | 'requestId' | 'sourceAddress' | 'userAgent'
>;

/** What an actor did to one resource. */
export type Activity = Pick<
  ActivityEntry,
  'operation' | 'resourceType' | 'resourceId' | 'description' | 'changes'
>;

type Fields = Readonly<Record<string, string | null | undefined>>;

/** Returns the fields that differ. Omit `before` for a creation, and `after` for a deletion. */
export const changesOf = (
  fields: readonly string[],
  before: Fields = {},
  after: Fields = {},
): ActivityEntry['changes'] =>
  fields.flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return change.before === change.after ? [] : [change];
  });

const ofRequest = ({ requestId, address, userAgent }: RequestOrigin) => ({
  requestId,
  sourceAddress: address || null,
  userAgent: userAgent ?? null,
});

export const byCaller = ({ keyId, ...origin }: Caller): Actor => ({
  actorType: 'api_key',
  actorId: keyId,
  ...ofRequest(origin),
});

export const byUser = (user: UserId, origin: RequestOrigin): Actor => ({
  actorType: 'user',
  actorId: user,
  ...ofRequest(origin),
});

export const byOperator = (account: string): Actor => ({
  actorType: 'operator',
  actorId: account,
  requestId: null,
});

/** The contract's limit of `description`. */
export const MAX_DESCRIPTION = 2000;

/** The contract's limit of `actorId`. */
const MAX_CHARACTERS = 128;

/** Returns the operating system's account, which does not depend on environment variables. */
export function accountName(): string {
  try {
    return [...userInfo().username].slice(0, MAX_CHARACTERS).join('');
  } catch {
    return `uid ${process.getuid?.()}`; // a container may run with a user id that has no name
  }
}
