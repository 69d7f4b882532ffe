// Setting up the second factor after an invitation or a recovery: the app, then recovery codes.
import { encode } from 'uqr';
import { CodeInput, Copyable, Form, LinkButton, Submit } from '../components';
import { get, type PageServices, post } from '../guards';
import { CardPage, PRODUCT } from '../layout';
import { deviceCookie, page, sessionCookie } from '../responses';
import type { SessionContext, SiteRoute } from '../site';

const PATH = '/second-factor';
const WRONG_CODE =
  'The code is incorrect. Check that the time on your phone is correct, then enter the next code.';

export function secondFactorRoutes({ guards, signIn }: PageServices): SiteRoute[] {
  async function show({ session, formToken }: SessionContext, fault?: string) {
    const { secret, uri } = await signIn.enrollment(session);
    return page(
      <CardPage title="Set up your authenticator app" fault={fault}>
        <p>
          Each sign-in requires a code from an app on your phone, for example Google Authenticator, Microsoft
          Authenticator, 1Password or Aegis. Scan this code with the app:
        </p>
        <QrCode text={uri} />
        <details>
          <summary>Enter the key by hand instead</summary>
          <Copyable
            id="secret"
            label="Key (time-based, 6 digits)"
            text={secret.replace(/(.{4})(?=.)/g, '$1 ')}
          />
        </details>
        <Form action={PATH} token={formToken}>
          <CodeInput hint="The current six-digit code from the app." inputMode="numeric" maxLength={8} />
          <Submit text="Finish" />
        </Form>
      </CardPage>,
    );
  }

  async function confirm(context: SessionContext) {
    const code = context.request.form.get('code') ?? '';
    const confirmed = await signIn.confirmEnrollment(context.session, code, context.request);
    if (confirmed === 'rejected') return { ...(await show(context, WRONG_CODE)), status: 403 };
    return page(
      <CardPage title="Save your recovery codes">
        <p>
          Each code signs you in to {PRODUCT} once, if you do not have your phone.{' '}
          <strong>The codes are shown only once.</strong> Save them with your passwords.
        </p>
        <Copyable id="codes" label="Recovery codes" text={confirmed.recoveryCodes.join('\n')} />
        <LinkButton text="I have saved them" href="/" class="primary wide" />
      </CardPage>,
      200,
      [sessionCookie(confirmed.token), deviceCookie(confirmed.device)],
    );
  }

  return [get(PATH, guards.enrolling(show)), post(PATH, guards.enrolling(confirm))];
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
