// Small parts of pages.
import type { ComponentChildren } from 'preact';
import { MIN_CHARACTERS, MAX_CHARACTERS } from '../../users/password-faults';

/** A form that changes something. */
export const Form = ({
  action,
  token,
  class: name,
  children,
}: {
  action: string;
  token: string;
  class?: string;
  children: ComponentChildren;
}) => (
  <form method="post" action={action} class={name}>
    <input type="hidden" name="form_token" value={token} />
    {children}
  </form>
);

/** A label, its control, and a sentence about what to put in. */
export const Field = ({
  id,
  label,
  hint,
  children,
}: {
  id: string;
  label: string;
  hint?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    {hint === undefined ? null : (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {children}
  </div>
);

interface EmailProps {
  value: string;
  autocomplete: 'username' | 'off';
  autoFocus?: boolean;
}

/** Of plain text with the keyboard for addresses: with the type of its own, browsers refuse names that are not ASCII. We judge it ourselves. */
export const EmailInput = ({ autoFocus = false, ...rest }: EmailProps) => (
  <input
    id="email"
    name="email"
    type="text"
    inputMode="email"
    autocapitalize="none"
    spellcheck={false}
    required
    maxLength={254}
    autoFocus={autoFocus}
    {...rest}
  />
);

/** What the form of a card is sent with. */
export const Submit = ({ children }: { children: ComponentChildren }) => (
  <button type="submit" class="primary wide">
    {children}
  </button>
);

/** Its rules are told before it is chosen. */
export const NewPassword = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <Field
    id="password"
    label="New password"
    hint={`${MIN_CHARACTERS} characters or more. A few words that do not belong together are easy to remember and hard to guess.`}
  >
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minLength={MIN_CHARACTERS}
      maxLength={MAX_CHARACTERS}
      aria-describedby="password-hint"
      autoFocus={autoFocus}
    />
  </Field>
);

/** The way on from a page where there is nothing to do. */
export const OpenSettings = () => (
  <p>
    <a class="button" href="/">
      Open the settings
    </a>
  </p>
);

export const Done = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="note good" role="status">
      {text}
    </p>
  );

export const Alert = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="note bad" role="alert">
      {text}
    </p>
  );

/** A button that only a script can serve is hidden until there is one. */
const CopyButton = ({ of, label = 'Copy' }: { of: string; label?: string }) => (
  <button type="button" data-copy={of} hidden>
    {label}
  </button>
);

/** A text to be copied. */
export const Copyable = ({ id, label, text }: { id: string; label: string; text: string }) => (
  <div class="copyable">
    <p class="label" id={`${id}-label`}>
      {label}
    </p>
    <div class="box">
      <code id={id} tabIndex={0} role="textbox" aria-readonly="true" aria-labelledby={`${id}-label`}>
        {text}
      </code>
      <CopyButton of={id} />
    </div>
  </div>
);
