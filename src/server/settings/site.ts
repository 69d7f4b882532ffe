// Requests, their contexts, and responses of the Settings pages, independent of Express.
import type { Actor } from '../audit/entry';
import type { Session } from '../users/sessions';
import type { ClientInfo, Membership } from '../users/user';

export interface SiteRequest extends ClientInfo {
  method: 'get' | 'post';
  /** Path parameters by their names in the route. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** The fields of the submitted form; empty for a GET. */
  form: URLSearchParams;
  cookies: Record<string, string | undefined>;
  /** The path and query as the browser sent them. */
  target: string;
  /** Whether another site started the navigation. Browsers then omit `SameSite=Strict` cookies. */
  crossSite: boolean;
}

export interface SiteCookie {
  name: string;
  /** Undefined deletes the cookie. */
  value: string | undefined;
  /** `lax` is for the cookie that the browser sends on return from an identity provider. */
  sameSite?: 'strict' | 'lax';
  /** In seconds. Without it, the cookie lasts until the browser closes. */
  maxAge?: number;
}

export interface SiteResponse {
  status: number;
  /** An HTML page, or a streamed file. */
  body?: string | AsyncIterable<string>;
  headers?: Record<string, string>;
  cookies?: SiteCookie[];
}

export interface SiteRoute {
  method: SiteRequest['method'];
  /** For example `/organizations/:slug/keys`. The access log shows it, because paths may hold secrets. */
  path: string;
  handle: (request: SiteRequest) => Promise<SiteResponse>;
}

export interface Site {
  routes: SiteRoute[];
  /** Renders the page for a request that failed or matched no route. */
  failure: (status: number, message: string) => string;
}

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
  /** The organization in the path; undefined on the pages of the account. */
  here?: Membership;
}

export interface MemberContext extends UserContext {
  here: Membership;
  by: Actor;
}

/** An Organization Admin requests the page. */
export interface AdminContext extends MemberContext {
  here: Membership & { role: 'admin' };
}
