// Verification of records: rows that were changed, added or removed directly in the database.
import { verifyLog } from '../../../src/app/inventory';
import { byOperator } from '../../../src/server/audit/entry';
import type { RecordFault } from '../../../src/server/audit/compare-records';
import { dropTriggers } from '../../support/activity';
import { newAsset } from '../../support/assets';
import { longestSliceOf } from '../../support/processor-time';
import { type TestServer, startTestServer } from '../../support/server';
import { repeatDuring } from '../../support/until';

const OPERATOR = byOperator('test');
const DAY = 86_400_000;

let test: TestServer;
let cedar: TestServer['cedar']['organization'];
let keyId: string;
let userId: string;
let invitationId: string;

const knex = () => test.inventory.database.knex;
const faults = async (): Promise<RecordFault[]> =>
  (await verifyLog(test.inventory, cedar.id, 'operator')).faults as RecordFault[];

/** Creates, changes, moves, deletes and imports records of each kind through the application. */
async function useAll(): Promise<void> {
  const { inventory, client } = test;
  const { body: asset } = await client('POST', '/cyber-assets', { body: newAsset({ name: 'Größe 1' }) });
  await client('PATCH', `/cyber-assets/${asset.id}`, {
    body: { name: 'GRÖSSE 2', cyber_system_id: 'cs_cedar_ems' },
  });
  await client('PATCH', `/cyber-assets/${asset.id}`, { body: { asset_type: 'software' } });
  const { body: gone } = await client('POST', '/cyber-assets', { body: newAsset() });
  await client('DELETE', `/cyber-assets/${gone.id}`);
  const row = { id: gone.id, name: 'again', cyber_system_id: 'cs_cedar_ems', asset_type: 'hardware' };
  await inventory.importer.run(cedar, {
    facilities: [{ id: 'fac_cedar_sun', name: 'Prairie Sun Solar Plant 2' }],
    cyber_systems: [
      { id: 'cs_cedar_solar', name: 'Plant', impact_rating: 'high', control_center_id: 'cc_cedar_primary' },
    ],
    cyber_assets: [row],
  });
  keyId = (await inventory.keys.list(cedar.id))[0]!.id;
  const rotation = {
    createdBy: 'test',
    expiresAt: new Date(Date.now() + DAY),
    environment: 'live',
    oldExpiresAt: new Date(),
  } as const;
  await inventory.keys.create(cedar.id, { ...rotation, label: 'short' });
  const short = (await inventory.keys.list(cedar.id)).find(({ label }) => label === 'short')!;
  await inventory.keys.rotate(cedar.id, short.id, rotation, OPERATOR);
  await inventory.keys.revokeKey(cedar.id, short.id, OPERATOR);
  const provider = {
    issuer: 'https://idp.example',
    clientId: 'inventory',
    clientSecretVariable: null,
    domains: ['a.example', 'b.example'],
  };
  await inventory.users.identityProviders.set(cedar.id, provider, OPERATOR);
  await addPeople();
}

async function addPeople(): Promise<void> {
  const { users } = test.inventory;
  const invite = (email: string, role: 'admin' | 'member') =>
    users.invitations.create(cedar.id, { email, role, invitedBy: 'test' }, OPERATOR);
  for (const [name, role] of [
    ['first', 'admin'],
    ['second', 'admin'],
    ['third', 'member'],
  ] as const) {
    const invited = (await invite(`${name}@cedar.example`, role)) as { id: string; token: string };
    const user = { id: `usr_${name}` as never, email: `${name}@cedar.example` };
    await test.inventory.database.write('operator', (transaction) =>
      users.accounts.insert(transaction, user, null),
    );
    expect(
      await users.invitations.accept(invited.token, { user, provider: null }, { requestId: 'req' }),
    ).toMatchObject({
      role,
    });
  }
  await users.memberships.setRole(cedar.id, 'usr_second' as never, 'member', OPERATOR);
  await users.memberships.remove(cedar.id, 'usr_third' as never, OPERATOR);
  const withdrawn = (await invite('never@cedar.example', 'member')) as { id: string };
  await users.invitations.withdraw(cedar.id, withdrawn.id, OPERATOR);
  await invite('open@cedar.example', 'member');
  userId = 'usr_second';
  invitationId = withdrawn.id;
}

beforeAll(async () => {
  test = await startTestServer();
  cedar = test.cedar.organization;
  await useAll();
});
afterAll(() => test.close());

it('records agree with the log after every kind of change', async () => {
  expect(await faults()).toEqual([]);
});

