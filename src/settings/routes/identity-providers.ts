// Sign-in by way of an organization's identity provider.
import type { SiteAnswer, SiteRoute } from '../../http/site-message';
import { SIGN_IN_SECONDS } from '../../users/pending-sign-ins';
import type { SignIn } from '../../users/sign-in';
import { page } from '../answers';
import { CALLBACK_PATH } from '../callback-path';
import { sessionCookie } from '../cookies';
import type { Doors } from '../doors';
import { limitedAnswer, limitedSentence } from '../limited';
import { nextOf } from '../next';
import type { IdentityProviders } from '../oidc';
import { ContinuePage } from '../pages/continue';
import { ProviderPage, SignInRefusedPage } from '../pages/sign-in';
import type { Visit } from '../visit';
import { fromOf } from './sign-in';

/** Comes back from the provider's site, so it is `SameSite=Lax`; worth nothing after. */
const COOKIE = { name: 'sign-in', sameSite: 'lax' as const };
const UNKNOWN = 'This organization does not sign in here by an identity provider. Check the short name, or sign in with a password.';

export function identityProviderRoutes(doors: Doors, providers: IdentityProviders, signIn: Pick<SignIn, 'towardsProvider'>): SiteRoute[] {
  async function start(visit: Visit): Promise<SiteAnswer> {
    const { request, formToken: token } = visit;
    const slug = (request.form.get('slug') ?? '').trim().toLowerCase();
    const next = nextOf(request.query.get('next'));
    const limited = await signIn.towardsProvider(fromOf(visit));
    if (limited) return page(ProviderPage({ token, slug, next, fault: limitedSentence(limited.retryAfter) }), limitedAnswer(limited.retryAfter));
    const started = await providers.start(slug, next, fromOf(visit));
    if (!started) return page(ProviderPage({ token, slug, next, fault: UNKNOWN }), { status: 404 });
    if ('refused' in started) return page(ProviderPage({ token, slug, next, fault: started.refused }), { status: 503 });
    // Not a redirect: `form-action` would have to allow the provider's site.
    return page(ContinuePage({ to: started.location }), { cookies: [{ ...COOKIE, value: started.cookie, maxAge: SIGN_IN_SECONDS }] });
  }

  return [
    {
      method: 'get',
      path: '/sign-in/organization',
      handle: doors.visitor(({ request, formToken }) => Promise.resolve(page(ProviderPage({ token: formToken, slug: request.query.get('slug') ?? '', next: nextOf(request.query.get('next')) })))),
    },
    { method: 'post', path: '/sign-in/organization', handle: doors.visitor(start) },
    {
      method: 'get',
      path: CALLBACK_PATH,
      async handle({ target, cookies, address, requestId }) {
        const used = { ...COOKIE, value: undefined };
        const result = await providers.finish(target, cookies[COOKIE.name], { address, requestId });
        if ('refused' in result) return page(SignInRefusedPage({ why: result.refused }), { status: 403, cookies: [used] });
        const to = result.next === '/' ? `/organizations/${result.membership.slug}/keys` : result.next;
        return page(ContinuePage({ to }), { cookies: [used, sessionCookie(result.token)] });
      },
    },
  ];
}
