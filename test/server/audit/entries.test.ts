// Activity entries of all kinds of changes, with the fields of the contract.
import type { ChainedEntry } from '../../../src/server/audit/chain';
import { activityOf } from '../../support/activity';
import { TIMESTAMP, newAsset } from '../../support/assets';
import { onPostgres } from '../../support/database';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
let keyId: string;
beforeAll(async () => {
  test = await startTestServer();
  keyId = (await test.inventory.keys.list(test.cedar.organization.id))[0]!.id;
});
afterAll(() => test.close());

/** Returns the entries that `work` appends to cedar's log. */
async function appended(work: () => Promise<unknown>): Promise<ChainedEntry[]> {
  const { length } = await activityOf(test, test.cedar);
  await work();
  return (await activityOf(test, test.cedar)).slice(length);
}

const byKey = () => ({
  id: expect.stringMatching(/^act_[0-9a-z]{26}$/),
  occurredAt: expect.stringMatching(TIMESTAMP),
  actorType: 'api_key',
  actorId: keyId,
  requestId: 'req-1',
  resourceType: 'cyber-asset',
});
const byOperator = (resourceType: string) => ({
  ...byKey(),
  actorType: 'operator',
  actorId: expect.stringMatching(/./),
  requestId: null,
  resourceType,
});
const headers = { 'X-Request-Id': 'req-1' };
const created = async (fields: object = {}): Promise<Record<string, string>> =>
  (await test.client('POST', '/cyber-assets', { body: newAsset({ ...fields }) })).body;
const patch = (id: string, body: unknown, more: Record<string, string> = {}) =>
  test.client('PATCH', `/cyber-assets/${id}`, { body, headers: { ...headers, ...more } });
const change = (field: string, before: string | null, after: string | null) => ({ field, before, after });
const import_ = (content: object, options = {}) =>
  test.inventory.importer.run(test.cedar.organization, content, options);

describe('a cyber asset', () => {
  it('that is created lists every given field and its rating', async () => {
    const body = newAsset({ name: 'MLB345-RTU01' });
    let id = '';
    const entries = await appended(
      async () => ({ id } = (await test.client('POST', '/cyber-assets', { body, headers })).body),
    );
    const changes = [
      change('name', null, 'MLB345-RTU01'),
      change('cyber_system_id', null, 'cs_cedar_relays'),
      change('asset_type', null, 'hardware'),
      change('impact_rating', null, 'medium'),
    ];
    expect(entries).toEqual([
      expect.objectContaining({
        ...byKey(),
        operation: 'created',
        resourceId: id,
        description: 'Created MLB345-RTU01.',
        changes,
      }),
    ]);
  });

  it('that is updated lists the old and new values of the changed fields', async () => {
    const { id, name } = await created();
    const entries = await appended(() => patch(id!, { name: `${name} renamed`, asset_type: 'hardware' }));
    expect(entries).toEqual([
      expect.objectContaining({
        ...byKey(),
        operation: 'updated',
        resourceId: id,
        description: `Updated ${name}.`,
        changes: [change('name', name!, `${name} renamed`)],
      }),
    ]);
  });

  it('has the time that the record shows, also when the asset moves', async () => {
    for (let count = 0; count < 5; count++) {
      let shown: string[] = [];
      const entries = await appended(async () => {
        const { id, created_at } = await created();
        const { body } = await patch(id!, { name: `${id} moved`, cyber_system_id: 'cs_cedar_ems' });
        shown = [created_at!, body.updated_at];
      });
      expect(entries.map(({ occurredAt }) => occurredAt)).toEqual(shown);
    }
  });

  it('that is updated to equal values has no entry', async () => {
    const { id, name } = await created();
    expect(await appended(() => patch(id!, { name }))).toEqual([]);
  });

  it('that is moved to another system lists the rating before and after', async () => {
    const { id, name } = await created();
    const entries = await appended(() =>
      patch(id!, { cyber_system_id: 'cs_cedar_ems', asset_type: 'software' }),
    );
    const changes = [
      change('cyber_system_id', 'cs_cedar_relays', 'cs_cedar_ems'),
      change('asset_type', 'hardware', 'software'),
      change('impact_rating', 'medium', 'high'),
    ];
    const description = `Moved ${name} from cedar Protection (medium) to cedar EMS/SCADA (high).`;
    expect(entries).toEqual([
      expect.objectContaining({ ...byKey(), operation: 'moved', resourceId: id, description, changes }),
    ]);
  });

  it('that is deleted lists every former field and its rating', async () => {
    const { id, name } = await created();
    const entries = await appended(() => test.client('DELETE', `/cyber-assets/${id}`, { headers }));
    const changes = [
      change('name', name!, null),
      change('cyber_system_id', 'cs_cedar_relays', null),
      change('asset_type', 'hardware', null),
      change('impact_rating', 'medium', null),
    ];
    expect(entries).toEqual([
      expect.objectContaining({
        ...byKey(),
        operation: 'deleted',
        resourceId: id,
        description: `Deleted ${name}.`,
        changes,
      }),
    ]);
  });
});

