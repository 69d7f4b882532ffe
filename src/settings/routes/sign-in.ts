// Sign-in and sign-out.
import type { SiteAnswer, SiteRoute } from '../http/message';
import type { SignIn } from '../../users/sign-in';
import type { From } from '../../users/user';
import { noticeIn, page, seeOther, withNotice } from '../answers';
import { DEVICE, deviceCookie, sessionCookie } from '../cookies';
import type { Guards } from '../guards';
import type { RequestContext } from '../visit';
import { limitedAnswer, limitedSentence } from '../limited';
import { nextOf, withNext } from '../next';
import { CodePage, SignInPage } from '../pages/sign-in';

export const fromOf = ({ request: { address, requestId, cookies } }: RequestContext): From => ({
  address,
  requestId,
  device: cookies[DEVICE],
});

/** One sentence for an unknown address and a wrong password: nobody learns who has an account. */
const REFUSED = 'This e-mail address and password do not belong together. Check both, and try again.';
const WRONG_CODE =
  'This code is wrong or was used already. Wait for the next one of your app, and try again.';

export function signInRoutes(
  doors: Guards,
  signIn: Pick<SignIn, 'withPassword' | 'withCode' | 'signOut'>,
): SiteRoute[] {
  async function withPassword(visit: RequestContext): Promise<SiteAnswer> {
    const { form, query } = visit.request;
    const next = nextOf(query.get('next'));
    const email = form.get('email') ?? '';
    const result = await signIn.withPassword(email, form.get('password') ?? '', fromOf(visit));
    const again = (fault: string) => SignInPage({ token: visit.formToken, next, email, fault });
    if (result === 'refused') return page(again(REFUSED), { status: 403 });
    if ('retryAfter' in result)
      return page(again(limitedSentence(result.retryAfter)), limitedAnswer(result.retryAfter));
    return seeOther(result.stage === 'enrollment' ? '/second-factor' : withNext('/sign-in/code', next), [
      await doors.begin(visit.request, result.token),
    ]);
  }

  return [
    {
      method: 'get',
      path: '/sign-in',
      handle: doors.visitor(async ({ request, formToken }) => {
        const next = nextOf(request.query.get('next'));
        if (await doors.userOf(request)) return seeOther(next);
        return page(SignInPage({ token: formToken, next, notice: noticeIn(request.query) }));
      }),
    },
    { method: 'post', path: '/sign-in', handle: doors.visitor(withPassword) },
    {
      method: 'get',
      path: '/sign-in/code',
      handle: doors.provingSecondFactor(({ request, formToken }) =>
        Promise.resolve(page(CodePage({ token: formToken, next: nextOf(request.query.get('next')) }))),
      ),
    },
    {
      method: 'post',
      path: '/sign-in/code',
      handle: doors.provingSecondFactor(async (visit) => {
        const next = nextOf(visit.request.query.get('next'));
        const result = await signIn.withCode(
          visit.session,
          visit.request.form.get('code') ?? '',
          fromOf(visit),
        );
        const again = (fault: string) => CodePage({ token: visit.formToken, next, fault });
        if (result === 'refused') return page(again(WRONG_CODE), { status: 403 });
        if ('retryAfter' in result)
          return page(again(limitedSentence(result.retryAfter)), limitedAnswer(result.retryAfter));
        return seeOther(next, [sessionCookie(result.token), deviceCookie(result.device)]);
      }),
    },
    {
      method: 'post',
      path: '/sign-out',
      handle: doors.user(async (visit) => {
        await signIn.signOut(visit.session, fromOf(visit));
        return { ...withNotice('/sign-in', 'signed-out'), cookies: [sessionCookie(undefined)] };
      }),
    },
  ];
}
