// One's own account, and the way from the front page to an organization.
import { notFound } from '../../errors';
import type { SiteRoute } from '../http/message';
import type { SignIn } from '../../users/sign-in';
import { noticeIn, page, seeOther, withNotice } from '../answers';
import type { Guards } from '../guards';
import { limitedAnswer, limitedSentence } from '../limited';
import { AccountPage } from '../pages/account';
import { NowherePage } from '../pages/refusals';
import { fromOf } from './sign-in';

export function accountRoutes(doors: Guards, signIn: Pick<SignIn, 'changePassword'>): SiteRoute[] {
  return [
    {
      method: 'get',
      path: '/',
      handle: doors.user((visit) => {
        const first = visit.memberships.find(({ role }) => role === 'admin') ?? visit.memberships[0];
        return Promise.resolve(
          first
            ? seeOther(`/organizations/${first.slug}/keys`)
            : page(NowherePage({ visit }), { status: 403 }),
        );
      }),
    },
    {
      method: 'get',
      path: '/account',
      handle: doors.user((visit) =>
        Promise.resolve(page(AccountPage({ visit, notice: noticeIn(visit.request.query) }))),
      ),
    },
    {
      method: 'post',
      path: '/account/password',
      handle: doors.user(async (visit) => {
        if (visit.session.provider !== null) throw notFound(); // its password is elsewhere
        const { form } = visit.request;
        const result = await signIn.changePassword(
          visit.session,
          form.get('old') ?? '',
          form.get('password') ?? '',
          fromOf(visit),
        );
        if (result === 'done') return withNotice('/account', 'password-changed');
        if (result === 'refused')
          return page(
            AccountPage({ visit, fault: 'Your present password is another one. Nothing was changed.' }),
            { status: 403 },
          );
        if ('fault' in result) return page(AccountPage({ visit, fault: result.fault }), { status: 400 });
        return page(
          AccountPage({ visit, fault: limitedSentence(result.retryAfter) }),
          limitedAnswer(result.retryAfter),
        );
      }),
    },
  ];
}