describe('an operator', () => {
  it('who imports records appends an entry for each new or changed record only', async () => {
    const relays = {
      id: 'cs_cedar_relays',
      name: 'cedar Protection',
      impact_rating: 'medium',
      facility_id: 'fac_cedar_millbrook',
    };
    const content = {
      facilities: [{ id: 'fac_yard', name: 'Yard' }],
      control_centers: [{ id: 'cc_backup', name: 'Backup' }],
      cyber_systems: [
        relays,
        { id: 'cs_yard', name: 'Yard Controls', impact_rating: 'low', facility_id: 'fac_yard' },
      ],
      cyber_assets: [
        { id: 'ca_cedar_rtu', name: 'cedar-RTU01', cyber_system_id: 'cs_yard', asset_type: 'hardware' },
        { id: 'ca_yard', name: 'YARD-RTU01', cyber_system_id: 'cs_yard', asset_type: 'hardware' },
      ],
    };
    const entries = await appended(() => import_(content));
    const imported = (resourceType: string, resourceId: string, changes: unknown) =>
      expect.objectContaining({ ...byOperator(resourceType), operation: 'imported', resourceId, changes });
    expect(entries).toEqual([
      imported('facility', 'fac_yard', [change('name', null, 'Yard')]),
      imported('control-center', 'cc_backup', [change('name', null, 'Backup')]),
      imported('cyber-system', 'cs_yard', [
        change('name', null, 'Yard Controls'),
        change('impact_rating', null, 'low'),
        change('facility_id', null, 'fac_yard'),
      ]),
      imported('cyber-asset', 'ca_cedar_rtu', [
        change('cyber_system_id', 'cs_cedar_relays', 'cs_yard'),
        change('impact_rating', 'medium', 'low'),
      ]),
      imported('cyber-asset', 'ca_yard', [
        change('name', null, 'YARD-RTU01'),
        change('cyber_system_id', null, 'cs_yard'),
        change('asset_type', null, 'hardware'),
        change('impact_rating', null, 'low'),
      ]),
    ]);
    expect(entries[3]!.description).toBe(
      'Moved cedar-RTU01 from cedar Protection (medium) to Yard Controls (low) by an import.',
    );
    expect(await appended(() => import_(content))).toEqual([]);
  });

  it('who imports another rating of a system appends an entry for each of its assets', async () => {
    const rated = async (impact_rating: string) => {
      const system = { id: 'cs_yard', name: 'Yard Controls', impact_rating, facility_id: 'fac_yard' };
      return appended(() => import_({ cyber_systems: [system] }));
    };
    const before = (await test.client('GET', '/cyber-assets/ca_yard')).body;
    const entries = await rated('medium');
    const about = (resourceId: string, description: string) =>
      expect.objectContaining({
        operation: 'imported',
        resourceId,
        description,
        changes: [change('impact_rating', 'low', 'medium')],
      });
    expect(entries).toEqual([
      about('cs_yard', 'Updated Yard Controls by an import.'),
      about('ca_cedar_rtu', 'Rated cedar-RTU01 from low to medium with Yard Controls by an import.'),
      about('ca_yard', 'Rated YARD-RTU01 from low to medium with Yard Controls by an import.'),
    ]);
    const after = { ...before, impact_rating: 'medium' };
    expect((await test.client('GET', '/cyber-assets/ca_yard')).body).toEqual(after);
    expect((await rated('low')).length).toBe(3);
  });

  it('who imports a rating and its assets appends one entry for each asset', async () => {
    const system = { id: 'cs_yard', name: 'Yard Controls', impact_rating: 'high', facility_id: 'fac_yard' };
    const assets = [
      { id: 'ca_yard', name: 'YARD-RTU02', cyber_system_id: 'cs_yard', asset_type: 'hardware' },
      { id: 'ca_cedar_rtu', name: 'cedar-RTU01', cyber_system_id: 'cs_yard', asset_type: 'hardware' },
    ];
    const entries = await appended(() => import_({ cyber_systems: [system], cyber_assets: assets }));
    expect(entries.map(({ resourceId, changes }) => [resourceId, changes])).toEqual([
      ['cs_yard', [change('impact_rating', 'low', 'high')]],
      ['ca_yard', [change('name', 'YARD-RTU01', 'YARD-RTU02'), change('impact_rating', 'low', 'high')]],
      ['ca_cedar_rtu', [change('impact_rating', 'low', 'high')]],
    ]);
  });

  it('who imports many records appends an entry for each to one chain', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({
      name: `many ${index}`,
      cyber_system_id: 'cs_cedar_ems',
      asset_type: 'software',
    }));
    const entries = await appended(() => import_({ cyber_assets: many }));
    expect(entries.map(({ changes }) => changes[0]!.after)).toEqual(many.map(({ name }) => name));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(450);
    entries
      .slice(1)
      .forEach(({ previousHash, sequence }, index) =>
        expect([sequence, previousHash]).toEqual([entries[index]!.sequence + 1, entries[index]!.hash]),
      );
  });

  it('who creates and revokes a key appends one entry each, without the key or its digest', async () => {
    const { keys } = test.inventory;
    const { id: organization } = test.cedar.organization;
    const expiresAt = new Date('2027-01-01T00:00:00.000Z');
    let secret = '';
    const [entry, ...others] = await appended(
      async () =>
        (secret = await keys.create(organization, {
          label: 'CMDB sync',
          createdBy: 'manager',
          expiresAt,
          environment: 'live',
        })),
    );
    const changes = [
      change('label', null, 'CMDB sync'),
      change('prefix', null, secret.slice(0, 13)),
      change('access', null, 'read_write'),
      change('created_by', null, 'manager'),
      change('expires_at', null, expiresAt.toISOString()),
    ];
    expect([entry, others]).toEqual([
      expect.objectContaining({ ...byOperator('api-key'), operation: 'created', changes }),
      [],
    ]);
    expect(JSON.stringify(entry)).not.toContain(secret.slice(13));

    const id = entry!.resourceId;
    const revoked = await appended(async () => [
      await keys.revoke(id),
      await keys.revoke(id),
      await keys.revoke('key_none'),
    ]);
    expect(revoked).toEqual([
      expect.objectContaining({
        ...byOperator('api-key'),
        operation: 'revoked',
        resourceId: id,
        changes: [{ field: 'revoked_at', before: null, after: expect.stringMatching(TIMESTAMP) }],
      }),
    ]);
  });

  it('who creates an organization appends the first entry of its log', async () => {
    const organization = (await test.inventory.organizations.create('new-power', 'New Power'))!;
    const changes = [change('slug', null, 'new-power'), change('name', null, 'New Power')];
    expect(await activityOf(test, { organization })).toEqual([
      expect.objectContaining({
        ...byOperator('organization'),
        operation: 'created',
        resourceId: organization.id,
        changes,
        sequence: 1,
      }),
    ]);
    expect(await test.inventory.organizations.create('new-power', 'Again')).toBeUndefined();
    expect(await activityOf(test, { organization })).toHaveLength(1);
  });
});

