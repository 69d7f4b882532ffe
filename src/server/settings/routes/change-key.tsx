// Rotating an API key, after which the old and the new one work for some time, and revoking one.
import { notFound } from '../../../base/errors';
import { shownKey } from '../../keys/format';
import { ENDED, type KeyListing, getState } from '../../keys/key-rules';
import { formatDate, Form, Select, SubmitOrCancel } from '../components';
import { get, type PageServices, post } from '../guards';
import { FormPage, pathTo } from '../layout';
import { page, withNotice } from '../responses';
import type { AdminContext, SiteRoute } from '../site';
import { ExpiryFields, expiryIn, toNewKey, showOnce } from './new-key';

const KEY = `${pathTo('keys')}/:id`;
const HOUR = 3_600_000;

/** How long the old key remains valid after a rotation. */
const OVERLAPS = new Map([
  ['now', { label: 'Now', milliseconds: 0 }],
  ['1h', { label: 'In 1 hour', milliseconds: HOUR }],
  ['1d', { label: 'In 1 day', milliseconds: 24 * HOUR }],
  ['7d', { label: 'In 7 days', milliseconds: 7 * 24 * HOUR }],
  ['30d', { label: 'In 30 days', milliseconds: 30 * 24 * HOUR }],
]);

export function changeKeyRoutes({ guards, keys, apiUrl }: PageServices): SiteRoute[] {
  /** @throws ApiError `not_found`, also for a key of another organization. */
  async function find({ here, request }: AdminContext): Promise<KeyListing> {
    const key = await keys.find(here.organization, request.params['id']!);
    if (!key) throw notFound();
    return key;
  }

  /** @throws ApiError `not_found`, also for a key that has ended. */
  async function findWorking(context: AdminContext): Promise<KeyListing> {
    const key = await find(context);
    if (ENDED.includes(getState(key, Date.now()))) throw notFound();
    return key;
  }

  async function rotate(context: AdminContext) {
    const { request, here, by } = context;
    const old = await find(context);
    const expiry = expiryIn(request.form);
    const overlap = OVERLAPS.get(request.form.get('overlap') ?? '')?.milliseconds;
    if ('fault' in expiry) return rotationPage(context, old, expiry.fault);
    if (overlap === undefined) return rotationPage(context, old, 'Choose when the old key expires.');
    const oldExpiresAt = new Date(Math.min(Date.now() + overlap, Date.parse(old.expires_at)));
    const end = oldExpiresAt.toISOString();
    const oldExpiry =
      overlap === 0
        ? 'The old key no longer works.'
        : `The old key works until ${formatDate(end)}, ${end.slice(11, 16)} UTC.`;
    return showOnce(context, { label: old.label, apiUrl: apiUrl(), oldExpiry }, async () => {
      const rotation = { ...toNewKey(context), ...expiry, oldExpiresAt };
      const created = await keys.rotate(here.organization, old.id, rotation, by);
      if (!created) throw notFound();
      return created.secret;
    });
  }

  async function confirmRevocation(context: AdminContext) {
    const key = await findWorking(context);
    const list = pathTo('keys', context.here);
    return page(
      <FormPage title={`Revoke ${key.label}`} context={context} tab="keys" heading={`Revoke “${key.label}”?`}>
        <p>
          The API rejects <span class="mono">{shownKey(key)}</span> from the next request on. You cannot undo
          this. To replace a key without an interruption, rotate it instead.
        </p>
        <Form action={`${list}/${key.id}/revoke`} token={context.formToken}>
          <SubmitOrCancel submit="Revoke the key" cancel={list} isDangerous />
        </Form>
      </FormPage>,
    );
  }

  async function revoke({ here, request, by }: AdminContext) {
    if (!(await keys.revokeKey(here.organization, request.params['id']!, by))) throw notFound();
    return withNotice(pathTo('keys', here), 'key-revoked');
  }

  const showRotation = async (context: AdminContext) => rotationPage(context, await findWorking(context));

  return [
    get(`${KEY}/rotate`, guards.admin(showRotation)),
    post(`${KEY}/rotate`, guards.admin(rotate)),
    get(`${KEY}/revoke`, guards.admin(confirmRevocation)),
    post(`${KEY}/revoke`, guards.admin(revoke)),
  ];
}

function rotationPage(context: AdminContext, key: KeyListing, fault?: string) {
  const { form } = context.request;
  const list = pathTo('keys', context.here);
  const [title, heading] = [`Rotate ${key.label}`, `Rotate “${key.label}”`];
  return page(
    <FormPage title={title} context={context} tab="keys" fault={fault} heading={heading}>
      <p>
        A new key with the same label and access replaces <span class="mono">{shownKey(key)}</span>. Choose
        how long the old key remains valid, and configure the new key in your program before then.
      </p>
      <Form action={`${list}/${key.id}/rotate`} token={context.formToken}>
        <Select
          name="overlap"
          label="The old key expires"
          hint={`At the latest on ${formatDate(key.expires_at)}, its current expiry date.`}
          options={[...OVERLAPS].map(([value, { label }]) => [value, label])}
          chosen={form.get('overlap') ?? '1d'}
        />
        <ExpiryFields label="The new key expires" form={form} />
        <SubmitOrCancel submit="Rotate the key" cancel={list} />
      </Form>
    </FormPage>,
    fault === undefined ? 200 : 400,
  );
}
