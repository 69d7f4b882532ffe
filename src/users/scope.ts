// Whose rows an actor may change.
import type { Actor } from '../audit/entry';
import type { Scope } from '../database/scope';
import type { OrganizationId } from '../organizations/organization';
import type { UserId } from './user';

/** An organization's and, if one is named, a user's. */
export const scopeOf = (organization: OrganizationId, by: Actor, user?: UserId): Scope =>
  by.actorType === 'operator'
    ? { organization, by: 'operator' }
    : { organization, by: 'settings', ...(user === undefined ? {} : { holder: user }) };
