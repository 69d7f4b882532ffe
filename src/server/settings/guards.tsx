// Guards check the form token, the session, the organization and the role before a handler runs. The pages of requests
// that they reject, or that failed, are here too.
import type { Log } from '../audit/append';
import { byUser } from '../audit/entry';
import type { NameSources } from '../audit/names';
import type { ActivityReader } from '../audit/read';
import type { VerifyOrganization } from '../audit/verify';
import type { Database } from '../../database/database';
import type { KeyStore } from '../keys/store';
import type { SignIn } from '../users/sign-in/sign-in';
import type { OidcSignIn } from './oidc';
import type { OneAtATime } from './one-at-a-time';
import { sha256 } from '../../base/digest';
import { notFound } from '../../base/errors';
import { FairSemaphore } from '../../base/scheduling/fair-semaphore';
import { AdminRequiredError } from '../users/admission';
import { createSignedTokens, deriveKey } from '../users/secrets';
import type { Session } from '../users/sessions';
import type { UserStores } from '../users/stores';
import type { Membership } from '../users/user';
import { CardPage, getHome, OrganizationPage } from './layout';
import {
  FORM,
  SESSION,
  formCookie,
  getNext,
  page,
  seeOther,
  sessionCookie,
  withNext,
  withNotice,
} from './responses';
import type {
  AdminContext,
  MemberContext,
  RequestContext,
  SessionContext,
  SiteCookie,
  SiteRequest,
  SiteResponse,
  SiteRoute,
  UserContext,
} from './site';
import { LinkButton } from './components';

type Handle = SiteRoute['handle'];

type Guard<C extends RequestContext> = (
  handle: (context: C) => SiteResponse | Promise<SiteResponse>,
) => Handle;

export const get = (path: string, handle: Handle): SiteRoute => ({ method: 'get', path, handle });
export const post = (path: string, handle: Handle): SiteRoute => ({ method: 'post', path, handle });

/**
 * Sends the browser to sign-in and then back to the page. A link on another site may lead to a user who is
 * signed in: browsers omit the session's cookie there, so our own page repeats the request.
 */
function toSignIn({ method, target, crossSite }: SiteRequest): SiteResponse {
  if (crossSite && method === 'get') return continueTo(target);
  if (method === 'post') return withNotice('/sign-in', 'session-over');
  return seeOther(withNext('/sign-in', getNext(target)));
}

/**
 * Returns the membership in the organization of the path.
 * @throws ApiError `not_found`, the same for another user's organization and for an unknown one.
 */
function findHere({ memberships, request }: UserContext): Membership {
  const here = memberships.find(({ slug }) => slug === request.params['slug']);
  if (!here) throw notFound();
  return here;
}

/** Replaces the pages of an organization that a Member may not open. */
function forbidden(context: UserContext): SiteResponse {
  const here = findHere(context);
  return page(
    <OrganizationPage title="Organization Admins only" context={{ ...context, here }}>
      <section class="card centered">
        <h1>Only Organization Admins can open this page</h1>
        <p>
          You are a Member of {here.name}. Members read its inventory and activity, and change nothing. Ask an
          Organization Admin for a key, or for the role.
        </p>
        <p>
          <LinkButton text="Open the activity" href={getHome(here)} />
        </p>
      </section>
    </OrganizationPage>,
    403,
  );
}

export type Guards = ReturnType<typeof createGuards>;

/** The services of the server for the pages. */
export interface SettingsServices {
  database: Database;
  log: Log;
  activity: ActivityReader;
  names: NameSources;
  verify: VerifyOrganization;
  keys: KeyStore;
  users: UserStores;
  signIn: SignIn;
  oidc: OidcSignIn;
  /** SETTINGS_SECRET. */
  secret: string;
  /** Returns the origin of these pages, once they are served. */
  url: () => string;
  /** Returns the base URL of the API. */
  apiUrl: () => string;
}