it('rejected, replayed, rehearsed and empty requests append no entry', async () => {
  const taken = await created();
  const { id } = await created();
  const once = { body: newAsset(), headers: { 'Idempotency-Key': 'once' } };
  expect(await appended(() => test.client('POST', '/cyber-assets', once))).toHaveLength(1);
  const statuses: number[] = [];
  const entries = await appended(async () => {
    const answers = [
      await test.client('POST', '/cyber-assets', once),
      await test.client('POST', '/cyber-assets', { body: newAsset({ name: taken['name'] }) }),
      await test.client('POST', '/cyber-assets', { body: newAsset({ cyber_system_id: 'cs_other_ems' }) }),
      await test.client('POST', '/cyber-assets', { body: {} }),
      await patch(id!, {}),
      await patch(id!, { name: taken['name'] }),
      await patch(id!, { name: 'stale' }, { 'If-Match': '"stale"' }),
      await patch('ca_other_rtu', { name: 'theirs' }),
      await test.client('DELETE', `/cyber-assets/${id}`, { headers: { 'If-Match': '"stale"' } }),
      await test.client('DELETE', '/cyber-assets/ca_missing'),
      await test.client('DELETE', `/cyber-assets/${id}`, { key: null }),
    ];
    statuses.push(...answers.map(({ status }) => status));
    await import_({ cyber_assets: [newAsset()] }, { dryRun: true });
    await import_({ cyber_assets: [newAsset({ cyber_system_id: 'cs_missing' })] }).catch(() => undefined);
    await test.inventory.keys.recordUse(test.cedar.organization.id, keyId, {
      at: new Date().toISOString(),
      counts: [{ day: '2026-01-31', operationId: 'getFacilities', requests: 1 }],
    });
  });
  expect(statuses).toEqual([201, 409, 400, 400, 200, 409, 412, 404, 412, 404, 401]);
  expect(entries).toEqual([]);
});

it('a change is rolled back when its entry cannot be written', async () => {
  const { knex } = test.inventory.database;
  const [head] = await knex('activity_heads').where('organization_id', test.cedar.organization.id);
  await knex.raw(
    onPostgres()
      ? `alter table activity add check (sequence <= ${head.sequence})`
      : `create trigger planted before insert on activity begin select raise(abort, 'planted'); end`,
  );
  const body = newAsset({ name: 'without an entry' });
  expect((await test.client('POST', '/cyber-assets', { body })).status).toBe(500);
  expect((await test.client('GET', '/cyber-assets')).text).not.toContain('without an entry');
});
