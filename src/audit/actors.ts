// Who changes something: a program with an API key, a user of the Settings pages, or an operator at the command line.
import { userInfo } from 'node:os';
import type { Caller } from '../contract/handler';
import type { UserId } from '../users/user';
import type { Actor } from './entry';

/** The contract's limit of an actor's id. */
const MAX_CHARACTERS = 128;

export const byCaller = ({ keyId, requestId }: Caller): Actor => ({
  actorType: 'api_key',
  actorId: keyId,
  requestId,
});

export const byUser = (user: UserId, requestId: string): Actor => ({
  actorType: 'user',
  actorId: user,
  requestId,
});

export const byOperator = (account: string): Actor => ({
  actorType: 'operator',
  actorId: account,
  requestId: null,
});

/** The account at the command line, by the operating system's word and not the environment's. */
export function accountName(): string {
  try {
    return [...userInfo().username].slice(0, MAX_CHARACTERS).join('');
  } catch {
    return `uid ${process.getuid?.()}`; // a container may run under a number that has no name
  }
}
