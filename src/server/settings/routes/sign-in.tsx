// Sign-in with a password and a code, and sign-out.
import type { IdentityProviderStore } from '../../users/identity-providers';
import type { SignIn } from '../../users/sign-in/sign-in';
import { MAX_PASSWORD_CHARACTERS } from '../../users/passwords';
import { EmailInput, Field, Form, Submit } from '../components';
import type { Guards } from '../guards';
import type { SiteResponse, SiteRoute } from '../http/types';
import { CardPage } from '../layout';
import type { RequestContext, SessionContext } from '../request-context';
import {
  clientOf,
  deviceCookie,
  nextOf,
  noticeIn,
  page,
  retryLater,
  seeOther,
  sessionCookie,
  tooManyAttempts,
  withNext,
  withNotice,
} from '../responses';

/** The same for an unknown address and a wrong password, so that it does not reveal which accounts exist. */
const INCORRECT = 'Incorrect e-mail address or password. Check both, then try again.';
const WRONG_CODE =
  'This code is incorrect or was already used. Wait for the next code in your app, then try again.';

export function signInRoutes(
  guards: Guards,
  signIn: Pick<SignIn, 'withPassword' | 'withCode' | 'signOut'>,
  identityProviders: Pick<IdentityProviderStore, 'exist'>,
): SiteRoute[] {
  async function withPassword(context: RequestContext): Promise<SiteResponse> {
    const { form, query } = context.request;
    const next = nextOf(query.get('next'));
    const email = form.get('email') ?? '';
    const result = await signIn.withPassword(email, form.get('password') ?? '', clientOf(context));
    const hasProvider = await identityProviders.exist();
    const again = (fault: string) => (
      <SignInPage token={context.formToken} {...{ next, email, hasProvider, fault }} />
    );
    if (result === 'rejected') return page(again(INCORRECT), { status: 403 });
    if ('retryAfter' in result)
      return page(again(tooManyAttempts(result.retryAfter)), retryLater(result.retryAfter));
    return seeOther(result.stage === 'enrollment' ? '/second-factor' : withNext('/sign-in/code', next), [
      await guards.begin(context.request, result.token),
    ]);
  }

  async function withCode(context: SessionContext): Promise<SiteResponse> {
    const { form, query } = context.request;
    const next = nextOf(query.get('next'));
    const result = await signIn.withCode(context.session, form.get('code') ?? '', clientOf(context));
    const again = (fault: string) => <CodePage token={context.formToken} next={next} fault={fault} />;
    if (result === 'rejected') return page(again(WRONG_CODE), { status: 403 });
    if ('retryAfter' in result)
      return page(again(tooManyAttempts(result.retryAfter)), retryLater(result.retryAfter));
    return seeOther(next, [sessionCookie(result.token), deviceCookie(result.device)]);
  }

  return [
    {
      method: 'get',
      path: '/sign-in',
      handle: guards.visitor(async ({ request, formToken }) => {
        const next = nextOf(request.query.get('next'));
        if (await guards.userOf(request)) return seeOther(next);
        const hasProvider = await identityProviders.exist();
        return page(
          <SignInPage token={formToken} {...{ next, hasProvider }} notice={noticeIn(request.query)} />,
        );
      }),
    },
    { method: 'post', path: '/sign-in', handle: guards.visitor(withPassword) },
    {
      method: 'get',
      path: '/sign-in/code',
      handle: guards.provingSecondFactor(({ request, formToken }) =>
        page(<CodePage token={formToken} next={nextOf(request.query.get('next'))} />),
      ),
    },
    { method: 'post', path: '/sign-in/code', handle: guards.provingSecondFactor(withCode) },
    {
      method: 'post',
      path: '/sign-out',
      handle: guards.user(async (context) => {
        await signIn.signOut(context.session, clientOf(context));
        return { ...withNotice('/sign-in', 'signed-out'), cookies: [sessionCookie(undefined)] };
      }),
    },
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
      <Field id="email" label="E-mail address">
        <EmailInput autocomplete="username" value={email} autoFocus={email === ''} />
      </Field>
      <Field id="password" label="Password">
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxLength={MAX_PASSWORD_CHARACTERS}
          autoFocus={email !== ''}
        />
      </Field>
      <Submit>Sign in</Submit>
    </Form>
    {hasProvider ? (
      <>
        <p class="or">
          <span>or</span>
        </p>
        <a class="button wide" href={withNext('/sign-in/organization', next)}>
          Sign in with your organization
        </a>
      </>
    ) : null}
  </CardPage>
);

const CodePage = ({ token, next, fault }: { token: string; next: string; fault?: string }) => (
  <CardPage title="Enter your code" fault={fault} foot={<a href="/sign-in">Start again</a>}>
    <Form action={withNext('/sign-in/code', next)} token={token}>
      <Field
        id="code"
        label="Code"
        hint="The current six-digit code from your authenticator app, or one of your recovery codes."
      >
        <input
          id="code"
          name="code"
          class="mono"
          inputMode="text"
          autocomplete="one-time-code"
          required
          maxLength={40}
          aria-describedby="code-hint"
          autoFocus
        />
      </Field>
      <Submit>Continue</Submit>
    </Form>
  </CardPage>
);
