// One's own account.
import { IDLE_MINUTES, MAX_HOURS } from '../../users/session';
import { roleName } from '../../users/user';
import { MAX_CHARACTERS } from '../../users/password-faults';
import { issuerIn } from '../../users/identity-provider-rules';
import type { UserContext } from '../visit';
import { OrganizationPage } from './organization-page';
import { Field, Form, NewPassword } from './parts';

const ChangePassword = ({ token }: { token: string }) => (
  <section class="card">
    <h2>Password</h2>
    <p class="muted">Changing it signs you out everywhere else.</p>
    <Form action="/account/password" token={token} class="narrow">
      <Field id="old" label="Present password">
        <input
          id="old"
          name="old"
          type="password"
          autocomplete="current-password"
          required
          maxLength={MAX_CHARACTERS}
        />
      </Field>
      <NewPassword />
      <button type="submit" class="primary">
        Change password
      </button>
    </Form>
  </section>
);

export const AccountPage = ({
  visit,
  notice,
  fault,
}: {
  visit: UserContext;
  notice?: string | undefined;
  fault?: string;
}) => (
  <OrganizationPage title="Your account" visit={visit} notice={notice} fault={fault}>
    <h1>Your account</h1>
    <section class="card">
      <h2>{visit.session.user.email}</h2>
      <ul class="plain">
        {visit.memberships.map(({ slug, name, role }) => (
          <li key={slug}>
            <a href={`/organizations/${slug}/keys`}>{name}</a> <span class="badge">{roleName(role)}</span>
          </li>
        ))}
      </ul>
      <p class="muted">
        You are signed out after {IDLE_MINUTES} minutes without a click, and after {MAX_HOURS} hours in any
        case.
      </p>
      <Form action="/sign-out" token={visit.formToken}>
        <button type="submit">Sign out</button>
      </Form>
    </section>
    {visit.session.provider === null ? (
      <>
        <ChangePassword token={visit.formToken} />
        <section class="card">
          <h2>Second factor</h2>
          <p>Each sign-in asks for a code of your authenticator app, or for one of your recovery codes.</p>
          <p class="muted">
            For a new phone or new recovery codes, ask the operator of this server for a recovery link. It
            lets you choose password and second factor anew.
          </p>
        </section>
      </>
    ) : (
      <section class="card">
        <h2>Sign-in</h2>
        <p>
          Your password and second factor are with your organization's identity provider,{' '}
          <code>{issuerIn(visit.session.provider)}</code>.
        </p>
      </section>
    )}
  </OrganizationPage>
);
