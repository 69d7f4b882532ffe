// Creating an API key and showing it once, and the parts that the other key pages share.
import { dayOf } from '../../../base/day';
import { ApiError, notFound } from '../../../base/errors';
import { DEFAULT_DAYS, type KeyListing, MAX_DAYS, MAX_LABEL_CHARACTERS } from '../../keys/key-rules';
import type { KeyStore } from '../../keys/store';
import { Copyable, Field, Form, dateOf } from '../components';
import type { Guards } from '../guards';
import type { SiteResponse, SiteRoute } from '../http/types';
import { ACCESS_CHOICES, LIFETIMES, accessIn, endOf, expiryIn, labelIn, lastDay, stateOf } from '../key-form';
import { OrganizationPage } from '../layout';
import type { AdminContext } from '../request-context';
import { page } from '../responses';

export const KEYS = '/organizations/:slug/keys';

export const keysPath = ({ here }: AdminContext): string => `/organizations/${here.slug}/keys`;

export function newKeyRoutes(guards: Guards, keys: KeyStore, apiUrl: () => string): SiteRoute[] {
  async function create(context: AdminContext): Promise<SiteResponse> {
    const { request, here, by } = context;
    const now = Date.now();
    const name = labelIn(request.form.get('label'));
    const access = accessIn(request.form.get('access'));
    const expiry = expiryIn(request.form, now);
    const again = (fault: string) =>
      page(<NewKeyPage context={context} now={now} fault={fault} />, { status: 400 });
    if ('fault' in name) return again(name.fault);
    if ('fault' in access) return again(access.fault);
    if ('fault' in expiry) return again(expiry.fault);
    return showOnce(context, name.label, apiUrl(), () =>
      keys.create(here.organization, { ...newKeyOf(context), label: name.label, ...access, ...expiry }, by),
    );
  }

  return [
    { method: 'post', path: KEYS, handle: guards.admin(create) },
    {
      method: 'get',
      path: `${KEYS}/new`,
      handle: guards.admin((context) => page(<NewKeyPage context={context} now={Date.now()} />)),
    },
  ];
}

/** Returns the fields of every new key. The store recognizes a repeated submission by the form's token. */
export const newKeyOf = ({ request, session }: AdminContext) => ({
  createdBy: session.user.email,
  environment: 'live' as const,
  submission: request.form.get('form_token')!,
});

/** @throws ApiError `not_found`, also for a key of another organization. */
export async function findKey(keys: KeyStore, { here, request }: AdminContext): Promise<KeyListing> {
  const key = await keys.find(here.organization, request.params['id']!);
  if (!key) throw notFound();
  return key;
}

/** @throws ApiError `not_found`, also for a key that has expired or was revoked. */
export async function findWorkingKey(keys: KeyStore, context: AdminContext): Promise<KeyListing> {
  const key = await findKey(keys, context);
  if (['expired', 'revoked'].includes(stateOf(key, Date.now()))) throw notFound();
  return key;
}

