// Rotating an API key: a new key with the same label replaces it, and both work for some time.
import { notFound } from '../../../base/errors';
import type { KeyListing } from '../../keys/key-rules';
import type { KeyStore } from '../../keys/store';
import { Field, Form, dateOf } from '../components';
import type { Guards } from '../guards';
import type { SiteResponse, SiteRoute } from '../http/types';
import { shownKey } from '../../keys/format';
import { OVERLAPS, expiryIn } from '../key-form';
import { OrganizationPage } from '../layout';
import type { AdminContext } from '../request-context';
import { page } from '../responses';
import {
  Buttons,
  ExpiryFields,
  KEYS,
  findKey,
  findWorkingKey,
  keysPath,
  newKeyOf,
  showOnce,
} from './new-key';

export function rotateKeyRoutes(guards: Guards, keys: KeyStore, apiUrl: () => string): SiteRoute[] {
  async function rotate(context: AdminContext): Promise<SiteResponse> {
    const { request, here, by } = context;
    const now = Date.now();
    const old = await findKey(keys, context);
    const expiry = expiryIn(request.form, now);
    const chosen = request.form.get('overlap') ?? '';
    const overlap = Object.hasOwn(OVERLAPS, chosen) ? OVERLAPS[chosen] : undefined;
    const again = (fault: string) =>
      page(<RotateKeyPage context={context} now={now} of={old} fault={fault} />, { status: 400 });
    if ('fault' in expiry) return again(expiry.fault);
    if (!overlap) return again('Choose when the old key expires.');
    const oldExpiresAt = new Date(Math.min(now + overlap.milliseconds, Date.parse(old.expires_at)));
    const end = oldExpiresAt.toISOString();
    const oldExpiry =
      overlap.milliseconds === 0
        ? 'The old key no longer works.'
        : `The old key works until ${dateOf(end)}, ${end.slice(11, 16)} UTC.`;
    const create = async () => {
      const rotation = { ...newKeyOf(context), ...expiry, oldExpiresAt };
      const created = await keys.rotate(here.organization, old.id, rotation, by);
      if (!created) throw notFound();
      return created.secret;
    };
    return showOnce(context, old.label, apiUrl(), create, oldExpiry);
  }

  return [
    {
      method: 'get',
      path: `${KEYS}/:id/rotate`,
      handle: guards.admin(async (context) => {
        const key = await findWorkingKey(keys, context);
        return page(<RotateKeyPage context={context} now={Date.now()} of={key} />);
      }),
    },
    { method: 'post', path: `${KEYS}/:id/rotate`, handle: guards.admin(rotate) },
  ];
}

type RotateKeyProps = { context: AdminContext; now: number; of: KeyListing; fault?: string };

const RotateKeyPage = ({ context, now, of: key, fault }: RotateKeyProps) => {
  const { form } = context.request;
  return (
    <OrganizationPage
      title={`Rotate ${key.label}`}
      context={context}
      here={context.here}
      tab="keys"
      fault={fault}
    >
      <section class="card form">
        <h1>Rotate “{key.label}”</h1>
        <p>
          A new key with the same label and access replaces <span class="mono">{shownKey(key)}</span>. Choose
          how long the old key remains valid, and configure the new key in your program before then.
        </p>
        <Form action={`${keysPath(context)}/${key.id}/rotate`} token={context.formToken}>
          <Field
            id="overlap"
            label="The old key expires"
            hint={`At the latest on ${dateOf(key.expires_at)}, its current expiry date.`}
          >
            <select id="overlap" name="overlap" aria-describedby="overlap-hint">
              {Object.entries(OVERLAPS).map(([value, { label }]) => (
                <option key={value} value={value} selected={value === (form.get('overlap') ?? '1d')}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <ExpiryFields label="The new key expires" now={now} form={form} />
          <Buttons context={context} submit="Rotate the key" />
        </Form>
      </section>
    </OrganizationPage>
  );
};