it('records agree with the log when an administrator of the organization reads them', async () => {
  expect((await verifyLog(test.inventory, cedar.id, 'settings')).faults).toEqual([]);
});

describe('verification finds a value that was changed directly in the database, by id and field', () => {
  it.each([
    ['organizations', 'organization', () => cedar.id, 'name', 'Other'],
    ['organizations', 'organization', () => cedar.id, 'slug', 'other-slug'],
    ['identity_providers', 'organization', () => cedar.id, 'issuer', 'https://idp.evil.example'],
    ['identity_providers', 'organization', () => cedar.id, 'client_id', 'other'],
    ['identity_providers', 'organization', () => cedar.id, 'domains', '["a.example","evil.example"]'],
    ['identity_providers', 'organization', () => cedar.id, 'domains', '["a.example, b.example"]'],
    ['facilities', 'facility', () => 'fac_cedar_sun', 'name', 'Other'],
    ['control_centers', 'control-center', () => 'cc_cedar_primary', 'name', 'Other'],
    ['cyber_systems', 'cyber-system', () => 'cs_cedar_ems', 'name', 'Other'],
    ['cyber_systems', 'cyber-system', () => 'cs_cedar_ems', 'impact_rating', 'low'],
    ['cyber_systems', 'cyber-system', () => 'cs_cedar_relays', 'facility_id', 'fac_cedar_sun'],
    ['cyber_assets', 'cyber-asset', () => 'ca_cedar_rtu', 'name', 'A-31337'],
    ['cyber_assets', 'cyber-asset', () => 'ca_cedar_rtu', 'name_key', 'a-31337'],
    ['cyber_assets', 'cyber-asset', () => 'ca_cedar_rtu', 'cyber_system_id', 'cs_cedar_ems'],
    ['cyber_assets', 'cyber-asset', () => 'ca_cedar_rtu', 'asset_type', 'software'],
    ['api_keys', 'api-key', () => keyId, 'label', 'Other'],
    ['api_keys', 'api-key', () => keyId, 'access', 'read_only'],
    ['api_keys', 'api-key', () => keyId, 'replaces', 'key_other'],
    ['api_keys', 'api-key', () => keyId, 'expires_at', '2099-01-01T00:00:00.000Z'],
    ['api_keys', 'api-key', () => keyId, 'revoked_at', '2026-01-01T00:00:00.000Z'],
    ['memberships', 'user', () => userId, 'role', 'admin'],
    ['users', 'user', () => userId, 'email', 'stranger@evil.example'],
    ['invitations', 'invitation', () => invitationId, 'role', 'admin'],
    ['invitations', 'invitation', () => invitationId, 'email', 'stranger@evil.example'],
    ['invitations', 'invitation', () => invitationId, 'expires_at', '2099-01-01T00:00:00.000Z'],
    ['invitations', 'invitation', () => invitationId, 'ended_at', null],
  ])('%s: %s', async (table, resourceType, id, field, value) => {
    const column = { memberships: 'user_id', identity_providers: 'organization_id' }[table] ?? 'id';
    const row = () => knex()(table).where(column, id());
    const before = await row().first();
    await row().update({ [field]: value });
    const found = await faults();
    await row().update({ [field]: before[field] });
    expect(found).toEqual([expect.objectContaining({ kind: 'changed', resourceType, id: id(), field })]);
    expect(found[0]!.message).toContain(`The ${field} of ${resourceType} ${id()} is `);
    expect(await faults()).toEqual([]);
  });
});

