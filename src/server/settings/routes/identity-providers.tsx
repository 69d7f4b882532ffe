// Sign-in with an organization's identity provider.
import { CALLBACK_PATH } from '../../users/identity-provider-rules';
import { SIGN_IN_SECONDS } from '../../users/identity-providers';
import type { SignIn } from '../../users/sign-in/sign-in';
import { EmailInput, Form, LinkButton, Select, Submit } from '../components';
import { ContinuePage, type Guards, get, post } from '../guards';
import { CardPage, homeOf } from '../layout';
import type { OidcSignIn, OrganizationChoice } from '../oidc';
import { SESSION, clientOf, nextOf, page, sessionCookie, showAgain, withNext } from '../responses';
import type { RequestContext, SiteCookie, SiteRequest, SiteResponse, SiteRoute } from '../site';

/**
 * Returns the cookie of a pending sign-in. It is `SameSite=Lax`, because the browser returns from the
 * provider's site. Its name contains `state`, so that two tabs do not overwrite each other's cookie.
 */
const cookieOf = (state: string, value?: string): SiteCookie => ({
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

export function identityProviderRoutes(guards: Guards, oidc: OidcSignIn, signIn: SignIn): SiteRoute[] {
  async function start(context: RequestContext): Promise<SiteResponse> {
    const { request, formToken: token } = context;
    const email = request.form.get('email') ?? '';
    const slug = request.form.get('organization') ?? undefined;
    const next = nextOf(request.query.get('next'));
    const form = { token, email, next };
    const again = (fault: string) => <ProviderPage {...form} fault={fault} />;
    const client = clientOf(request);
    const limited = await signIn.countProviderSignIn(client);
    if (limited) return showAgain(again, limited);
    const started = await oidc.start({ email, slug }, next, client, request.cookies[SESSION]);
    if (!started) return page(again(UNKNOWN), { status: 404 });
    if ('choices' in started) return page(<ProviderPage {...form} choices={started.choices} />);
    if ('fault' in started) return page(again(started.fault), { status: 503 });
    // Not a redirect: `form-action` would have to allow the provider's site.
    return page(<ContinuePage to={started.location} />, {
      cookies: [cookieOf(started.state, started.cookie)],
    });
  }

  async function finish(request: SiteRequest): Promise<SiteResponse> {
    const { target, query, cookies } = request;
    const pending = cookieOf(stateIn(query)); // without a value, it deletes the cookie
    const cookie = cookies[pending.name];
    const result = await oidc.finish(target, cookie, clientOf(request));
    if ('fault' in result)
      return page(<FailedSignInPage fault={result.fault} />, {
        status: 403,
        cookies: cookie === undefined ? [] : [pending],
      });
    const to = result.next === '/' ? homeOf(result.membership) : result.next;
    return page(<ContinuePage to={to} />, { cookies: [pending, sessionCookie(result.token)] });
  }

  return [
    get(
      '/sign-in/organization',
      guards.visitor(({ request: { query }, formToken }) =>
        page(<ProviderPage token={formToken} email="" next={nextOf(query.get('next'))} />),
      ),
    ),
    post('/sign-in/organization', guards.visitor(start)),
    get(CALLBACK_PATH, finish),
  ];
}

interface ProviderProps {
  token: string;
  email: string;
  next: string;
  /** The organizations whose identity providers serve the domain of the address, when there are several. */
  choices?: OrganizationChoice[];
  fault?: string;
}

const ProviderPage = ({ token, email, next, choices, fault }: ProviderProps) => (
  <CardPage
    title="Sign in with your organization"
    fault={fault}
    foot={<a href={withNext('/sign-in', next)}>Sign in with a password instead</a>}
  >
    <p>You sign in at your organization's identity provider, and then return to this page.</p>
    <Form action={withNext('/sign-in/organization', next)} token={token}>
      <EmailInput autocomplete="username" value={email} autoFocus={choices === undefined} />
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
  </CardPage>
);

const FailedSignInPage = ({ fault }: { fault: string }) => (
  <CardPage title="You are not signed in" fault={fault}>
    <p>
      <LinkButton text="Try again" href="/sign-in" class="wide" />
    </p>
  </CardPage>
);