/** The arguments of the functions that create routes. */
export interface PageServices extends SettingsServices {
  guards: Guards;
  oneAtATime: OneAtATime;
}

/** Maximum wait of a page for other pages of its organization: as long as browsers and proxies wait for a response. */
const MAX_WAIT_MILLISECONDS = 60_000;

export function createGuards({ users, secret }: Pick<SettingsServices, 'users' | 'secret'>) {
  const { sessions, memberships } = users;
  const turns = new FairSemaphore({ slots: Infinity, slotsPerTenant: 1, maxWait: MAX_WAIT_MILLISECONDS });
  /** Cookies of visitors without a session. */
  const formCookies = createSignedTokens(deriveKey(secret, 'formCookies'));
  /** Tokens of forms. The context is the cookie of the session or the visitor. */
  const formTokens = createSignedTokens(deriveKey(secret, 'formTokens'));
  const hasValidForm = ({ method, form }: SiteRequest, cookie: string | undefined): boolean =>
    method === 'get' || (cookie !== undefined && formTokens.isValid(form.get('form_token'), cookie));

  /** For pages before sign-in. */
  const visitor: Guard<RequestContext> = (handle) => async (request) => {
    const sent = request.cookies[FORM];
    const valid = formCookies.isValid(sent, FORM) ? sent : undefined;
    if (!hasValidForm(request, valid)) return expiredForm();
    // The browser may have omitted the cookie. A new one would invalidate the forms that are open.
    if (request.crossSite && valid === undefined) return continueTo(request.target);
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

  const user: Guard<UserContext> = (handle) =>
    signedIn(async (context) => handle(await withMemberships(context)));

  /** For pages that each member of the organization in the path may read. They change nothing. */
  const member: Guard<MemberContext> = (handle) =>
    user((context) => {
      const by = byUser(context.session.user.id, context.request);
      return handle({ ...context, here: findHere(context), by });
    });

  /** For pages that read the log. Those of one organization take turns, so that they hold one connection at most. */
  const reader: Guard<MemberContext> = (handle) =>
    member((context) => turns.run(async () => handle(context), context.here.organization));

  /** For an Organization Admin of the organization in the path. */
  const admin: Guard<AdminContext> = (handle) =>
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
    /** For a session that must set up a second factor. */
    enrolling: atStage('enrollment'),
    /** For a session that must enter a code. */
    provingSecondFactor: atStage('second factor'),
    user,
    member,
    reader,
    admin,
    /** Ends the session that the request came with, and returns the cookie of the new one. */
    async begin({ cookies }: SiteRequest, token: string): Promise<SiteCookie> {
      const before = cookies[SESSION];
      if (before !== undefined) await sessions.end({ digest: sha256(before) });
      return sessionCookie(token);
    },
    /** Returns the session of a signed-in user, for pages that visitors may also open. */
    async userOf({ cookies }: SiteRequest): Promise<Session | undefined> {
      const token = cookies[SESSION];
      const session = token === undefined ? undefined : await sessions.find(token);
      return session?.stage === 'signed in' ? session : undefined;
    },
  };
}

export const OpenSettings = () => (
  <p>
    <LinkButton text="Open settings" href="/" />
  </p>
);

const expiredForm = (): SiteResponse =>
  page(
    <CardPage title="This form has expired">
      <p>
        The form was open for too long, or came from another site. Nothing was changed. Open the page again
        and submit the form once more.
      </p>
      <OpenSettings />
    </CardPage>,
    403,
  );

/** Opens a page from our own page. Browsers omit `SameSite=Strict` cookies after a link on another site. */
export const continueTo = (to: string, cookies?: SiteCookie[]): SiteResponse =>
  page(
    <CardPage title="One moment" refresh={to}>
      <p>
        <a href={to}>Continue</a> if the page does not open by itself.
      </p>
    </CardPage>,
    200,
    cookies,
  );
