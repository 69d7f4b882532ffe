// What a handler is given, by how much is known of who visits.
import type { Actor } from '../audit/entry';
import type { SiteRequest } from './http/message';
import type { Session } from '../users/session';
import type { Membership } from '../users/user';

/** What every handler gets. */
export interface RequestContext {
  request: SiteRequest;
  /** For the page's forms. */
  formToken: string;
}

export interface SessionContext extends RequestContext {
  session: Session;
}

export interface UserContext extends SessionContext {
  /** Organizations that this session reaches. */
  memberships: Membership[];
}

export interface AdminContext extends UserContext {
  /** The organization of the page. */
  here: Membership;
  by: Actor;
}
