// Sign-in with an organization's identity provider.
import { CALLBACK_PATH } from '../../users/identity-provider-rules';
import { type FoundProvider, SIGN_IN_SECONDS } from '../../users/identity-providers';
import { EmailInput, Form, LinkButton, Select, Submit } from '../components';
import { continueTo, get, type PageServices, post } from '../guards';
import { CardPage, getHome } from '../layout';
import { SESSION, getNext, page, sessionCookie, showAgain, withNext } from '../responses';
import type { RequestContext, SiteCookie, SiteRequest, SiteRoute } from '../site';

/**
 * Returns the cookie of a pending sign-in. It is `SameSite=Lax`, because the browser returns from the
 * provider's site. Its name contains `state`, so that two tabs do not overwrite each other's cookie.
 */
const createCookie = (state: string, value?: string): SiteCookie => ({
  name: `sign-in-${state}`,
  sameSite: 'lax',
  value,
  maxAge: SIGN_IN_SECONDS,
});

/** Returns the `state` parameter; empty for one that this server cannot have issued. */
const stateIn = (query: URLSearchParams): string => /^[\w-]{43}$/.exec(query.get('state') ?? '')?.[0] ?? '';

/** The same for a known and an unknown address: it depends on the domain alone. */
const UNKNOWN =
  'No identity provider is set for the domain of this address. Check the address, or sign in with a password.';

export function identityProviderRoutes({ guards, oidc, signIn }: PageServices): SiteRoute[] {
  async function start(context: RequestContext) {
    const { request } = context;
    const slug = request.form.get('organization') ?? undefined;
    const next = getNext(request.query.get('next'));
    const again = (fault: string) => providerPage(context, { fault });
    const limited = await signIn.countProviderSignIn(request);
    if (limited) return showAgain(again, limited);
    const asked = { email: request.form.get('email') ?? '', slug };
    const started = await oidc.start(asked, next, request, request.cookies[SESSION]);
    if (!started) return { ...again(UNKNOWN), status: 404 };
    if ('choices' in started) return providerPage(context, started);
    if ('fault' in started) return { ...again(started.fault), status: 503 };
    // Not a redirect: `form-action` would have to allow the provider's site.
    return continueTo(started.location, [createCookie(started.state, started.cookie)]);
  }

  async function finish(request: SiteRequest) {
    const pending = createCookie(stateIn(request.query)); // without a value, it deletes the cookie
    const cookie = request.cookies[pending.name];
    const result = await oidc.finish(request.target, cookie, request);
    if ('fault' in result) return failedSignIn(result.fault, cookie === undefined ? [] : [pending]);
    const to = result.next === '/' ? getHome(result.membership) : result.next;
    return continueTo(to, [pending, sessionCookie(result.token)]);
  }

  return [
    get('/sign-in/organization', guards.visitor(providerPage)),
    post('/sign-in/organization', guards.visitor(start)),
    get(CALLBACK_PATH, finish),
  ];
}

/** `choices`: the organizations whose identity providers serve the domain of the address, when there are several. */
type ProviderProps = { choices?: FoundProvider[]; fault?: string };

function providerPage({ request, formToken }: RequestContext, { choices, fault }: ProviderProps = {}) {
  const next = getNext(request.query.get('next'));
  return page(
    <CardPage
      title="Sign in with your organization"
      fault={fault}
      foot={<a href={withNext('/sign-in', next)}>Sign in with a password instead</a>}
    >
      <p>You sign in at your organization's identity provider, and then return to this page.</p>
      <Form action={withNext('/sign-in/organization', next)} token={formToken}>
        <EmailInput
          autocomplete="username"
          value={request.form.get('email') ?? ''}
          autoFocus={choices === undefined}
        />
        {choices === undefined ? null : (
          <Select
            name="organization"
            label="Organization"
            options={choices.map(({ slug, name }) => [slug, name])}
            autoFocus
          />
        )}
        <Submit text="Continue" />
      </Form>
    </CardPage>,
  );
}

const failedSignIn = (fault: string, cookies: SiteCookie[]) =>
  page(
    <CardPage title="You are not signed in" fault={fault}>
      <p>
        <LinkButton text="Try again" href="/sign-in" class="wide" />
      </p>
    </CardPage>,
    403,
    cookies,
  );
