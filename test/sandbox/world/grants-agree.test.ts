// Tests that the creation of an access control item, `check-access` and the operation agree, for every role, kind of
// resource and level.
import { contractDocument } from '../../../src/contract/document';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type Client } from '../../support/client';
import { create, createDocument, createFacility, read, unique } from '../../support/world';
import { createPerson, keyOf } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

const enumOf = (name: string): string[] => (contractDocument.components['schemas'] as any)[name].enum;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

interface Resource {
  permission: string;
  id: string;
  change: (client: Client) => Promise<{ status: number }>;
  remove?: () => Promise<unknown>;
}

const makeSystem = async (): Promise<any> => {
  const { id: facility_id } = await createFacility(sandbox.client);
  return create(sandbox.client, '/cyber-systems', { name: unique('S'), impact_rating: 'low', facility_id });
};
const patched = (permission: string, path: string, { id }: { id: string }, field = 'name'): Resource => ({
  ...{ permission, id },
  change: (client) => client('PATCH', `${path}/${id}`, { body: { [field]: unique('New') } }),
  remove: () => sandbox.client('DELETE', `${path}/${id}`),
});

/** Creates a resource of each kind. No operation changes or deletes a control center: it gets a system. */
const KINDS: Record<string, () => Promise<Resource>> = {
  facility: async () => patched('facilities:write', '/facilities', await createFacility(sandbox.client)),
  cyber_system: async () => patched('cyber_systems:write', '/cyber-systems', await makeSystem()),
  cyber_asset: async () => {
    const { id: cyber_system_id } = await makeSystem();
    const body = { name: unique('A'), asset_type: 'hardware', cyber_system_id };
    const asset = await create(sandbox.client, '/cyber-assets', body);
    return patched('cyber_assets:write', '/cyber-assets', asset);
  },
  policy_document: async () =>
    patched('policy_documents:write', '/policy-documents', await createDocument(sandbox.client), 'title'),
  async control_center() {
    const [{ id }] = await read(sandbox.client, '/control-centers');
    const body = () => ({ name: unique('S'), impact_rating: 'low', control_center_id: id });
    return {
      ...{ permission: 'cyber_systems:write', id },
      change: (client) => client('POST', '/cyber-systems', { body: body() }),
    };
  },
};

it('covers every kind of resource that an item can be on', () => {
  expect(Object.keys(KINDS).sort()).toEqual([...enumOf('AccessControlResourceType')].sort());
});

/** Returns what `check-access` and the operation say, which must be the same. */
async function mayChange(
  client: Client,
  kind: string,
  { permission, id, change }: Resource,
): Promise<boolean> {
  const query = `permission=${permission}&resourceType=${kind}&resourceId=${id}`;
  const { allowed } = await read(client, `/users/me/check-access?${query}`);
  const { status } = await change(client);
  expect([kind, allowed, status < 300 ? true : status]).toEqual([kind, allowed, allowed || 403]);
  return allowed;
}

const CASES = enumOf('UserRole').flatMap((role) =>
  Object.keys(KINDS).flatMap((kind) =>
    enumOf('AccessLevel').map((level): [string, string, string] => [level, kind, role]),
  ),
);

it.each(CASES)('a %s item on a %s for a %s has effect, or cannot be made', async (level, kind, role) => {
  const resource = await KINDS[kind]!();
  const { id: userId, client } = await createPerson(sandbox, role);
  const before = await mayChange(client, kind, resource);
  const item = { userId, resourceType: kind, resourceId: resource.id, accessLevel: level };
  const made = await sandbox.client('POST', '/access-control', { body: item });
  if (level === 'edit' && made.status !== 201) {
    expect([made.status, before]).toEqual([409, false]);
    // A former read item does not become one either.
    const { id } = await create(sandbox.client, '/access-control', { ...item, accessLevel: 'read' });
    const replaced = await sandbox.client('PUT', `/access-control/${id}`, { body: item });
    expect([replaced.status, await mayChange(client, kind, resource)]).toEqual([409, false]);
    return;
  }
  const grant = (step: string) =>
    sandbox.client('POST', `/access-control/user/${userId}/${step}`, {
      body: { accessControlItemIds: [made.body.id] },
    });
  expect(await mayChange(client, kind, resource)).toBe(before);
  expect((await grant('grant')).status).toBe(200);
  expect(await mayChange(client, kind, resource)).toBe(level === 'edit' || before);
  const readOnly = await keyOf(sandbox, userId, undefined, { access: 'read_only' });
  expect(await mayChange(readOnly.client, kind, resource)).toBe(false);
  await grant('revoke');
  expect(await mayChange(client, kind, resource)).toBe(before);
  if (!resource.remove) return;
  await resource.remove();
  expect((await grant('grant')).status).toBe(409);
});

it('an auditor loses the edit items of a former role, and none can be granted', async () => {
  const resource = await KINDS['facility']!();
  const { id: userId, client } = await createPerson(sandbox, 'contributor');
  const item = { userId, resourceType: 'facility', resourceId: resource.id, accessLevel: 'edit' };
  const { id } = await create(sandbox.client, '/access-control', item);
  const grant = () =>
    sandbox.client('POST', `/access-control/user/${userId}/grant`, { body: { accessControlItemIds: [id] } });
  await grant();
  expect(await mayChange(client, 'facility', resource)).toBe(true);
  await sandbox.client('PATCH', `/users/${userId}`, { body: { role: 'auditor' } });
  expect((await read(sandbox.client, `/access-control/${id}`)).status).toBe('inactive');
  expect([await mayChange(client, 'facility', resource), (await grant()).status]).toEqual([false, 409]);
});
