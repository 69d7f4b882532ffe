// One-time links, of invitations and recoveries, and the second factor that follows a new password.
import type { SiteAnswer, SiteRoute } from '../http/message';
import type { InvitationStore } from '../../users/invitations';
import { invitationPath, recoveryPath } from '../../users/links';
import type { RecoveryStore } from '../../users/recoveries';
import type { SignIn } from '../../users/sign-in';
import { roleName } from '../../users/user';
import { page, seeOther, withNotice } from '../answers';
import { deviceCookie, sessionCookie } from '../cookies';
import type { Guards } from '../guards';
import { limitedAnswer, limitedSentence } from '../limited';
import type { SessionContext, RequestContext } from '../visit';
import { ContinuePage } from '../pages/continue';
import { ChoosePasswordPage, RecoveryCodesPage, SecondFactorPage } from '../pages/enrollment';
import { AcceptPage, SignInFirstPage, SignInOtherwisePage, UsedLinkPage } from '../pages/invitation';
import { fromOf } from './sign-in';

const WRONG_CODE =
  'This is not the code that the app shows now. Check that the phone has the right time, and enter the next one.';

export interface LinkParts {
  invitations: Pick<InvitationStore, 'find' | 'accept'>;
  recoveries: Pick<RecoveryStore, 'find'>;
  signIn: Pick<SignIn, 'choosePassword' | 'enrollment' | 'confirmEnrollment'>;
}

const gone = (): SiteAnswer => page(UsedLinkPage(), { status: 404 });

interface Link {
  /** Of the form's page. */
  path: string;
  title: string;
  lead: string;
  email: string;
}

export function linkRoutes(doors: Guards, { invitations, recoveries, signIn }: LinkParts): SiteRoute[] {
  /** Shows the form, or takes the password that was chosen in it. */
  async function choosePassword(
    visit: RequestContext,
    linkToken: string,
    { path, title, lead, email }: Link,
  ): Promise<SiteAnswer> {
    const { request, formToken: token } = visit;
    const show = (fault?: string) => ChoosePasswordPage({ title, lead, email, action: path, token, fault });
    if (request.method === 'get') return page(show());
    const chosen = await signIn.choosePassword(linkToken, request.form.get('password') ?? '', fromOf(visit));
    if (chosen === undefined) return gone();
    if ('retryAfter' in chosen)
      return page(show(limitedSentence(chosen.retryAfter)), limitedAnswer(chosen.retryAfter));
    if ('fault' in chosen) return page(show(chosen.fault), { status: 400 });
    return seeOther('/second-factor', [await doors.begin(request, chosen.token)]);
  }

  const invitation = async (visit: RequestContext): Promise<SiteAnswer> => {
    const { request, formToken: token } = visit;
    const linkToken = request.params['token']!;
    const path = invitationPath(linkToken);
    const found = await invitations.find(linkToken);
    if (!found) return gone();
    const { name, email, role, hasAccount, member } = found;
    const session = await doors.userOf(request);
    if (!session && request.crossSite) return page(ContinuePage({ to: path })); // the cookie was left out: our own page asks again
    const isInvited = session?.user.email === email && (member === undefined || member === session.user.id);
    if (!isInvited || session.provider !== null) {
      if (isInvited && member !== undefined) return page(SignInOtherwisePage({ invitation: found }));
      const choosesPassword =
        request.method === 'post' || request.query.get('account') === 'new' || !hasAccount;
      if (member !== undefined || !choosesPassword)
        return page(SignInFirstPage({ invitation: found, path, email: session?.user.email }));
      const lead = `You are invited to ${name} as ${roleName(role)}. Choose a password for your account.`;
      return choosePassword(visit, linkToken, { path, title: `Join ${name}`, lead, email });
    }
    if (request.method === 'get') return page(AcceptPage({ invitation: found, action: path, token }));
    const membership = await invitations.accept(linkToken, session, request.requestId);
    return membership ? withNotice(`/organizations/${membership.slug}/keys`, 'joined') : gone();
  };

  const recovery = async (visit: RequestContext): Promise<SiteAnswer> => {
    const linkToken = visit.request.params['token']!;
    const user = await recoveries.find(linkToken);
    if (!user) return gone();
    return choosePassword(visit, linkToken, {
      path: recoveryPath(linkToken),
      title: 'Recover your account',
      lead: 'Choose a new password. A new second factor follows; the old ones end.',
      email: user.email,
    });
  };

  const secondFactor = async (visit: SessionContext): Promise<SiteAnswer> => {
    const { request, session, formToken: token } = visit;
    const show = async (fault?: string) =>
      SecondFactorPage({ ...(await signIn.enrollment(session)), token, fault });
    if (request.method === 'get') return page(await show());
    const confirmed = await signIn.confirmEnrollment(session, request.form.get('code') ?? '', fromOf(visit));
    if (confirmed === 'refused') return page(await show(WRONG_CODE), { status: 403 });
    return page(RecoveryCodesPage({ codes: confirmed.recoveryCodes }), {
      cookies: [sessionCookie(confirmed.token), deviceCookie(confirmed.device)],
    });
  };

  return (['get', 'post'] as const).flatMap((method) => [
    { method, path: '/invitations/:token', handle: doors.visitor(invitation) },
    { method, path: '/recoveries/:token', handle: doors.visitor(recovery) },
    { method, path: '/second-factor', handle: doors.enrolling(secondFactor) },
  ]);
}
