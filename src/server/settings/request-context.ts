// The contexts that guards pass to handlers.
import type { Actor } from '../audit/entry';
import type { Session } from '../users/sessions';
import type { Membership } from '../users/user';
import type { SiteRequest } from './http/types';

/** The context of a visitor, who may have no session. */
export interface RequestContext {
  request: SiteRequest;
  /** The token for the page's forms. */
  formToken: string;
}

export interface SessionContext extends RequestContext {
  session: Session;
}

export interface UserContext extends SessionContext {
  /** Organizations that this session can access. */
  memberships: Membership[];
}

export interface MemberContext extends UserContext {
  /** The organization in the path. */
  here: Membership;
  by: Actor;
}

export interface AdminContext extends MemberContext {
  here: Membership & { role: 'admin' };
}
