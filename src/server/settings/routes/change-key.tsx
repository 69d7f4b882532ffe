// Rotating an API key, after which the old and the new one work for some time, and revoking one.
import { notFound } from '../../../base/errors';
import { shownKey } from '../../keys/format';
import { type KeyListing, stateOf } from '../../keys/key-rules';
import type { KeyStore } from '../../keys/store';
import { dateOf, Form, Select, SubmitOrCancel } from '../components';
import { type Guards, get, post } from '../guards';
import { FormPage, pathTo } from '../layout';
import { page, withNotice } from '../responses';
import type { AdminContext, SiteResponse, SiteRoute } from '../site';
import { ExpiryFields, expiryIn, newKeyOf, showOnce } from './new-key';

const KEY = `${pathTo('keys')}/:id`;
const HOUR = 3_600_000;

/** How long the old key remains valid after a rotation. */
const OVERLAPS: Record<string, { label: string; milliseconds: number }> = {
  now: { label: 'Now', milliseconds: 0 },
  '1h': { label: 'In 1 hour', milliseconds: HOUR },
  '1d': { label: 'In 1 day', milliseconds: 24 * HOUR },
  '7d': { label: 'In 7 days', milliseconds: 7 * 24 * HOUR },
  '30d': { label: 'In 30 days', milliseconds: 30 * 24 * HOUR },
};

export function changeKeyRoutes(guards: Guards, keys: KeyStore, apiUrl: () => string): SiteRoute[] {
  /** @throws ApiError `not_found`, also for a key of another organization. */
  async function find({ here, request }: AdminContext): Promise<KeyListing> {
    const key = await keys.find(here.organization, request.params['id']!);
    if (!key) throw notFound();
    return key;
  }

  /** @throws ApiError `not_found`, also for a key that has expired or was revoked. */
  async function findWorking(context: AdminContext): Promise<KeyListing> {
    const key = await find(context);
    if (['expired', 'revoked'].includes(stateOf(key, Date.now()))) throw notFound();
    return key;
  }

  async function rotate(context: AdminContext): Promise<SiteResponse> {
    const { request, here, by } = context;
    const now = Date.now();
    const old = await find(context);
    const expiry = expiryIn(request.form, now);
    const chosen = request.form.get('overlap') ?? '';
    const overlap = Object.hasOwn(OVERLAPS, chosen) ? OVERLAPS[chosen]?.milliseconds : undefined;
    const again = (fault: string) =>
      page(<RotateKeyPage context={context} now={now} of={old} fault={fault} />, { status: 400 });
    if ('fault' in expiry) return again(expiry.fault);
    if (overlap === undefined) return again('Choose when the old key expires.');
    const oldExpiresAt = new Date(Math.min(now + overlap, Date.parse(old.expires_at)));
    const end = oldExpiresAt.toISOString();
    const oldExpiry =
      overlap === 0
        ? 'The old key no longer works.'
        : `The old key works until ${dateOf(end)}, ${end.slice(11, 16)} UTC.`;
    const create = async () => {
      const rotation = { ...newKeyOf(context), ...expiry, oldExpiresAt };
      const created = await keys.rotate(here.organization, old.id, rotation, by);
      if (!created) throw notFound();
      return created.secret;
    };
    return showOnce(context, { label: old.label, apiUrl: apiUrl(), oldExpiry }, create);
  }

  async function revoke(context: AdminContext): Promise<SiteResponse> {
    const { here, request, by } = context;
    if (!(await keys.revokeOf(here.organization, request.params['id']!, by))) throw notFound();
    return withNotice(pathTo('keys', here), 'key-revoked');
  }

  return [
    get(
      `${KEY}/rotate`,
      guards.admin(async (context) =>
        page(<RotateKeyPage context={context} now={Date.now()} of={await findWorking(context)} />),
      ),
    ),
    post(`${KEY}/rotate`, guards.admin(rotate)),
    get(
      `${KEY}/revoke`,
      guards.admin(async (context) =>
        page(<RevokeKeyPage context={context} of={await findWorking(context)} />),
      ),
    ),
    post(`${KEY}/revoke`, guards.admin(revoke)),
  ];
}

type RotateKeyProps = { context: AdminContext; now: number; of: KeyListing; fault?: string };

const RotateKeyPage = ({ context, now, of: key, fault }: RotateKeyProps) => {
  const { form } = context.request;
  return (
    <FormPage
      title={`Rotate ${key.label}`}
      context={context}
      tab="keys"
      fault={fault}
      heading={`Rotate “${key.label}”`}
    >
      <p>
        A new key with the same label and access replaces <span class="mono">{shownKey(key)}</span>. Choose
        how long the old key remains valid, and configure the new key in your program before then.
      </p>
      <Form action={`${pathTo('keys', context.here)}/${key.id}/rotate`} token={context.formToken}>
        <Select
          name="overlap"
          label="The old key expires"
          hint={`At the latest on ${dateOf(key.expires_at)}, its current expiry date.`}
          options={Object.entries(OVERLAPS).map(([value, { label }]) => [value, label])}
          chosen={form.get('overlap') ?? '1d'}
        />
        <ExpiryFields label="The new key expires" now={now} form={form} />
        <SubmitOrCancel submit="Rotate the key" cancel={pathTo('keys', context.here)} />
      </Form>
    </FormPage>
  );
};

const RevokeKeyPage = ({ context, of: key }: { context: AdminContext; of: KeyListing }) => (
  <FormPage title={`Revoke ${key.label}`} context={context} tab="keys" heading={`Revoke “${key.label}”?`}>
    <p>
      The API rejects <span class="mono">{shownKey(key)}</span> from the next request on. You cannot undo
      this. To replace a key without an interruption, rotate it instead.
    </p>
    <Form action={`${pathTo('keys', context.here)}/${key.id}/revoke`} token={context.formToken}>
      <SubmitOrCancel submit="Revoke the key" cancel={pathTo('keys', context.here)} isDangerous />
    </Form>
  </FormPage>
);
