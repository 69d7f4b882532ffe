// Making, rotating and revoking a key.
import { MAX_CHARACTERS, MAX_DAYS } from '../../keys/rules';
import type { KeyListing } from '../../keys/statements';
import type { AdminContext } from '../visit';
import { LIFETIMES, OVERLAPS, dayOf, endOf, lastDay, shown } from '../keys';
import { OrganizationPage } from './organization-page';
import { Field, Form } from './parts';
import { dateOf } from './times';

interface KeyFormProps {
  visit: AdminContext;
  now: number;
  fault?: string | undefined;
}

const keysPath = (visit: AdminContext): string => `/organizations/${visit.here.slug}/keys`;

function Expiry({
  label = 'Expires',
  now,
  chosen,
  date,
}: {
  label?: string;
  now: number;
  chosen: string;
  date: string;
}) {
  return (
    <div class="expiry">
      <Field
        id="expiry"
        label={label}
        hint={`Programs that still use the key then are refused. ${MAX_DAYS} days at most.`}
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
        <Field id="date" label="Day, in UTC">
          <input id="date" name="date" type="date" min={dayOf(now)} max={lastDay(now)} value={date} />
        </Field>
      </div>
    </div>
  );
}

const Buttons = ({
  visit,
  submit,
  name = 'primary',
}: {
  visit: AdminContext;
  submit: string;
  name?: string;
}) => (
  <div class="buttons">
    <button type="submit" class={name}>
      {submit}
    </button>
    <a class="button" href={keysPath(visit)}>
      Cancel
    </a>
  </div>
);

export const NewKeyPage = ({ visit, now, fault }: KeyFormProps) => {
  const { form } = visit.request;
  return (
    <OrganizationPage title="New API key" visit={visit} here={visit.here} tab="keys" fault={fault}>
      <section class="card form">
        <h1>New API key</h1>
        <Form action={keysPath(visit)} token={visit.formToken}>
          <Field id="label" label="Label" hint="The program that uses the key, such as “CMDB sync”.">
            <input
              id="label"
              name="label"
              required
              maxLength={MAX_CHARACTERS}
              value={form.get('label') ?? ''}
              aria-describedby="label-hint"
              autocomplete="off"
              autoFocus
            />
          </Field>
          <Expiry now={now} chosen={form.get('expiry') ?? String(MAX_DAYS)} date={form.get('date') ?? ''} />
          <Buttons visit={visit} submit="Make the key" />
        </Form>
      </section>
    </OrganizationPage>
  );
};

export const RotateKeyPage = ({ visit, now, fault, of: key }: KeyFormProps & { of: KeyListing }) => {
  const { form } = visit.request;
  return (
    <OrganizationPage title={`Rotate ${key.label}`} visit={visit} here={visit.here} tab="keys" fault={fault}>
      <section class="card form">
        <h1>Rotate “{key.label}”</h1>
        <p>
          You get a new key of the same label, and the old one, <span class="mono">{shown(key)}</span>, goes
          on for as long as you choose. Put the new key in place meanwhile.
        </p>
        <Form action={`${keysPath(visit)}/${key.id}/rotate`} token={visit.formToken}>
          <Field
            id="overlap"
            label="The old key expires"
            hint={`Never later than it would by itself, on ${dateOf(key.expires_at)}.`}
          >
            <select id="overlap" name="overlap" aria-describedby="overlap-hint">
              {Object.entries(OVERLAPS).map(([value, { label }]) => (
                <option key={value} value={value} selected={value === (form.get('overlap') ?? '1d')}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <Expiry
            label="The new key expires"
            now={now}
            chosen={form.get('expiry') ?? String(MAX_DAYS)}
            date={form.get('date') ?? ''}
          />
          <Buttons visit={visit} submit="Rotate the key" />
        </Form>
      </section>
    </OrganizationPage>
  );
};

export const RevokeKeyPage = ({ visit, of: key }: { visit: AdminContext; of: KeyListing }) => (
  <OrganizationPage title={`Revoke ${key.label}`} visit={visit} here={visit.here} tab="keys">
    <section class="card form">
      <h1>Revoke “{key.label}”?</h1>
      <p>
        The next request with <span class="mono">{shown(key)}</span> is refused. This cannot be undone. To
        replace a key without a break, rotate it instead.
      </p>
      <Form action={`${keysPath(visit)}/${key.id}/revoke`} token={visit.formToken}>
        <Buttons visit={visit} submit="Revoke the key" name="danger solid" />
      </Form>
    </section>
  </OrganizationPage>
);
