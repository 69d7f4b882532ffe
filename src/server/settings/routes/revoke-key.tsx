// Revoking an API key, after a confirmation.
import { notFound } from '../../../base/errors';
import type { KeyListing } from '../../keys/key-rules';
import type { KeyStore } from '../../keys/store';
import { Form } from '../components';
import type { Guards } from '../guards';
import type { SiteRoute } from '../http/types';
import { shownKey } from '../../keys/format';
import { OrganizationPage } from '../layout';
import type { AdminContext } from '../request-context';
import { page, withNotice } from '../responses';
import { Buttons, KEYS, findWorkingKey, keysPath } from './new-key';

export function revokeKeyRoutes(guards: Guards, keys: KeyStore): SiteRoute[] {
  return [
    {
      method: 'get',
      path: `${KEYS}/:id/revoke`,
      handle: guards.admin(async (context) =>
        page(<RevokeKeyPage context={context} of={await findWorkingKey(keys, context)} />),
      ),
    },
    {
      method: 'post',
      path: `${KEYS}/:id/revoke`,
      handle: guards.admin(async (context) => {
        const { here, request, by } = context;
        if (!(await keys.revokeOf(here.organization, request.params['id']!, by))) throw notFound();
        return withNotice(keysPath(context), 'key-revoked');
      }),
    },
  ];
}

const RevokeKeyPage = ({ context, of: key }: { context: AdminContext; of: KeyListing }) => (
  <OrganizationPage title={`Revoke ${key.label}`} context={context} here={context.here} tab="keys">
    <section class="card form">
      <h1>Revoke “{key.label}”?</h1>
      <p>
        The API rejects <span class="mono">{shownKey(key)}</span> from the next request on. You cannot undo
        this. To replace a key without an interruption, rotate it instead.
      </p>
      <Form action={`${keysPath(context)}/${key.id}/revoke`} token={context.formToken}>
        <Buttons context={context} submit="Revoke the key" name="danger solid" />
      </Form>
    </section>
  </OrganizationPage>
);
