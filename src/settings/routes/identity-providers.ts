// Sign-in by way of an organization's identity provider.
import type { SiteRoute } from '../../http/site-message';
import { page } from '../answers';
import { sessionCookie } from '../cookies';
import type { Doors } from '../doors';
import type { IdentityProviders } from '../oidc';
import { ContinuePage } from '../pages/continue';
import { ProviderPage, SignInRefusedPage } from '../pages/sign-in';
import { fromOf } from './sign-in';

/** Comes back from the provider's site, and is worth nothing after. */
const COOKIE = 'sign-in';
const SECONDS = 600;
const UNKNOWN = 'This organization does not sign in here by an identity provider. Check the short name, or sign in with a password.';

export function identityProviderRoutes(doors: Doors, providers: IdentityProviders, url: () => string): SiteRoute[] {
  return [
    {
      method: 'get',
      path: '/sign-in/organization',
      handle: doors.visitor(({ request, formToken }) => Promise.resolve(page(ProviderPage({ token: formToken, slug: request.query.get('slug') ?? '' })))),
    },
    {
      method: 'post',
      path: '/sign-in/organization',
      handle: doors.visitor(async (visit) => {
        const slug = (visit.request.form.get('slug') ?? '').trim().toLowerCase();
        const started = await providers.start(slug, fromOf(visit));
        if (!started) return page(ProviderPage({ token: visit.formToken, slug, fault: UNKNOWN }), { status: 404 });
        // Not a redirect: `form-action` would have to allow the provider's site.
        return page(ContinuePage({ to: started.location }), { cookies: [{ name: COOKIE, value: started.cookie, sameSite: 'lax', maxAge: SECONDS }] });
      }),
    },
    {
      method: 'get',
      path: '/sign-in/callback',
      handle: async (request) => {
        const used = { name: COOKIE, value: undefined, sameSite: 'lax' as const };
        const result = await providers.finish(url() + request.target, request.cookies[COOKIE] ?? '', { address: request.address, requestId: request.requestId });
        if ('refused' in result) return page(SignInRefusedPage({ why: result.refused }), { status: 403, cookies: [used] });
        return page(ContinuePage({ to: `/organizations/${result.slug}/keys` }), { cookies: [used, sessionCookie(result.token)] });
      },
    },
  ];
}
