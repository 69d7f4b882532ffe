// Components that several pages use: forms, fields, messages and times.
import type { ComponentChildren } from 'preact';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../users/passwords';

/** A POST form with its token. */
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

/** Has the type `text`, because browsers reject names that are not ASCII in inputs of the type `email`. */
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

export const Submit = ({ children }: { children: ComponentChildren }) => (
  <button type="submit" class="primary wide">
    {children}
  </button>
);

export const NewPassword = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <Field
    id="password"
    label="New password"
    hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, for example several unrelated words.`}
  >
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minLength={MIN_PASSWORD_CHARACTERS}
      maxLength={MAX_PASSWORD_CHARACTERS}
      aria-describedby="password-hint"
      autoFocus={autoFocus}
    />
  </Field>
);

export const OpenSettings = () => (
  <p>
    <a class="button" href="/">
      Open settings
    </a>
  </p>
);

export const Success = ({ text }: { text: string | undefined }) =>
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

/** Text with a copy button. The script shows the button, because it does nothing without the script. */
export const Copyable = ({ id, label, text }: { id: string; label: string; text: string }) => (
  <div class="copyable">
    <p class="label" id={`${id}-label`}>
      {label}
    </p>
    <div class="box">
      <code id={id} tabIndex={0} role="textbox" aria-readonly="true" aria-labelledby={`${id}-label`}>
        {text}
      </code>
      <button type="button" data-copy={id} hidden>
        Copy
      </button>
    </div>
  </div>
);

// Times are in UTC.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a time as `Nov 21, 2026`. */
export const dateOf = (iso: string): string =>
  `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8, 10))}, ${iso.slice(0, 4)}`;

const timeOf = (iso: string): string => `${iso.slice(11, 16)} UTC`;

export const DateOnly = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={`${dateOf(iso)}, ${timeOf(iso)}`}>
    {dateOf(iso)}
  </time>
);

export const DateAndTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso}>
    {dateOf(iso)}, {timeOf(iso)}
  </time>
);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in the largest unit that fits, as `3 days`. Returns undefined below a minute. */
export function spanOf(milliseconds: number): string | undefined {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return undefined;
}

export function Ago({ iso, now }: { iso: string; now: number }) {
  const span = spanOf(now - Date.parse(iso));
  return (
    <time dateTime={iso} title={`${dateOf(iso)}, ${timeOf(iso)}`}>
      {span === undefined ? 'just now' : `${span} ago`}
    </time>
  );
}