describe('verification finds a row that was added directly', () => {
  it.each([
    ['facilities', 'facility', { id: 'fac_planted', name: 'x' }],
    ['control_centers', 'control-center', { id: 'cc_planted', name: 'x' }],
    [
      'cyber_systems',
      'cyber-system',
      { id: 'cs_planted', name: 'x', impact_rating: 'low', facility_id: 'fac_cedar_sun' },
    ],
    [
      'cyber_assets',
      'cyber-asset',
      {
        id: 'ca_planted',
        name: 'x',
        name_key: 'x',
        cyber_system_id: 'cs_cedar_ems',
        asset_type: 'software',
        created_at: 'x',
        updated_at: 'x',
      },
    ],
    [
      'api_keys',
      'api-key',
      {
        id: 'key_planted',
        digest: 'x',
        prefix: 'x',
        label: 'x',
        created_by: 'x',
        created_at: 'x',
        expires_at: 'x',
      },
    ],
    ['memberships', 'user', { user_id: 'usr_third', role: 'admin', created_at: 'x' }],
    [
      'invitations',
      'invitation',
      {
        id: 'inv_planted',
        digest: 'x',
        email: 'x',
        role: 'admin',
        invited_by: 'x',
        created_at: 'x',
        expires_at: 'x',
      },
    ],
  ])('%s: %s', async (table, resourceType, row: Record<string, string>) => {
    const id = row['id'] ?? row['user_id']!;
    await knex()(table).insert({ organization_id: cedar.id, ...row });
    expect(await faults()).toEqual([expect.objectContaining({ kind: 'added', resourceType, id })]);
    await knex()(table)
      .where({ organization_id: cedar.id, [row['id'] === undefined ? 'user_id' : 'id']: id })
      .delete();
  });

  it('even after a caller has changed it', async () => {
    const row = {
      id: 'ca_planted',
      name: 'x',
      name_key: 'x',
      cyber_system_id: 'cs_cedar_ems',
      asset_type: 'software',
      created_at: '2026-01-31T08:15:30.123Z',
      updated_at: '2026-01-31T08:15:30.123Z',
    };
    await knex()('cyber_assets').insert({ organization_id: cedar.id, ...row });
    expect((await test.client('PATCH', '/cyber-assets/ca_planted', { body: { name: 'y' } })).status).toBe(
      200,
    );
    expect(await faults()).toEqual([expect.objectContaining({ kind: 'added', id: 'ca_planted' })]);
    await test.client('DELETE', '/cyber-assets/ca_planted');
  });
});

it('verification finds a row that was removed directly', async () => {
  const asset = () => knex()('cyber_assets').where('id', 'ca_cedar_rtu');
  const before = await asset().first();
  await asset().delete();
  expect(await faults()).toEqual([
    expect.objectContaining({ kind: 'removed', resourceType: 'cyber-asset', id: 'ca_cedar_rtu' }),
  ]);
  await knex()('cyber_assets').insert(before);
  expect(await faults()).toEqual([]);
});

it('verification compares page by page, finds a fault in any of 1,200 assets, and lists at most 20 faults', async () => {
  const cyber_assets = Array.from({ length: 1200 }, (_, index) => ({
    id: `ca_many_${String(index).padStart(4, '0')}`,
    name: `many ${index}`,
    cyber_system_id: 'cs_cedar_ems',
    asset_type: 'software',
  }));
  await test.inventory.importer.run(cedar, { cyber_assets });
  expect(await faults()).toEqual([]);
  for (const { id } of [0, 498, 499, 500, 999, 1000, 1199].map((index) => cyber_assets[index]!)) {
    const row = () => knex()('cyber_assets').where('id', id);
    const before = await row().first();
    await row().delete();
    expect(await faults()).toEqual([expect.objectContaining({ kind: 'removed', id })]);
    await knex()('cyber_assets').insert(before);
  }
  await knex()('cyber_assets').where('id', 'like', 'ca_many_%').update({ asset_type: 'hardware' });
  expect(await faults()).toHaveLength(20);
  await knex()('cyber_assets').where('id', 'like', 'ca_many_%').update({ asset_type: 'software' });
});

it('records agree with the log while callers write', async () => {
  const checks = (async () => {
    for (let check = 0; check < 3; check++) expect(await faults()).toEqual([]);
  })();
  const write = async () => {
    const { body } = await test.client('POST', '/cyber-assets', { body: newAsset() });
    await test.client('DELETE', `/cyber-assets/${body.id}`);
  };
  await Promise.all([repeatDuring(checks, write), repeatDuring(checks, write)]);
});

describe('verification of an altered entry', () => {
  it('does not block the process, whatever number the head has', async () => {
    await dropTriggers(knex());
    const head = () => knex()('activity_heads').where('organization_id', test.other.organization.id);
    await head().update({ sequence: 2_000_000_000 });
    await knex()('activity')
      .where({ organization_id: test.other.organization.id, sequence: 3 })
      .update({ description: 'x' });
    const longest = await longestSliceOf(async () => {
      const { fault } = await verifyLog(test.inventory, test.other.organization.id, 'operator');
      expect(fault).toMatchObject({ kind: 'altered', sequence: 3 });
    });
    expect(longest).toBeLessThan(500);
  }, 20_000);
});

it('verification reports an organization without entries as a fault', async () => {
  await knex()('organizations').insert({
    id: 'org_planted',
    slug: 'planted',
    name: 'Planted',
    created_at: new Date().toISOString(),
  });
  const { fault } = await verifyLog(test.inventory, 'org_planted' as never, 'operator');
  expect(fault).toMatchObject({
    kind: 'removed',
    sequence: 1,
    message: expect.stringContaining('The log has no entries.'),
  });
});
