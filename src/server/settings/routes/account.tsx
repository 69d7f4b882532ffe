// The front page, and the user's account.
import { notFound } from '../../../base/errors';
import { issuerIn } from '../../users/identity-provider-rules';
import { MAX_PASSWORD_CHARACTERS } from '../../users/passwords';
import { IDLE_MINUTES, MAX_HOURS } from '../../users/sessions';
import type { SignIn } from '../../users/sign-in/sign-in';
import { roleName } from '../../users/user';
import { Field, Form, NewPassword } from '../components';
import type { Guards } from '../guards';
import type { SiteResponse, SiteRoute } from '../http/types';
import { OrganizationPage } from '../layout';
import { homeOf } from '../navigation';
import type { UserContext } from '../request-context';
import { clientOf, noticeIn, page, retryLater, seeOther, tooManyAttempts, withNotice } from '../responses';

export function accountRoutes(guards: Guards, signIn: Pick<SignIn, 'changePassword'>): SiteRoute[] {
  async function changePassword(context: UserContext): Promise<SiteResponse> {
    const { session, request } = context;
    if (session.provider !== null) throw notFound(); // the identity provider keeps the password
    const [old, chosen] = [request.form.get('old') ?? '', request.form.get('password') ?? ''];
    const result = await signIn.changePassword(session, old, chosen, clientOf(context));
    if (result === 'done') return withNotice('/account', 'password-changed');
    const again = (fault: string) => <AccountPage context={context} fault={fault} />;
    if (result === 'rejected')
      return page(again('The current password is incorrect. Nothing was changed.'), { status: 403 });
    if ('fault' in result) return page(again(result.fault), { status: 400 });
    return page(again(tooManyAttempts(result.retryAfter)), retryLater(result.retryAfter));
  }

  return [
    {
      method: 'get',
      path: '/',
      handle: guards.user((context) => {
        const { memberships } = context;
        const first = memberships.find(({ role }) => role === 'admin') ?? memberships[0];
        return first
          ? seeOther(homeOf(first))
          : page(<NoOrganizationPage context={context} />, { status: 403 });
      }),
    },
    {
      method: 'get',
      path: '/account',
      handle: guards.user((context) =>
        page(<AccountPage context={context} notice={noticeIn(context.request.query)} />),
      ),
    },
    { method: 'post', path: '/account/password', handle: guards.user(changePassword) },
  ];
}

const NoOrganizationPage = ({ context }: { context: UserContext }) => (
  <OrganizationPage title="No organization" context={context}>
    <section class="card centered">
      <h1>You belong to no organization</h1>
      <p>
        You are signed in as {context.session.user.email}. Ask an Organization Admin to invite this address.
      </p>
    </section>
  </OrganizationPage>
);

const ChangePassword = ({ token }: { token: string }) => (
  <section class="card">
    <h2>Password</h2>
    <p class="muted">A new password ends your other sessions.</p>
    <Form action="/account/password" token={token} class="narrow">
      <Field id="old" label="Current password">
        <input
          id="old"
          name="old"
          type="password"
          autocomplete="current-password"
          required
          maxLength={MAX_PASSWORD_CHARACTERS}
        />
      </Field>
      <NewPassword />
      <button type="submit" class="primary">
        Change password
      </button>
    </Form>
  </section>
);

interface AccountProps {
  context: UserContext;
  notice?: string | undefined;
  fault?: string;
}

const AccountPage = ({ context, notice, fault }: AccountProps) => (
  <OrganizationPage title="Your account" context={context} notice={notice} fault={fault}>
    <h1>Your account</h1>
    <section class="card">
      <h2>{context.session.user.email}</h2>
      <ul class="plain">
        {context.memberships.map((membership) => (
          <li key={membership.slug}>
            <a href={homeOf(membership)}>{membership.name}</a>{' '}
            <span class="badge">{roleName(membership.role)}</span>
          </li>
        ))}
      </ul>
      <p class="muted">
        Your session ends after {IDLE_MINUTES} minutes of inactivity, and after {MAX_HOURS} hours at the
        latest.
      </p>
      <Form action="/sign-out" token={context.formToken}>
        <button type="submit">Sign out</button>
      </Form>
    </section>
    {context.session.provider === null ? (
      <>
        <ChangePassword token={context.formToken} />
        <section class="card">
          <h2>Second factor</h2>
          <p>Each sign-in requires a code from your authenticator app, or one of your recovery codes.</p>
          <p class="muted">
            To set up a new phone or get new recovery codes, ask the operator of this server for a recovery
            link. The link replaces your password and your second factor.
          </p>
        </section>
      </>
    ) : (
      <section class="card">
        <h2>Sign-in</h2>
        <p>
          Your organization's identity provider manages your password and second factor:{' '}
          <code>{issuerIn(context.session.provider)}</code>.
        </p>
      </section>
    )}
  </OrganizationPage>
);
