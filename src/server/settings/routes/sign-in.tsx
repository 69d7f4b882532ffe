// Sign-in with a password and a code, and sign-out.
import type { IdentityProviderStore } from '../../users/identity-providers';
import type { SignIn } from '../../users/sign-in/sign-in';
import { CodeInput, CurrentPassword, EmailInput, Form, LinkButton, Submit } from '../components';
import { type Guards, get, post } from '../guards';
import { CardPage } from '../layout';
import {
  clientOf,
  deviceCookie,
  nextOf,
  noticeIn,
  page,
  seeOther,
  sessionCookie,
  showAgain,
  withNext,
  withNotice,
} from '../responses';
import type { RequestContext, SessionContext, SiteResponse, SiteRoute, UserContext } from '../site';

/** The same for an unknown address and a wrong password, so that it does not reveal which accounts exist. */
const INCORRECT = 'Incorrect e-mail address or password. Check both, then try again.';
const WRONG_CODE =
  'This code is incorrect or was already used. Wait for the next code in your app, then try again.';

export function signInRoutes(
  guards: Guards,
  signIn: SignIn,
  identityProviders: Pick<IdentityProviderStore, 'exist'>,
): SiteRoute[] {
  async function show({ request, formToken }: RequestContext): Promise<SiteResponse> {
    const next = nextOf(request.query.get('next'));
    if (await guards.userOf(request)) return seeOther(next);
    const hasProvider = await identityProviders.exist();
    return page(<SignInPage token={formToken} {...{ next, hasProvider }} notice={noticeIn(request.query)} />);
  }

  async function withPassword(context: RequestContext): Promise<SiteResponse> {
    const { form, query } = context.request;
    const next = nextOf(query.get('next'));
    const email = form.get('email') ?? '';
    const result = await signIn.withPassword(email, form.get('password') ?? '', clientOf(context.request));
    const hasProvider = await identityProviders.exist();
    if (result === 'rejected' || 'retryAfter' in result)
      return showAgain(
        (fault) => <SignInPage token={context.formToken} {...{ next, email, hasProvider, fault }} />,
        result,
        INCORRECT,
      );
    return seeOther(result.stage === 'enrollment' ? '/second-factor' : withNext('/sign-in/code', next), [
      await guards.begin(context.request, result.token),
    ]);
  }

  async function withCode(context: SessionContext): Promise<SiteResponse> {
    const { form, query } = context.request;
    const next = nextOf(query.get('next'));
    const result = await signIn.withCode(context.session, form.get('code') ?? '', clientOf(context.request));
    if (result === 'rejected' || 'retryAfter' in result)
      return showAgain(
        (fault) => <CodePage token={context.formToken} next={next} fault={fault} />,
        result,
        WRONG_CODE,
      );
    return seeOther(next, [sessionCookie(result.token), deviceCookie(result.device)]);
  }

  async function signOut(context: UserContext): Promise<SiteResponse> {
    await signIn.signOut(context.session, clientOf(context.request));
    return { ...withNotice('/sign-in', 'signed-out'), cookies: [sessionCookie(undefined)] };
  }

  return [
    get('/sign-in', guards.visitor(show)),
    post('/sign-in', guards.visitor(withPassword)),
    get(
      '/sign-in/code',
      guards.provingSecondFactor(({ request, formToken }) =>
        page(<CodePage token={formToken} next={nextOf(request.query.get('next'))} />),
      ),
    ),
    post('/sign-in/code', guards.provingSecondFactor(withCode)),
    post('/sign-out', guards.user(signOut)),
  ];
}

interface SignInProps {
  token: string;
  next: string;
  email?: string;
  /** Whether an organization of this server has an identity provider. */
  hasProvider: boolean;
  notice?: string | undefined;
  fault?: string | undefined;
}

const SignInPage = ({ token, next, email = '', hasProvider, notice, fault }: SignInProps) => (
  <CardPage
    title="Sign in"
    notice={notice}
    fault={fault}
    foot={
      <>
        You need an invitation to get an account. Ask an Organization Admin of your organization. If you
        cannot sign in to your account, ask the operator of this server for a recovery link.
      </>
    }
  >
    <Form action={withNext('/sign-in', next)} token={token}>
      <EmailInput autocomplete="username" value={email} autoFocus={email === ''} />
      <CurrentPassword name="password" label="Password" autoFocus={email !== ''} />
      <Submit text="Sign in" />
    </Form>
    {hasProvider ? (
      <>
        <p class="or">
          <span>or</span>
        </p>
        <LinkButton
          text="Sign in with your organization"
          href={withNext('/sign-in/organization', next)}
          class="wide"
        />
      </>
    ) : null}
  </CardPage>
);

const CodePage = ({ token, next, fault }: { token: string; next: string; fault?: string }) => (
  <CardPage title="Enter your code" fault={fault} foot={<a href="/sign-in">Start again</a>}>
    <Form action={withNext('/sign-in/code', next)} token={token}>
      <CodeInput
        hint="The current six-digit code from your authenticator app, or one of your recovery codes."
        inputMode="text"
        maxLength={40}
        autoFocus
      />
      <Submit text="Continue" />
    </Form>
  </CardPage>
);
