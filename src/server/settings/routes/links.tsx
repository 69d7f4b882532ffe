// One-time links: accepting an invitation, and recovering an account.
import type { FoundInvitation } from '../../users/invitations';
import type { SignIn } from '../../users/sign-in/sign-in';
import type { UserStores } from '../../users/stores';
import { invitationPath, recoveryPath, roleName } from '../../users/user';
import { Form, Input, LinkButton, NewPassword, Submit } from '../components';
import { ContinuePage, type Guards } from '../guards';
import { CardPage, homeOf } from '../layout';
import { clientOf, page, seeOther, showAgain, withNext, withNotice } from '../responses';
import type { RequestContext, SiteResponse, SiteRoute } from '../site';

const invalidLink = (kind: LinkKind): SiteResponse => page(<InvalidLinkPage kind={kind} />, { status: 404 });

type LinkKind = 'invitation' | 'recovery';

interface PasswordForm {
  kind: LinkKind;
  title: string;
  lead: string;
  email: string;
  /** The path of the link. */
  action: string;
}

export function linkRoutes(
  guards: Guards,
  { invitations, recoveries }: UserStores,
  signIn: SignIn,
): SiteRoute[] {
  async function choosePassword(
    context: RequestContext,
    linkToken: string,
    form: PasswordForm,
  ): Promise<SiteResponse> {
    const { request, formToken } = context;
    const show = (fault?: string) => <ChoosePasswordPage {...form} token={formToken} fault={fault} />;
    if (request.method === 'get') return page(show());
    const password = request.form.get('password') ?? '';
    const result = await signIn.choosePassword(linkToken, password, clientOf(context.request));
    if (result === undefined) return invalidLink(form.kind);
    if (!('token' in result)) return showAgain(show, result);
    return seeOther('/second-factor', [await guards.begin(request, result.token)]);
  }

  /** A user with the invited address joins with that account; any other visitor chooses a password. */
  async function invitation(context: RequestContext): Promise<SiteResponse> {
    const { request, formToken } = context;
    const linkToken = request.params['token']!;
    const path = invitationPath(linkToken);
    const found = await invitations.find(linkToken);
    if (!found) return invalidLink('invitation');
    const { name, email, role, hasAccount, member } = found;
    const session = await guards.userOf(request);
    // The browser may have omitted the session's cookie.
    if (!session && request.crossSite) return page(<ContinuePage to={path} />);
    const isInvited = session?.user.email === email && (member === undefined || member === session.user.id);
    if (isInvited && session.provider === null) {
      if (request.method === 'get')
        return page(<AcceptPage invitation={found} action={path} token={formToken} />);
      const membership = await invitations.accept(linkToken, session, request);
      return membership ? withNotice(homeOf(membership), 'joined') : invalidLink('invitation');
    }
    if (isInvited && member !== undefined) return page(<OtherProviderPage invitation={found} />);
    const wantsNewAccount =
      request.method === 'post' || request.query.get('account') === 'new' || !hasAccount;
    if (member !== undefined || !wantsNewAccount)
      return page(<SignInFirstPage invitation={found} path={path} email={session?.user.email} />);
    return choosePassword(context, linkToken, {
      kind: 'invitation',
      action: path,
      title: `Join ${name}`,
      lead: `You are invited to ${name} as ${roleName(role)}. Choose a password for your account.`,
      email,
    });
  }

  async function recovery(context: RequestContext): Promise<SiteResponse> {
    const linkToken = context.request.params['token']!;
    const user = await recoveries.find(linkToken);
    if (!user) return invalidLink('recovery');
    return choosePassword(context, linkToken, {
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

type PasswordProps = PasswordForm & { token: string; fault?: string | undefined };

const ChoosePasswordPage = ({ title, lead, email, action, token, fault }: PasswordProps) => (
  <CardPage title={title} fault={fault}>
    <p>{lead}</p>
    <Form action={action} token={token}>
      <Input name="email" label="E-mail address" autocomplete="username" value={email} readOnly />
      <NewPassword autoFocus />
      <Submit text="Continue" />
    </Form>
  </CardPage>
);

type AcceptProps = { invitation: FoundInvitation; action: string; token: string };

const AcceptPage = ({ invitation, action, token }: AcceptProps) => (
  <CardPage title={`Join ${invitation.name}`}>
    <p>
      You are invited to be {invitation.role === 'admin' ? 'an Organization Admin' : 'a Member'} of{' '}
      {invitation.name}, as {invitation.email}.
    </p>
    <Form action={action} token={token}>
      <Submit text="Join" />
    </Form>
  </CardPage>
);

/** `email`: the address of the other account that is signed in, if any. */
type SignInFirstProps = { invitation: FoundInvitation; path: string; email: string | undefined };

const SignInFirstPage = ({ invitation, path, email }: SignInFirstProps) => (
  <CardPage title={`Join ${invitation.name}`}>
    <p>
      This invitation is for {invitation.email}. This address already has an account.{' '}
      {email === undefined
        ? 'Sign in to that account to accept.'
        : `You are signed in as ${email}. Sign out, then open this link again.`}
    </p>
    <a class="button primary wide" href={email === undefined ? withNext('/sign-in', path) : '/account'}>
      {email === undefined ? 'Sign in' : 'Your account'}
    </a>
    {invitation.member === undefined ? (
      <p class="muted">
        If the account is not yours, or you do not want to use it here,{' '}
        <a href={`${path}?account=new`}>choose a password for a new account</a>.
      </p>
    ) : null}
  </CardPage>
);

/** For a session of another organization's identity provider, which this organization does not accept. */
const OtherProviderPage = ({ invitation: { name } }: { invitation: FoundInvitation }) => (
  <CardPage title={`Join ${name}`}>
    <p>
      You signed in with the identity provider of another organization. Sign out first. Then sign in with the
      identity provider of {name}, or sign in with a password and open this link again.
    </p>
    <LinkButton text="Your account" href="/account" class="primary wide" />
  </CardPage>
);

const NEXT_STEPS: Record<LinkKind, string> = {
  invitation:
    'If you have chosen a password with it, sign in with that password. Otherwise ask an Organization Admin of ' +
    'your organization for a new invitation.',
  recovery:
    'If you have chosen a new password with it, sign in with that password. Otherwise ask the operator of this ' +
    'server for a new recovery link.',
};

const InvalidLinkPage = ({ kind }: { kind: LinkKind }) => (
  <CardPage title="This link no longer works">
    <p>A link works once. This one was used, was withdrawn, or has expired.</p>
    <p>{NEXT_STEPS[kind]}</p>
    <LinkButton text="Sign in" href="/sign-in" class="primary wide" />
  </CardPage>
);
