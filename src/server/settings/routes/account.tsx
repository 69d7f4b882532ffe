// The front page, and the user's account.
import { notFound } from '../../../base/errors';
import { issuerIn } from '../../users/identity-provider-rules';
import { IDLE_MINUTES, MAX_HOURS } from '../../users/sessions';
import { roleName } from '../../users/user';
import { CurrentPassword, Form, NewPassword, Submit } from '../components';
import { get, type PageServices, post } from '../guards';
import { getHome, OrganizationPage } from '../layout';
import { page, seeOther, showAgain, withNotice } from '../responses';
import type { SiteRoute, UserContext } from '../site';

export function accountRoutes({ guards, signIn }: PageServices): SiteRoute[] {
  async function changePassword(context: UserContext) {
    const { session, request } = context;
    if (session.provider !== null) throw notFound(); // the identity provider keeps the password
    const [old, chosen] = [request.form.get('old') ?? '', request.form.get('password') ?? ''];
    const result = await signIn.changePassword(session, old, chosen, request);
    if (result === 'done') return withNotice('/account', 'password-changed');
    const incorrect = 'The current password is incorrect. Nothing was changed.';
    return showAgain((fault) => accountPage(context, fault), result, incorrect);
  }

  return [
    get('/', guards.user(openHome)),
    get('/account', guards.user(accountPage)),
    post('/account/password', guards.user(changePassword)),
  ];
}

function openHome(context: UserContext) {
  const { memberships, session } = context;
  const first = memberships.find(({ role }) => role === 'admin') ?? memberships[0];
  if (first) return seeOther(getHome(first));
  return page(
    <OrganizationPage title="No organization" context={context}>
      <section class="card centered">
        <h1>You belong to no organization</h1>
        <p>You are signed in as {session.user.email}. Ask an Organization Admin to invite this address.</p>
      </section>
    </OrganizationPage>,
    403,
  );
}

const LocalAccount = ({ token }: { token: string }) => (
  <>
    <section class="card">
      <h2>Password</h2>
      <p class="muted">A new password ends your other sessions.</p>
      <Form action="/account/password" token={token} class="narrow">
        <CurrentPassword name="old" label="Current password" />
        <NewPassword />
        <Submit text="Change password" class="primary" />
      </Form>
    </section>
    <section class="card">
      <h2>Second factor</h2>
      <p>Each sign-in requires a code from your authenticator app, or one of your recovery codes.</p>
      <p class="muted">
        To set up a new phone or get new recovery codes, ask the operator of this server for a recovery link.
        The link replaces your password and your second factor.
      </p>
    </section>
  </>
);

function accountPage(context: UserContext, fault?: string) {
  const { session, memberships, formToken } = context;
  return page(
    <OrganizationPage title="Your account" context={context} fault={fault}>
      <h1>Your account</h1>
      <section class="card">
        <h2>{session.user.email}</h2>
        <ul class="plain">
          {memberships.map((membership) => (
            <li key={membership.slug}>
              <a href={getHome(membership)}>{membership.name}</a>{' '}
              <span class="badge">{roleName(membership.role)}</span>
            </li>
          ))}
        </ul>
        <p class="muted">
          Your session ends after {IDLE_MINUTES} minutes of inactivity, and after {MAX_HOURS} hours at the
          latest.
        </p>
        <Form action="/sign-out" token={formToken}>
          <button type="submit">Sign out</button>
        </Form>
      </section>
      {session.provider === null ? (
        <LocalAccount token={formToken} />
      ) : (
        <section class="card">
          <h2>Sign-in</h2>
          <p>
            Your organization's identity provider manages your password and second factor:{' '}
            <code>{issuerIn(session.provider)}</code>.
          </p>
        </section>
      )}
    </OrganizationPage>,
  );
}
