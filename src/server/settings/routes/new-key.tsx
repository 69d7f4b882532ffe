// Creating an API key and showing it once, and the parts that the forms of a key share.
import { toDay, isDay, toLastTime, notADay } from '../../../base/day';
import {
  DEFAULT_DAYS,
  type KeyAccess,
  type LabelFault,
  MAX_DAYS,
  MAX_LABEL_CHARACTERS,
  MAX_LIFETIME_MILLISECONDS,
  readLabel,
} from '../../keys/key-rules';
import { AlreadyCreated } from '../../keys/store';
import { Copyable, formatDate, Form, Input, LinkButton, Select, SubmitOrCancel } from '../components';
import { get, type PageServices, post } from '../guards';
import { FormPage, pathTo } from '../layout';
import { page } from '../responses';
import type { AdminContext, SiteRoute } from '../site';

const KEYS = pathTo('keys');
const DAY = 86_400_000;
const LIFETIMES = [7, 30, 60, 90, 180, MAX_DAYS];

const LABEL_FAULTS: Record<LabelFault, string> = {
  empty: 'Enter a label that names the program that uses the key.',
  'too long': `The label is too long. Enter at most ${MAX_LABEL_CHARACTERS} characters.`,
  'not visible': 'The label contains invisible characters. Type it again.',
};

const ACCESS_CHOICES: Record<KeyAccess, string> = {
  read_only: 'Read',
  read_write: 'Read and change assets',
};

export function newKeyRoutes({ guards, keys, users: { memberships }, apiUrl }: PageServices): SiteRoute[] {
  async function show(context: AdminContext, fault?: string) {
    const { here, request, formToken } = context;
    const users = await memberships.users(here.organization);
    return page(
      <FormPage title="New API key" context={context} tab="keys" fault={fault} heading="New API key">
        <Form action={pathTo('keys', here)} token={formToken}>
          <Input
            name="label"
            label="Label"
            hint="The program that uses the key, for example “CMDB sync”."
            required
            maxLength={MAX_LABEL_CHARACTERS}
            value={request.form.get('label') ?? ''}
            autocomplete="off"
            autoFocus
          />
          <Select
            name="access"
            label="Access"
            hint="A key reads facilities, control centers and systems, and never changes them."
            options={Object.entries(ACCESS_CHOICES)}
            chosen={request.form.get('access') ?? 'read_write'}
          />
          <Select
            name="user"
            label="Acts for"
            hint="A key for a user has the role of the user, and ends with the user."
            options={[['', 'The program itself'], ...users.map(({ id, email }) => [id, email] as const)]}
            chosen={request.form.get('user')}
          />
          <ExpiryFields form={request.form} />
          <SubmitOrCancel submit="Create the key" cancel={pathTo('keys', here)} />
        </Form>
      </FormPage>,
      fault === undefined ? 200 : 400,
    );
  }

  async function create(context: AdminContext) {
    const { request, here, by } = context;
    const named = readLabel(request.form.get('label') ?? '');
    const access = request.form.get('access') ?? '';
    const expiry = expiryIn(request.form);
    const user = request.form.get('user') ?? '';
    if ('fault' in named) return show(context, LABEL_FAULTS[named.fault]);
    if (!Object.hasOwn(ACCESS_CHOICES, access)) return show(context, 'Choose what the key can do.');
    const users = user === '' ? [] : await memberships.users(here.organization);
    if (user !== '' && !users.some(({ id }) => id === user))
      return show(context, 'Choose for whom the key acts.');
    if ('fault' in expiry) return show(context, expiry.fault);
    const key = { ...toNewKey(context), ...named, access: access as KeyAccess, ...expiry };
    if (user !== '') key.createdBy = user;
    const shown = { label: named.label, apiUrl: apiUrl() };
    return showOnce(context, shown, () => keys.create(here.organization, key, by));
  }

  return [post(KEYS, guards.admin(create)), get(`${KEYS}/new`, guards.admin(show))];
}

