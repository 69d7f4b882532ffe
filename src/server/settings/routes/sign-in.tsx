// Sign-in with a password and a code, and sign-out.
import { CodeInput, CurrentPassword, EmailInput, Form, LinkButton, Submit } from '../components';
import { get, type PageServices, post } from '../guards';
import { CardPage } from '../layout';
import {
  deviceCookie,
  getNext,
  noticeIn,
  page,
  seeOther,
  sessionCookie,
  showAgain,
  withNext,
  withNotice,
} from '../responses';
import type { RequestContext, SessionContext, SiteRoute, UserContext } from '../site';

/** The same for an unknown address and a wrong password, so that it does not reveal which accounts exist. */
const INCORRECT = 'Incorrect e-mail address or password. Check both, then try again.';
const WRONG_CODE =
  'This code is incorrect or was already used. Wait for the next code in your app, then try again.';

const nextIn = ({ request }: RequestContext): string => getNext(request.query.get('next'));

export function signInRoutes({ guards, signIn, users }: PageServices): SiteRoute[] {
  async function show(context: RequestContext) {
    if (await guards.userOf(context.request)) return seeOther(nextIn(context));
    return signInPage(context, await users.identityProviders.exist());
  }

  async function withPassword(context: RequestContext) {
    const { request } = context;
    const [email, password] = [request.form.get('email') ?? '', request.form.get('password') ?? ''];
    const result = await signIn.withPassword(email, password, request);
    const hasProvider = await users.identityProviders.exist();
    if (result === 'rejected' || 'retryAfter' in result)
      return showAgain((fault) => signInPage(context, hasProvider, fault), result, INCORRECT);
    const path =
      result.stage === 'enrollment' ? '/second-factor' : withNext('/sign-in/code', nextIn(context));
    return seeOther(path, [await guards.begin(request, result.token)]);
  }

  async function withCode(context: SessionContext) {
    const { session, request } = context;
    const result = await signIn.withCode(session, request.form.get('code') ?? '', request);
    if (result === 'rejected' || 'retryAfter' in result)
      return showAgain((fault) => codePage(context, fault), result, WRONG_CODE);
    return seeOther(nextIn(context), [sessionCookie(result.token), deviceCookie(result.device)]);
  }

  async function signOut({ session, request }: UserContext) {
    await signIn.signOut(session, request);
    return { ...withNotice('/sign-in', 'signed-out'), cookies: [sessionCookie(undefined)] };
  }

  return [
    get('/sign-in', guards.visitor(show)),
    post('/sign-in', guards.visitor(withPassword)),
    get('/sign-in/code', guards.provingSecondFactor(codePage)),
    post('/sign-in/code', guards.provingSecondFactor(withCode)),
    post('/sign-out', guards.user(signOut)),
  ];
}

/** `hasProvider`: whether an organization of this server has an identity provider. */
function signInPage(context: RequestContext, hasProvider: boolean, fault?: string) {
  const { request, formToken } = context;
  const next = nextIn(context);
  const email = request.form.get('email') ?? '';
  return page(
    <CardPage
      title="Sign in"
      notice={noticeIn(request.query)}
      fault={fault}
      foot={
        <>
          You need an invitation to get an account. Ask an Organization Admin of your organization. If you
          cannot sign in to your account, ask the operator of this server for a recovery link.
        </>
      }
    >
      <Form action={withNext('/sign-in', next)} token={formToken}>
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
    </CardPage>,
  );
}

const codePage = (context: RequestContext, fault?: string) =>
  page(
    <CardPage title="Enter your code" fault={fault} foot={<a href="/sign-in">Start again</a>}>
      <Form action={withNext('/sign-in/code', nextIn(context))} token={context.formToken}>
        <CodeInput
          hint="The current six-digit code from your authenticator app, or one of your recovery codes."
          inputMode="text"
          maxLength={40}
          autoFocus
        />
        <Submit text="Continue" />
      </Form>
    </CardPage>,
  );
