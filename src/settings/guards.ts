// Who may open a page. Every route goes through one of these doors, which have checked the form, the session, the organization and the role.
import { byUser } from '../audit/actors';
import { notFound } from '../errors';
import type { SiteAnswer, SiteCookie, SiteRequest, SiteRoute } from './http/message';
import type { MembershipStore } from '../users/memberships';
import type { Session, SessionStore } from '../users/sessions';
import type { SignedTokens } from '../users/signed-tokens';
import { AdminRequiredError } from '../users/still-admin';
import { digestOf } from '../users/tokens';
import type { Membership } from '../users/user';
import { page, seeOther, withNotice } from './answers';
import { FORM, SESSION, formCookie, sessionCookie } from './cookies';
import { ContinuePage } from './pages/continue';
import { nextOf, withNext } from './next';
import { MembersPage, OldFormPage } from './pages/refusals';
import type { AdminContext, SessionContext, UserContext, RequestContext } from './visit';

type Handle = SiteRoute['handle'];
type Door<V extends RequestContext> = (handle: (visit: V) => Promise<SiteAnswer>) => Handle;

export interface Guards {
  /** Before sign-in. */
  visitor: Door<RequestContext>;
  /** In the midst of it. */
  enrolling: Door<SessionContext>;
  provingSecondFactor: Door<SessionContext>;
  user: Door<UserContext>;
  /** An Organization Admin of the organization in the path. */
  admin: Door<AdminContext>;
  /** The cookie of a session that begins, in place of the one with which the request came: that ends. */
  begin(request: SiteRequest, token: string): Promise<SiteCookie>;
  /** Whoever is signed in, for pages that others may see too. */
  userOf(request: SiteRequest): Promise<Session | undefined>;
}

export interface GuardOptions {
  sessions: Pick<SessionStore, 'find' | 'end'>;
  memberships: Pick<MembershipStore, 'of'>;
  /** Cookies of visitors without a session. */
  formCookies: SignedTokens;
  /** Tokens of forms. The context is the cookie of the session or the visitor. */
  formTokens: SignedTokens;
}

const oldForm = (): SiteAnswer => page(OldFormPage(), { status: 403 });

/** Where to go on after sign-in: the page that was asked for, unless it was a form or a step of sign-in. Who followed a link of another site may be signed in: our own page asks again. */
function toSignIn({ method, target, crossSite }: SiteRequest): SiteAnswer {
  if (crossSite && method === 'get') return page(ContinuePage({ to: target }));
  if (method === 'post') return withNotice('/sign-in', 'session-over');
  return seeOther(withNext('/sign-in', nextOf(target)));
}

/** The organization in the path. @throws ApiError `not_found`, the same for an organization of others as for none. */
function hereOf({ memberships, request }: UserContext): Membership {
  const here = memberships.find(({ slug }) => slug === request.params['slug']);
  if (!here) throw notFound();
  return here;
}

const refuse = (visit: UserContext): SiteAnswer =>
  page(MembersPage({ visit, here: hereOf(visit) }), { status: 403 });

export function createGuards({ sessions, memberships, formCookies, formTokens }: GuardOptions): Guards {
  /** Whether the request changes nothing, or with a form that was made for it. */
  const isOwnForm = ({ method, form }: SiteRequest, cookie: string | undefined): boolean =>
    method === 'get' || (cookie !== undefined && formTokens.isValid(form.get('form_token'), cookie));

  const visitor: Guards['visitor'] = (handle) => async (request) => {
    const sent = request.cookies[FORM];
    const given = formCookies.isValid(sent, FORM) ? sent : undefined;
    if (!isOwnForm(request, given)) return oldForm();
    if (request.crossSite && given === undefined) return page(ContinuePage({ to: request.target })); // it may have been left out, and a new one would spoil forms that are open
    const cookie = given ?? formCookies.issue(FORM);
    const answer = await handle({ request, formToken: formTokens.issue(cookie) });
    return given === undefined
      ? { ...answer, cookies: [...(answer.cookies ?? []), formCookie(cookie)] }
      : answer;
  };

  const atStage =
    (stage: Session['stage']): Door<SessionContext> =>
    (handle) =>
    async (request) => {
      const token = request.cookies[SESSION];
      const session = token === undefined ? undefined : await sessions.find(token);
      if (session?.stage === 'signed in' && stage !== 'signed in') return seeOther('/'); // a step that is done: by the way back, or in a tab that was opened again
      if (token === undefined || session?.stage !== stage) return toSignIn(request);
      return isOwnForm(request, token)
        ? handle({ request, session, formToken: formTokens.issue(token) })
        : oldForm();
    };
  const signedIn = atStage('signed in');

  const withMemberships = async (visit: SessionContext): Promise<UserContext> => ({
    ...visit,
    memberships: await memberships.of(visit.session.user.id, visit.session.provider),
  });

  const user: Guards['user'] = (handle) => signedIn(async (visit) => handle(await withMemberships(visit)));

  const admin: Guards['admin'] = (handle) =>
    user(async (visit) => {
      const here = hereOf(visit);
      if (here.role !== 'admin') return refuse(visit);
      try {
        return await handle({ ...visit, here, by: byUser(visit.session.user.id, visit.request.requestId) });
      } catch (error) {
        if (error instanceof AdminRequiredError) return refuse(await withMemberships(visit));
        throw error;
      }
    });

  return {
    visitor,
    enrolling: atStage('enrollment'),
    provingSecondFactor: atStage('second factor'),
    user,
    admin,
    async begin({ cookies }, token) {
      const before = cookies[SESSION];
      if (before !== undefined) await sessions.end({ digest: digestOf(before) });
      return sessionCookie(token);
    },
    async userOf({ cookies }) {
      const token = cookies[SESSION];
      const session = token === undefined ? undefined : await sessions.find(token);
      return session?.stage === 'signed in' ? session : undefined;
    },
  };
}
