// One-time links: accepting an invitation, and recovering an account.
import type { FoundInvitation } from '../../users/invitations';
import { invitationPath, recoveryPath, roleName } from '../../users/user';
import { Form, Input, LinkButton, NewPassword, Submit } from '../components';
import { continueTo, type PageServices } from '../guards';
import { CardPage, getHome } from '../layout';
import { page, seeOther, showAgain, withNext, withNotice } from '../responses';
import type { RequestContext, SiteRoute } from '../site';

const NEXT_STEPS = {
  invitation:
    'If you have chosen a password with it, sign in with that password. Otherwise ask an Organization Admin of ' +
    'your organization for a new invitation.',
  recovery:
    'If you have chosen a new password with it, sign in with that password. Otherwise ask the operator of this ' +
    'server for a new recovery link.',
};

const invalidLink = (kind: keyof typeof NEXT_STEPS) =>
  page(
    <CardPage title="This link no longer works">
      <p>A link works once. This one was used, was withdrawn, or has expired.</p>
      <p>{NEXT_STEPS[kind]}</p>
      <LinkButton text="Sign in" href="/sign-in" class="primary wide" />
    </CardPage>,
    404,
  );

interface PasswordForm {
  kind: keyof typeof NEXT_STEPS;
  title: string;
  lead: string;
  email: string;
  /** The path of the link. */
  action: string;
}

export function linkRoutes({ guards, signIn, users }: PageServices): SiteRoute[] {
  async function choosePassword({ request, formToken }: RequestContext, form: PasswordForm) {
    const { kind, title, lead, email, action } = form;
    const show = (fault?: string) =>
      page(
        <CardPage title={title} fault={fault}>
          <p>{lead}</p>
          <Form action={action} token={formToken}>
            <Input name="email" label="E-mail address" autocomplete="username" value={email} readOnly />
            <NewPassword autoFocus />
            <Submit text="Continue" />
          </Form>
        </CardPage>,
      );
    if (request.method === 'get') return show();
    const password = request.form.get('password') ?? '';
    const result = await signIn.choosePassword(request.params['token']!, password, request);
    if (result === undefined) return invalidLink(kind);
    if (!('token' in result)) return showAgain(show, result);
    return seeOther('/second-factor', [await guards.begin(request, result.token)]);
  }

  /** A user with the invited address joins with that account; any other visitor chooses a password. */
  async function invitation(context: RequestContext) {
    const { request, formToken } = context;
    const linkToken = request.params['token']!;
    const path = invitationPath(linkToken);
    const found = await users.invitations.find(linkToken);
    if (!found) return invalidLink('invitation');
    const { name, email, role, hasAccount, member } = found;
    const title = `Join ${name}`;
    const session = await guards.userOf(request);
    // The browser may have omitted the session's cookie.
    if (!session && request.crossSite) return continueTo(path);
    const isInvited = session?.user.email === email && (member === undefined || member === session.user.id);
    if (isInvited && session.provider === null) {
      if (request.method === 'get')
        return page(
          <CardPage title={title}>
            <p>
              You are invited to be {role === 'admin' ? 'an Organization Admin' : 'a Member'} of {name}, as{' '}
              {email}.
            </p>
            <Form action={path} token={formToken}>
              <Submit text="Join" />
            </Form>
          </CardPage>,
        );
      const membership = await users.invitations.accept(linkToken, session, request);
      return membership ? withNotice(getHome(membership), 'joined') : invalidLink('invitation');
    }
    // The session is of another organization's identity provider, which this organization does not accept.
    if (isInvited && member !== undefined)
      return page(
        <CardPage title={title}>
          <p>
            You signed in with the identity provider of another organization. Sign out first. Then sign in
            with the identity provider of {name}, or sign in with a password and open this link again.
          </p>
          <LinkButton text="Your account" href="/account" class="primary wide" />
        </CardPage>,
      );
    const wantsNewAccount =
      request.method === 'post' || request.query.get('account') === 'new' || !hasAccount;
    if (member === undefined && wantsNewAccount)
      return choosePassword(context, {
        kind: 'invitation',
        action: path,
        title,
        lead: `You are invited to ${name} as ${roleName(role)}. Choose a password for your account.`,
        email,
      });
    return signInFirst(found, path, session?.user.email);
  }

  async function recovery(context: RequestContext) {
    const linkToken = context.request.params['token']!;
    const user = await users.recoveries.find(linkToken);
    if (!user) return invalidLink('recovery');
    return choosePassword(context, {
      kind: 'recovery',
      action: recoveryPath(linkToken),
      title: 'Recover your account',
      lead: 'Choose a new password. Then set up a new second factor. The old ones stop working.',
      email: user.email,
    });
  }

  return (['get', 'post'] as const).flatMap((method) => [
    { method, path: '/invitations/:token', handle: guards.visitor(invitation) },
    { method, path: '/recoveries/:token', handle: guards.visitor(recovery) },
  ]);
}

/** `signedIn`: the address of the other account that is signed in, if any. */
const signInFirst = ({ name, email, member }: FoundInvitation, path: string, signedIn: string | undefined) =>
  page(
    <CardPage title={`Join ${name}`}>
      <p>
        This invitation is for {email}. This address already has an account.{' '}
        {signedIn === undefined
          ? 'Sign in to that account to accept.'
          : `You are signed in as ${signedIn}. Sign out, then open this link again.`}
      </p>
      <a class="button primary wide" href={signedIn === undefined ? withNext('/sign-in', path) : '/account'}>
        {signedIn === undefined ? 'Sign in' : 'Your account'}
      </a>
      {member === undefined ? (
        <p class="muted">
          If the account is not yours, or you do not want to use it here,{' '}
          <a href={`${path}?account=new`}>choose a password for a new account</a>.
        </p>
      ) : null}
    </CardPage>,
  );
