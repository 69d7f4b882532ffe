// The first steps of an account, and those after a recovery: a password, a second factor, recovery codes.
import { PRODUCT } from './document';
import { CardPage } from './card-page';
import { Copyable, Field, Form, NewPassword, Submit } from './parts';
import { QrCode } from './qr-code';

interface PasswordProps {
  title: string;
  /** Why the person is here. */
  lead: string;
  email: string;
  action: string;
  token: string;
  fault?: string | undefined;
}

export const ChoosePasswordPage = ({ title, lead, email, action, token, fault }: PasswordProps) => (
  <CardPage title={title} fault={fault}>
    <p>{lead}</p>
    <Form action={action} token={token}>
      <Field id="email" label="E-mail address">
        <input id="email" type="text" autocomplete="username" value={email} readOnly />
      </Field>
      <NewPassword autoFocus />
      <Submit>Continue</Submit>
    </Form>
  </CardPage>
);

export const SecondFactorPage = ({
  secret,
  uri,
  token,
  fault,
}: {
  secret: string;
  uri: string;
  token: string;
  fault?: string | undefined;
}) => (
  <CardPage title="Set up your authenticator app" fault={fault}>
    <p>
      Each sign-in asks for a code of an app on your phone, such as Google Authenticator, Microsoft
      Authenticator, 1Password or Aegis. Scan this with it:
    </p>
    <QrCode text={uri} />
    <details>
      <summary>Enter it by hand instead</summary>
      <Copyable id="secret" label="Key (time-based, 6 digits)" text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
    </details>
    <Form action="/second-factor" token={token}>
      <Field id="code" label="Code" hint="The six digits that the app shows now.">
        <input
          id="code"
          name="code"
          class="mono"
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={8}
          aria-describedby="code-hint"
        />
      </Field>
      <Submit>Finish</Submit>
    </Form>
  </CardPage>
);

export const RecoveryCodesPage = ({ codes }: { codes: string[] }) => (
  <CardPage title="Keep your recovery codes">
    <p>
      Each of these signs you in to {PRODUCT} once, when your phone is not at hand.{' '}
      <strong>They are shown this once.</strong> Keep them where you keep your passwords.
    </p>
    <Copyable id="codes" label="Recovery codes" text={codes.join('\n')} />
    <a class="button primary wide" href="/">
      I have kept them
    </a>
  </CardPage>
);
