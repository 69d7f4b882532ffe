// Guards check the form token, the session, the organization and the role before a handler runs.
import { byUser } from '../audit/entry';
import { notFound } from '../../base/errors';
import type { MembershipStore } from '../users/memberships';
import { type SignedTokens } from '../users/secrets';
import type { Session, SessionStore } from '../users/sessions';
import { AdminRequiredError } from '../users/admission';
import type { Membership } from '../users/user';
import { AdminRequiredPage, ContinuePage, ExpiredFormPage } from './error-pages';
import type { SiteCookie, SiteRequest, SiteResponse, SiteRoute } from './http/types';
import type {
  AdminContext,
  MemberContext,
  RequestContext,
  SessionContext,
  UserContext,
} from './request-context';
import {
  FORM,
  SESSION,
  formCookie,
  nextOf,
  page,
  seeOther,
  sessionCookie,
  withNext,
  withNotice,
} from './responses';
import { sha256 } from '../../base/digest';

type Guard<C extends RequestContext> = (
  handle: (context: C) => SiteResponse | Promise<SiteResponse>,
) => SiteRoute['handle'];

export interface Guards {
  /** For pages before sign-in. */
  visitor: Guard<RequestContext>;
  /** For a session that must set up a second factor. */
  enrolling: Guard<SessionContext>;
  /** For a session that must enter a code. */
  provingSecondFactor: Guard<SessionContext>;
  user: Guard<UserContext>;
  /** For pages that each member of the organization in the path may read. They change nothing. */
  member: Guard<MemberContext>;
  /** For an Organization Admin of the organization in the path. */
  admin: Guard<AdminContext>;
  /** Ends the session that the request came with, and returns the cookie of the new one. */
  begin(request: SiteRequest, token: string): Promise<SiteCookie>;
  /** Returns the session of a signed-in user, for pages that visitors may also open. */
  userOf(request: SiteRequest): Promise<Session | undefined>;
}

interface GuardServices {
  sessions: Pick<SessionStore, 'find' | 'end'>;
  memberships: Pick<MembershipStore, 'of'>;
  /** Cookies of visitors without a session. */
  formCookies: SignedTokens;
  /** Tokens of forms. The context is the cookie of the session or the visitor. */
  formTokens: SignedTokens;
}

const expiredForm = (): SiteResponse => page(ExpiredFormPage(), { status: 403 });

/**
 * Sends the browser to sign-in and then back to the page. A link on another site may lead to a user who is
 * signed in: browsers omit the session's cookie there, so our own page repeats the request.
 */
function toSignIn({ method, target, crossSite }: SiteRequest): SiteResponse {
  if (crossSite && method === 'get') return page(ContinuePage({ to: target }));
  if (method === 'post') return withNotice('/sign-in', 'session-over');
  return seeOther(withNext('/sign-in', nextOf(target)));
}

/**
 * Returns the membership in the organization of the path.
 * @throws ApiError `not_found`, the same for another user's organization and for an unknown one.
 */
function hereOf({ memberships, request }: UserContext): Membership {
  const here = memberships.find(({ slug }) => slug === request.params['slug']);
  if (!here) throw notFound();
  return here;
}

const forbidden = (context: UserContext): SiteResponse =>
  page(AdminRequiredPage({ context, here: hereOf(context) }), { status: 403 });

export function createGuards({ sessions, memberships, formCookies, formTokens }: GuardServices): Guards {
  const hasValidForm = ({ method, form }: SiteRequest, cookie: string | undefined): boolean =>
    method === 'get' || (cookie !== undefined && formTokens.isValid(form.get('form_token'), cookie));

  const visitor: Guards['visitor'] = (handle) => async (request) => {
    const sent = request.cookies[FORM];
    const valid = formCookies.isValid(sent, FORM) ? sent : undefined;
    if (!hasValidForm(request, valid)) return expiredForm();
    // The browser may have omitted the cookie. A new one would invalidate the forms that are open.
    if (request.crossSite && valid === undefined) return page(ContinuePage({ to: request.target }));
    const cookie = valid ?? formCookies.issue(FORM);
    const response = await handle({ request, formToken: formTokens.issue(cookie) });
    return valid === undefined
      ? { ...response, cookies: [...(response.cookies ?? []), formCookie(cookie)] }
      : response;
  };

  const atStage =
    (stage: Session['stage']): Guard<SessionContext> =>
    (handle) =>
    async (request) => {
      const token = request.cookies[SESSION];
      const session = token === undefined ? undefined : await sessions.find(token);
      if (session?.stage === 'signed in' && stage !== 'signed in') return seeOther('/'); // the step is done
      if (token === undefined || session?.stage !== stage) return toSignIn(request);
      return hasValidForm(request, token)
        ? handle({ request, session, formToken: formTokens.issue(token) })
        : expiredForm();
    };
  const signedIn = atStage('signed in');

  const withMemberships = async (context: SessionContext): Promise<UserContext> => ({
    ...context,
    memberships: await memberships.of(context.session.user.id, context.session.provider),
  });

  const user: Guards['user'] = (handle) =>
    signedIn(async (context) => handle(await withMemberships(context)));

  const member: Guards['member'] = (handle) =>
    user((context) => {
      const by = byUser(context.session.user.id, context.request);
      return handle({ ...context, here: hereOf(context), by });
    });

  const admin: Guards['admin'] = (handle) =>
    member(async (context) => {
      const { here } = context;
      if (here.role !== 'admin') return forbidden(context);
      try {
        return await handle({ ...context, here: { ...here, role: here.role } });
      } catch (error) {
        if (error instanceof AdminRequiredError) return forbidden(await withMemberships(context));
        throw error;
      }
    });

  return {
    visitor,
    enrolling: atStage('enrollment'),
    provingSecondFactor: atStage('second factor'),
    user,
    member,
    admin,
    async begin({ cookies }, token) {
      const before = cookies[SESSION];
      if (before !== undefined) await sessions.end({ digest: sha256(before) });
      return sessionCookie(token);
    },
    async userOf({ cookies }) {
      const token = cookies[SESSION];
      const session = token === undefined ? undefined : await sessions.find(token);
      return session?.stage === 'signed in' ? session : undefined;
    },
  };
}
