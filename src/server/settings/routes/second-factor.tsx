// Setting up the second factor after an invitation or a recovery: the app, then recovery codes.
import { encode } from 'uqr';
import type { SignIn } from '../../users/sign-in/sign-in';
import { CodeInput, Copyable, Form, LinkButton, Submit } from '../components';
import { type Guards, get, post } from '../guards';
import { CardPage, PRODUCT } from '../layout';
import { clientOf, deviceCookie, page, sessionCookie } from '../responses';
import type { SessionContext, SiteResponse, SiteRoute } from '../site';

const PATH = '/second-factor';
const WRONG_CODE =
  'The code is incorrect. Check that the time on your phone is correct, then enter the next code.';

export function secondFactorRoutes(guards: Guards, signIn: SignIn): SiteRoute[] {
  const show = async ({ session, formToken }: SessionContext, fault?: string) => (
    <SecondFactorPage {...await signIn.enrollment(session)} token={formToken} fault={fault} />
  );

  async function confirm(context: SessionContext): Promise<SiteResponse> {
    const code = context.request.form.get('code') ?? '';
    const confirmed = await signIn.confirmEnrollment(context.session, code, clientOf(context.request));
    if (confirmed === 'rejected') return page(await show(context, WRONG_CODE), { status: 403 });
    return page(<RecoveryCodesPage codes={confirmed.recoveryCodes} />, {
      cookies: [sessionCookie(confirmed.token), deviceCookie(confirmed.device)],
    });
  }

  return [
    get(
      PATH,
      guards.enrolling(async (context) => page(await show(context))),
    ),
    post(PATH, guards.enrolling(confirm)),
  ];
}

/** Draws a QR code with one path. It is black on white in dark mode too, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}

interface SecondFactorProps {
  secret: string;
  /** The content of the QR code. */
  uri: string;
  token: string;
  fault: string | undefined;
}

const SecondFactorPage = ({ secret, uri, token, fault }: SecondFactorProps) => (
  <CardPage title="Set up your authenticator app" fault={fault}>
    <p>
      Each sign-in requires a code from an app on your phone, for example Google Authenticator, Microsoft
      Authenticator, 1Password or Aegis. Scan this code with the app:
    </p>
    <QrCode text={uri} />
    <details>
      <summary>Enter the key by hand instead</summary>
      <Copyable id="secret" label="Key (time-based, 6 digits)" text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
    </details>
    <Form action={PATH} token={token}>
      <CodeInput hint="The current six-digit code from the app." inputMode="numeric" maxLength={8} />
      <Submit text="Finish" />
    </Form>
  </CardPage>
);

const RecoveryCodesPage = ({ codes }: { codes: string[] }) => (
  <CardPage title="Save your recovery codes">
    <p>
      Each code signs you in to {PRODUCT} once, if you do not have your phone.{' '}
      <strong>The codes are shown only once.</strong> Save them with your passwords.
    </p>
    <Copyable id="codes" label="Recovery codes" text={codes.join('\n')} />
    <LinkButton text="I have saved them" href="/" class="primary wide" />
  </CardPage>
);
