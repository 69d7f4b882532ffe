// What a handler is given, by how much is known of who visits.
import type { Actor } from '../audit/entry';
import type { SiteRequest } from '../http/site-message';
import type { Session } from '../users/session';
import type { Membership } from '../users/user';

/** What every handler gets. */
export interface Visit {
  request: SiteRequest;
  /** For the page's forms. */
  formToken: string;
}

export interface SessionVisit extends Visit {
  session: Session;
}

export interface UserVisit extends SessionVisit {
  /** Organizations that this session reaches. */
  memberships: Membership[];
}

export interface AdminVisit extends UserVisit {
  /** The organization of the page. */
  here: Membership;
  by: Actor;
}