/** Returns the last day within the maximum lifetime. */
const lastDay = (): string => toDay(Date.now() + (MAX_DAYS - 1) * DAY);

/** Returns when the new key expires: after a number of days, or at the end of a day. */
export function expiryIn(form: URLSearchParams): { expiresAt: Date } | { fault: string } {
  const now = Date.now();
  const chosen = form.get('expiry') ?? '';
  if (chosen !== 'date') {
    const days = Number(chosen);
    return LIFETIMES.includes(days)
      ? { expiresAt: new Date(now + days * DAY) }
      : { fault: 'Choose when the key expires.' };
  }
  const day = form.get('date') ?? '';
  if (day !== '' && !isDay(day)) return { fault: notADay(day) };
  const end = toLastTime(day);
  const left = end.getTime() - now;
  return left > 0 && left <= MAX_LIFETIME_MILLISECONDS
    ? { expiresAt: end }
    : { fault: `Choose a day from ${toDay(now)} to ${lastDay()}.` };
}

/** Returns the fields of every new key. The store recognizes a repeated submission by the form's token. */
export const toNewKey = ({ request, session }: AdminContext) => ({
  createdBy: session.user.email,
  environment: 'live' as const,
  submission: request.form.get('form_token')!,
});

/** The content of the page of a new key. `oldExpiry`: after a rotation, a sentence about the old key. */
type ShownKey = { label: string; apiUrl: string; oldExpiry?: string };

/** Creates a key and shows it. A repeated submission creates no second key. */
export async function showOnce(
  context: AdminContext,
  { label, apiUrl, oldExpiry }: ShownKey,
  create: () => Promise<string>,
) {
  try {
    const secret = await create();
    return page(
      <FormPage title="Your new key" context={context} tab="keys" heading={`Your new key: “${label}”`}>
        <p class="note warn">
          <strong>Copy the key now. It is shown only once.</strong> The server stores only a digest of it.
          Keep it in a secret store, not in code or e-mail.
        </p>
        <Copyable id="key" label="API key" text={secret} />
        <Copyable id="variable" label="Set a variable" text={`export API_KEY='${secret}'`} />
        <Copyable
          id="curl"
          label="Send a first request"
          text={`curl -H "X-API-Key: $API_KEY" ${apiUrl}/facilities`}
        />
        {oldExpiry === undefined ? null : <p>{oldExpiry}</p>}
        <LinkButton text="I have copied it" href={pathTo('keys', context.here)} class="primary" />
      </FormPage>,
    );
  } catch (error) {
    if (!(error instanceof AlreadyCreated)) throw error;
    return page(
      <FormPage
        title="Key already created"
        context={context}
        tab="keys"
        heading="This form has already created a key"
      >
        <p>
          The key was shown after the first submission, and cannot be shown again. If you did not copy it,
          revoke it in the list of keys. Then create another key.
        </p>
        <div class="buttons">
          <LinkButton text="Open the list of keys" href={pathTo('keys', context.here)} class="primary" />
          <LinkButton text="New key" href={`${pathTo('keys', context.here)}/new`} />
        </div>
      </FormPage>,
      409,
    );
  }
}

export function ExpiryFields({ label = 'Expires', form }: { label?: string; form: URLSearchParams }) {
  const now = Date.now();
  const inDays = (days: number) => `In ${days} days (${formatDate(toDay(now + days * DAY))})`;
  return (
    <div class="expiry">
      <Select
        name="expiry"
        label={label}
        hint={`The API then rejects requests with this key. The maximum is ${MAX_DAYS} days.`}
        options={[
          ...LIFETIMES.map((days) => [String(days), inDays(days)] as const),
          ['date', 'At the end of a day…'],
        ]}
        chosen={form.get('expiry') ?? String(DEFAULT_DAYS)}
      />
      <div class="on-date">
        <Input
          name="date"
          label="Day (UTC)"
          type="date"
          min={toDay(now)}
          max={lastDay()}
          value={form.get('date') ?? ''}
        />
      </div>
    </div>
  );
}
