// Components that several pages use: forms, fields, messages and times.
import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../users/passwords';

type FormProps = { action: string; token: string; class?: string; children: ComponentChildren };

/** A POST form with its token. */
export const Form = ({ action, token, class: name, children }: FormProps) => (
  <form method="post" action={action} class={name}>
    <input type="hidden" name="form_token" value={token} />
    {children}
  </form>
);

interface FieldProps {
  name: string;
  /** The name by default. */
  id?: string;
  label: string;
  hint?: string | undefined;
}

const describedBy = ({ id, hint }: { id: string; hint: string | undefined }) =>
  hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };

const Field = ({ id, label, hint, children }: Omit<FieldProps, 'name'> & { children: ComponentChildren }) => (
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

type Attributes = Omit<
  PartialInputHTMLAttributes<HTMLInputElement>,
  keyof FieldProps | 'role' | 'size' | 'type'
>;
type InputProps = FieldProps & Attributes & { type?: 'text' | 'password' | 'date' };

/** An input with its label. Its other attributes are those of the element. */
export const Input = ({ name, id = name, label, hint, type, ...attributes }: InputProps) => (
  <Field {...{ id, label, hint }}>
    <input
      id={id}
      name={name}
      type={type as 'text'} // for Preact's types, which know the roles of each type
      {...attributes}
      {...describedBy({ id, hint })}
    />
  </Field>
);

/** `problem`: why the day is invalid. The form shows it below its inputs, see Problem. */
export const DayInput = ({ problem, ...input }: InputProps & { problem: string | undefined }) => (
  <Input
    {...input}
    type="date"
    {...(problem === undefined
      ? {}
      : { 'aria-invalid': 'true', 'aria-describedby': `${input.name}-problem` })}
  />
);

/** `of`: the name of the input. */
export const Problem = ({ of: name, text }: { of: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p class="problem" id={`${name}-problem`} role="alert">
      {text}
    </p>
  );

interface SelectProps extends FieldProps {
  /** Values with their labels. */
  options: readonly (readonly [string, string])[];
  chosen?: string | null;
  autoFocus?: boolean;
}

export const Select = ({ name, label, hint, options, chosen, autoFocus = false }: SelectProps) => (
  <Field {...{ id: name, label, hint }}>
    <select id={name} name={name} {...describedBy({ id: name, hint })} autoFocus={autoFocus}>
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </Field>
);

/** Has the type `text`, because browsers reject names that are not ASCII in inputs of the type `email`. */
export const EmailInput = (props: Attributes) => (
  <Input
    name="email"
    label="E-mail address"
    type="text"
    inputMode="email"
    autocapitalize="none"
    spellcheck={false}
    required
    maxLength={254}
    {...props}
  />
);

export const CurrentPassword = (props: FieldProps & Attributes) => (
  <Input
    type="password"
    autocomplete="current-password"
    required
    maxLength={MAX_PASSWORD_CHARACTERS}
    {...props}
  />
);

export const NewPassword = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <Input
    name="password"
    label="New password"
    hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, for example several unrelated words.`}
    type="password"
    autocomplete="new-password"
    required
    minLength={MIN_PASSWORD_CHARACTERS}
    maxLength={MAX_PASSWORD_CHARACTERS}
    autoFocus={autoFocus}
  />
);

/** A code of an authenticator app, or a recovery code. */
export const CodeInput = (props: Attributes & { hint: string }) => (
  <Input name="code" label="Code" class="mono" autocomplete="one-time-code" required {...props} />
);

type ButtonProps = { text: string; class?: string };

export const Submit = ({ text, class: name = 'primary wide' }: ButtonProps) => (
  <button type="submit" class={name}>
    {text}
  </button>
);

type LinkProps = ButtonProps & { href: string; 'aria-label'?: string };

export const LinkButton = ({ text, class: name = '', ...attributes }: LinkProps) => (
  <a class={`button ${name}`.trim()} {...attributes}>
    {text}
  </a>
);

/** `cancel`: the path that `Cancel` opens. */
type ConfirmProps = { submit: string; cancel: string; isDangerous?: boolean };

export const SubmitOrCancel = ({ submit, cancel, isDangerous = false }: ConfirmProps) => (
  <div class="buttons">
    <Submit text={submit} class={isDangerous ? 'danger solid' : 'primary'} />
    <LinkButton text="Cancel" href={cancel} />
  </div>
);

type NoteProps = { text: string | undefined; class?: string; role?: 'alert' | 'status' };

export const Alert = ({ text, class: name = 'bad', role = 'alert' }: NoteProps) =>
  text === undefined ? null : (
    <p class={`note ${name}`} role={role}>
      {text}
    </p>
  );

export const Success = ({ text }: NoteProps) => <Alert text={text} class="good" role="status" />;

type FactProps = { name: string; children: ComponentChildren };

/** A row of a description list. */
export const Fact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
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
export const formatDate = (iso: string): string =>
  `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8, 10))}, ${iso.slice(0, 4)}`;

const formatTime = (iso: string): string => `${iso.slice(11, 16)} UTC`;

export const DateOnly = ({ iso, text = formatDate(iso) }: { iso: string; text?: string }) => (
  <time dateTime={iso} title={`${formatDate(iso)}, ${formatTime(iso)}`}>
    {text}
  </time>
);

export const DateAndTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso}>
    {formatDate(iso)}, {formatTime(iso)}
  </time>
);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in the largest unit that fits, as `3 days`. Returns undefined below a minute. */
export function formatSpan(milliseconds: number): string | undefined {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return undefined;
}

export function Ago({ iso, now }: { iso: string; now: number }) {
  const span = formatSpan(now - Date.parse(iso));
  return <DateOnly iso={iso} text={span === undefined ? 'just now' : `${span} ago`} />;
}