/** Creates a key and shows it. A repeated submission creates no second key. */
export async function showOnce(
  context: AdminContext,
  label: string,
  apiUrl: string,
  create: () => Promise<string>,
  oldExpiry?: string,
): Promise<SiteResponse> {
  try {
    const secret = await create();
    return page(
      <KeyCreatedPage
        context={context}
        label={label}
        secret={secret}
        apiUrl={apiUrl}
        oldExpiry={oldExpiry}
      />,
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict')
      return page(<AlreadyCreatedPage context={context} />, { status: 409 });
    throw error;
  }
}

type ExpiryProps = { label?: string; now: number; form: URLSearchParams };

export const ExpiryFields = ({ label = 'Expires', now, form }: ExpiryProps) => {
  const chosen = form.get('expiry') ?? String(DEFAULT_DAYS);
  return (
    <div class="expiry">
      <Field
        id="expiry"
        label={label}
        hint={`The API then rejects requests with this key. The maximum is ${MAX_DAYS} days.`}
      >
        <select id="expiry" name="expiry" aria-describedby="expiry-hint">
          {LIFETIMES.map((days) => (
            <option key={days} value={days} selected={chosen === String(days)}>
              {`In ${days} days (${dateOf(endOf(days, now).toISOString())})`}
            </option>
          ))}
          <option value="date" selected={chosen === 'date'}>
            At the end of a day…
          </option>
        </select>
      </Field>
      <div class="on-date">
        <Field id="date" label="Day (UTC)">
          <input
            id="date"
            name="date"
            type="date"
            min={dayOf(now)}
            max={lastDay(now)}
            value={form.get('date') ?? ''}
          />
        </Field>
      </div>
    </div>
  );
};

type ButtonsProps = { context: AdminContext; submit: string; name?: string };

export const Buttons = ({ context, submit, name = 'primary' }: ButtonsProps) => (
  <div class="buttons">
    <button type="submit" class={name}>
      {submit}
    </button>
    <a class="button" href={keysPath(context)}>
      Cancel
    </a>
  </div>
);

const NewKeyPage = ({ context, now, fault }: { context: AdminContext; now: number; fault?: string }) => {
  const { form } = context.request;
  return (
    <OrganizationPage title="New API key" context={context} here={context.here} tab="keys" fault={fault}>
      <section class="card form">
        <h1>New API key</h1>
        <Form action={keysPath(context)} token={context.formToken}>
          <Field id="label" label="Label" hint="The program that uses the key, for example “CMDB sync”.">
            <input
              id="label"
              name="label"
              required
              maxLength={MAX_LABEL_CHARACTERS}
              value={form.get('label') ?? ''}
              aria-describedby="label-hint"
              autocomplete="off"
              autoFocus
            />
          </Field>
          <Field
            id="access"
            label="Access"
            hint="A key reads facilities, control centers and systems, and never changes them."
          >
            <select id="access" name="access" aria-describedby="access-hint">
              {Object.entries(ACCESS_CHOICES).map(([value, label]) => (
                <option key={value} value={value} selected={value === (form.get('access') ?? 'read_write')}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <ExpiryFields now={now} form={form} />
          <Buttons context={context} submit="Create the key" />
        </Form>
      </section>
    </OrganizationPage>
  );
};

interface KeyCreatedProps {
  context: AdminContext;
  label: string;
  secret: string;
  apiUrl: string;
  /** After a rotation: a sentence about the old key. */
  oldExpiry: string | undefined;
}

const KeyCreatedPage = ({ context, label, secret, apiUrl, oldExpiry }: KeyCreatedProps) => (
  <OrganizationPage title="Your new key" context={context} here={context.here} tab="keys">
    <section class="card form">
      <h1>Your new key: “{label}”</h1>
      <p class="note warn">
        <strong>Copy the key now. It is shown only once.</strong> The server stores only a digest of it. Keep
        it in a secret store, not in code or e-mail.
      </p>
      <Copyable id="key" label="API key" text={secret} />
      <Copyable id="variable" label="Set a variable" text={`export API_KEY='${secret}'`} />
      <Copyable
        id="curl"
        label="Send a first request"
        text={`curl -H "X-API-Key: $API_KEY" ${apiUrl}/facilities`}
      />
      {oldExpiry === undefined ? null : <p>{oldExpiry}</p>}
      <a class="button primary" href={keysPath(context)}>
        I have copied it
      </a>
    </section>
  </OrganizationPage>
);

const AlreadyCreatedPage = ({ context }: { context: AdminContext }) => (
  <OrganizationPage title="Key already created" context={context} here={context.here} tab="keys">
    <section class="card form">
      <h1>This form has already created a key</h1>
      <p>
        The key was shown after the first submission, and cannot be shown again. If you did not copy it,
        revoke it in the list of keys. Then create another key.
      </p>
      <div class="buttons">
        <a class="button primary" href={keysPath(context)}>
          Open the list of keys
        </a>
        <a class="button" href={`${keysPath(context)}/new`}>
          New key
        </a>
      </div>
    </section>
  </OrganizationPage>
);
