// Sign-in: the password, then the code; or by way of the organization's identity provider.
import { SLUG } from '../../organizations/slug';
import { MAX_CHARACTERS } from '../../users/password-faults';
import { withNext } from '../next';
import { CardPage } from './card-page';
import { EmailInput, Field, Form, Submit } from './parts';

interface SignInProps {
  token: string;
  next: string;
  email?: string;
  notice?: string | undefined;
  fault?: string | undefined;
}

export const SignInPage = ({ token, next, email = '', notice, fault }: SignInProps) => (
  <CardPage
    title="Sign in"
    notice={notice}
    fault={fault}
    foot={
      <>
        Accounts are by invitation. Ask an Organization Admin of your organization for one, or, if you cannot
        sign in, the operator of this server for a new link.
      </>
    }
  >
    <Form action={withNext('/sign-in', next)} token={token}>
      <Field id="email" label="E-mail address">
        <EmailInput autocomplete="username" value={email} autoFocus={email === ''} />
      </Field>
      <Field id="password" label="Password">
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxLength={MAX_CHARACTERS}
          autoFocus={email !== ''}
        />
      </Field>
      <Submit>Sign in</Submit>
    </Form>
    <p class="or">
      <span>or</span>
    </p>
    <a class="button wide" href={withNext('/sign-in/organization', next)}>
      Sign in with your organization
    </a>
  </CardPage>
);

export const ProviderPage = ({
  token,
  slug,
  next,
  fault,
}: {
  token: string;
  slug: string;
  next: string;
  fault?: string;
}) => (
  <CardPage
    title="Sign in with your organization"
    fault={fault}
    foot={<a href={withNext('/sign-in', next)}>Sign in with a password instead</a>}
  >
    <p>Your organization's own sign-in opens, and leads back here.</p>
    <Form action={withNext('/sign-in/organization', next)} token={token}>
      <Field
        id="slug"
        label="Short name of the organization"
        hint="As in the addresses of its pages, such as cedar-valley."
      >
        <input
          id="slug"
          name="slug"
          required
          {...SLUG}
          autocomplete="organization"
          autocapitalize="none"
          spellcheck={false}
          value={slug}
          autoFocus
        />
      </Field>
      <Submit>Continue</Submit>
    </Form>
  </CardPage>
);

export const CodePage = ({ token, next, fault }: { token: string; next: string; fault?: string }) => (
  <CardPage title="Enter your code" fault={fault} foot={<a href="/sign-in">Start again</a>}>
    <Form action={withNext('/sign-in/code', next)} token={token}>
      <Field
        id="code"
        label="Code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
      >
        <input
          id="code"
          name="code"
          class="mono"
          inputMode="text"
          autocomplete="one-time-code"
          required
          maxLength={40}
          aria-describedby="code-hint"
          autoFocus
        />
      </Field>
      <Submit>Continue</Submit>
    </Form>
  </CardPage>
);

export const SignInRefusedPage = ({ why }: { why: string }) => (
  <CardPage title="You are not signed in" fault={why}>
    <p>
      <a class="button wide" href="/sign-in">
        Try again
      </a>
    </p>
  </CardPage>
);
