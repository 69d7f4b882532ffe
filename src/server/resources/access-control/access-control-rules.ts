// Rules of access control items, their grants and revocations. Pure.
import type { components } from '../../../../generated/types';
import { conflict } from '../../../base/errors';
import type { Note } from '../../audit/entry';

type Item = components['schemas']['AccessControlItem'];

/** `items`: all of the organization. @throws ApiError `conflict` for a second item of a user and a resource. */
export function requireOnlyItem(items: Item[], { id, userId, resourceId }: Item): void {
  if (items.some((item) => item.id !== id && item.userId === userId && item.resourceId === resourceId))
    throw conflict('Another item has this user and resource. Replace that item instead.');
}

const DEFINITION = ['userId', 'resourceType', 'resourceId', 'accessLevel'] as const;

export const isSameDefinition = (one: Item, other: Item): boolean =>
  DEFINITION.every((field) => one[field] === other[field]);

/** Returns the fields that a grant sets. `by`: the id of the user. */
export const granted = (by: string, now: Date) => ({
  status: 'active' as const,
  grantedAt: now.toISOString(),
  grantedBy: by,
  revokedAt: null,
  revokedBy: null,
});

/** Returns the fields that a revocation sets. `by`: the id of the user. */
export const revoked = (by: string, now: Date) => ({
  status: 'inactive' as const,
  revokedAt: now.toISOString(),
  revokedBy: by,
});

/** The text of the log about a grant or a revocation. `name`: of the user. */
export function accessNote(
  operation: 'granted' | 'revoked',
  { accessLevel, resourceId }: Item,
  name: string,
  reason?: string,
): Note {
  const verb = operation === 'granted' ? 'Granted' : 'Revoked';
  const sentence = `${verb} ${accessLevel} access of ${name} to ${resourceId}.`;
  return { operation, description: reason === undefined ? sentence : `${sentence} Reason: ${reason}` };
}
