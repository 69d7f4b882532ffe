// An invitation, for somebody who has an account already.
import type { FoundInvitation } from '../../users/invitations';
import { withNext } from '../next';
import { CardPage } from './card-page';
import { Form, OpenSettings, Submit } from './parts';

export const AcceptPage = ({
  invitation,
  action,
  token,
  fault,
}: {
  invitation: FoundInvitation;
  action: string;
  token: string;
  fault?: string;
}) => (
  <CardPage title={`Join ${invitation.name}`} fault={fault}>
    <p>
      You are invited to be {invitation.role === 'admin' ? 'an Organization Admin' : 'a Member'} of{' '}
      {invitation.name}, as {invitation.email}.
    </p>
    <Form action={action} token={token}>
      <Submit>Join</Submit>
    </Form>
  </CardPage>
);

/** `email`: who is signed in instead. */
export const SignInFirstPage = ({
  invitation,
  path,
  email,
}: {
  invitation: FoundInvitation;
  path: string;
  email: string | undefined;
}) => (
  <CardPage title={`Join ${invitation.name}`}>
    <p>
      This invitation is for {invitation.email}, who has an account already.{' '}
      {email === undefined
        ? 'Sign in with it to accept.'
        : `You are signed in as ${email}: sign out first, then open this link again.`}
    </p>
    <a class="button primary wide" href={email === undefined ? withNext('/sign-in', path) : '/account'}>
      {email === undefined ? 'Sign in' : 'Your account'}
    </a>
    {invitation.member === undefined ? (
      <p class="muted">
        You did not create that account, or do not want to use it here?{' '}
        <a href={`${path}?account=new`}>Choose a password of your own</a>.
      </p>
    ) : null}
  </CardPage>
);

/** For who was signed in by the identity provider of another organization, which does not vouch for this one. */
export const SignInOtherwisePage = ({ invitation }: { invitation: FoundInvitation }) => (
  <CardPage title={`Join ${invitation.name}`}>
    <p>
      You are signed in by the identity provider of your organization. Sign out first. Then sign in by the one
      of {invitation.name}, if it has one, which accepts the invitation; or with a password, and open this
      link again.
    </p>
    <a class="button primary wide" href="/account">
      Your account
    </a>
  </CardPage>
);

export const UsedLinkPage = () => (
  <CardPage title="This link no longer works">
    <p>It was used, withdrawn, or is too old. Ask whoever sent it for a new one.</p>
    <OpenSettings />
  </CardPage>
);
