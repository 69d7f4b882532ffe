// Sign-in by way of an organization's identity provider.
import type { SiteAnswer, SiteCookie, SiteRoute } from '../http/message';
import { SIGN_IN_SECONDS } from '../../users/pending-sign-ins';
import type { SignIn } from '../../users/sign-in';
import { page } from '../answers';
import { CALLBACK_PATH } from '../callback-path';
import { SESSION, sessionCookie } from '../cookies';
import type { Guards } from '../guards';
import { limitedAnswer, limitedSentence } from '../limited';
import { nextOf } from '../next';
import type { IdentityProviders } from '../oidc';
import { ContinuePage } from '../pages/continue';
import { ProviderPage, SignInRefusedPage } from '../pages/sign-in';
import type { RequestContext } from '../visit';
import { fromOf } from './sign-in';

/**
 * Comes back from the provider's site, so it is `SameSite=Lax`; worth nothing after. Each way has its own, so that two tabs do not spoil each other's, and another site's
 * link spoils none.
 */
const cookieOf = (state: string, value?: string): SiteCookie => ({
  name: `sign-in-${state}`,
  sameSite: 'lax',
  value,
  maxAge: SIGN_IN_SECONDS,
});
/** What it was when we sent the browser away; empty for what cannot be ours. */
const stateIn = (query: URLSearchParams): string => /^[\w-]{43}$/.exec(query.get('state') ?? '')?.[0] ?? '';
const UNKNOWN =
  'This organization does not sign in here by an identity provider. Check the short name, or sign in with a password.';

export function identityProviderRoutes(
  doors: Guards,
  providers: IdentityProviders,
  signIn: Pick<SignIn, 'towardsProvider'>,
): SiteRoute[] {
  async function start(visit: RequestContext): Promise<SiteAnswer> {
    const { request, formToken: token } = visit;
    const slug = (request.form.get('slug') ?? '').trim().toLowerCase();
    const next = nextOf(request.query.get('next'));
    const limited = await signIn.towardsProvider(fromOf(visit));
    if (limited)
      return page(
        ProviderPage({ token, slug, next, fault: limitedSentence(limited.retryAfter) }),
        limitedAnswer(limited.retryAfter),
      );
    const started = await providers.start(slug, next, fromOf(visit), request.cookies[SESSION]);
    if (!started) return page(ProviderPage({ token, slug, next, fault: UNKNOWN }), { status: 404 });
    if ('refused' in started)
      return page(ProviderPage({ token, slug, next, fault: started.refused }), { status: 503 });
    // Not a redirect: `form-action` would have to allow the provider's site.
    return page(ContinuePage({ to: started.location }), {
      cookies: [cookieOf(started.state, started.cookie)],
    });
  }

  return [
    {
      method: 'get',
      path: '/sign-in/organization',
      handle: doors.visitor(({ request, formToken }) =>
        Promise.resolve(
          page(
            ProviderPage({
              token: formToken,
              slug: request.query.get('slug') ?? '',
              next: nextOf(request.query.get('next')),
            }),
          ),
        ),
      ),
    },
    { method: 'post', path: '/sign-in/organization', handle: doors.visitor(start) },
    {
      method: 'get',
      path: CALLBACK_PATH,
      async handle(request) {
        const { target, query, cookies, address, requestId } = request;
        const used = cookieOf(stateIn(query));
        const cookie = cookies[used.name];
        const result = await providers.finish(target, cookie, { address, requestId });
        if ('refused' in result)
          return page(SignInRefusedPage({ why: result.refused }), {
            status: 403,
            cookies: cookie === undefined ? [] : [used],
          });
        const to = result.next === '/' ? `/organizations/${result.membership.slug}/keys` : result.next;
        return page(ContinuePage({ to }), { cookies: [used, sessionCookie(result.token)] });
      },
    },
  ];
}
