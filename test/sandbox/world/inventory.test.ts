// Facilities, cyber systems, and the lists and exports below a site. Planned and released operations share
// one inventory.
import { parse } from 'csv-parse/sync';
import type { Client } from '../../support/client';
import { QUOTED_CSV } from '../../support/assets';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  create,
  faultyFields,
  operationsOf,
  idsOf,
  itCreatesSimultaneously,
  itHonorsIfMatch,
  itKeepsRetriesSafe,
  itRejectsBodies,
  itReturns304,
  itReturns404ForUnknownIds,
  outcome,
  read,
  unique,
  unknownIds,
} from './promises';

let sandbox: Sandbox;
let center: string;
const send: Client = (...request) => sandbox.client(...request);
beforeAll(async () => {
  sandbox = await startSandbox();
  [center] = idsOf(await send('GET', '/control-centers')) as [string];
});
afterAll(() => sandbox.close());

const newFacility = (name = unique('Kestrel Ridge')) => create(send, '/facilities', { name });
const newSystem = (site: object, impact_rating = 'medium', name = unique('SCADA')) =>
  create(send, '/cyber-systems', { name, impact_rating, ...site });
const newAsset = (cyber_system_id: string, name = unique('RTU')) =>
  create(send, '/cyber-assets', { name, cyber_system_id, asset_type: 'hardware' });
/** Creates a facility with one system of this rating and one asset. */
async function newSite(impact_rating = 'medium') {
  const facility = await newFacility();
  const system = await newSystem({ facility_id: facility.id }, impact_rating);
  return { facility, system, asset: await newAsset(system.id) };
}

const BAD_NAMES: [string, unknown, string | undefined][] = [
  ['a null name', { name: null }, 'name'],
  ['a number as name', { name: 5 }, 'name'],
  ['a list as name', { name: ['x'] }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
  ['a name with white space at its end', { name: 'Ridge ' }, 'name'],
  ['a name with a line break', { name: 'Kestrel\nRidge' }, 'name'],
  ['a name with a bidirectional control', { name: 'Kestrel\u202eRidge' }, 'name'],
  ['a name with a lone surrogate', '{"name":"Ridge\\ud800x"}', 'name'],
  ['an unlisted field', { name: 'Ridge', city: 'Cedar' }, 'city'],
  ['an id', { name: 'Ridge', id: 'fac_mine' }, 'id'],
  ['a list instead of an object', [{ name: 'Ridge' }], undefined],
];

describe('createFacility', () => {
  it('returns 201 with the facility, which is at its Location and in the list', async () => {
    const name = unique('Kestrel Ridge');
    const reply = await send('POST', '/facilities', { body: { name } });
    expect([reply.status, reply.body]).toEqual([
      201,
      { id: expect.stringMatching(/^fac_/), name, organization_slug: 'cedar-valley' },
    ]);
    const location = reply.headers.get('location')!;
    expect(location).toBe(`/facilities/${reply.body.id}`);
    const found = await send('GET', location);
    expect([found.body, found.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
    expect((await read(send, '/facilities')).at(-1)).toEqual(reply.body);
  });

  it('stores a name unchanged, with emoji, separators and formulas', async () => {
    for (const name of ['🏭 Überlandwerk #1 / 2', '=1+1', "'; drop table facilities; --", 'x'.repeat(255)])
      expect((await newFacility(name)).name).toBe(name);
  });

  it('accepts the name of another facility, because the contract does not make it unique', async () => {
    const name = unique('Twin');
    expect((await newFacility(name)).id).not.toBe((await newFacility(name)).id);
  });

  itRejectsBodies(send, 'POST', () => '/facilities', [['no name', {}, 'name'], ...BAD_NAMES]);

  it('returns 400 invalid_json for a body that is not JSON or repeats a key', async () => {
    for (const body of ['{', '{"name":"a","name":"b"}'])
      expect(outcome(await send('POST', '/facilities', { body }))).toEqual([400, 'invalid_json']);
  });

  itCreatesSimultaneously(send, '/facilities', () => ({ name: unique('Race') }));

  itKeepsRetriesSafe(send, () => ({
    path: '/facilities',
    body: { name: unique('Retry') },
    other: { name: unique('Other') },
    count: async () => (await read(send, '/facilities')).length,
  }));

  it('is in the activity log, by the id of the API key', async () => {
    const { id, name } = await newFacility();
    const { body } = await send('GET', `/activity/by-resource-type/facility/${id}`);
    expect(body.data).toEqual([
      expect.objectContaining({ operation: 'created', resourceType: 'facility', resourceId: id }),
    ]);
    expect(body.data[0].changes).toContainEqual({ field: 'name', before: null, after: name });
    expect((await read(send, '/activity?resourceType=facility&limit=1')).data[0].resourceId).toBe(id);
  });
});

describe('updateFacility', () => {
  it('returns the whole record with the new name, and keeps the id', async () => {
    const facility = await newFacility();
    const name = unique('Renamed');
    const reply = await send('PATCH', `/facilities/${facility.id}`, { body: { name } });
    expect([reply.status, reply.body]).toEqual([200, { ...facility, name }]);
    expect(await read(send, `/facilities/${facility.id}`)).toEqual({ ...facility, name });
  });

  it('changes nothing for an empty object: the tag stays, and the log has no entry', async () => {
    const { id } = await newFacility();
    const { headers } = await send('GET', `/facilities/${id}`);
    const reply = await send('PATCH', `/facilities/${id}`, { body: {} });
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    expect(await operationsOf(send, 'facility', id)).toEqual(['created']);
  });

  it('is in the activity log with the name before and after', async () => {
    const facility = await newFacility();
    await send('PATCH', `/facilities/${facility.id}`, { body: { name: 'Ridge after' } });
    const { data } = await read(send, `/activity/by-resource-type/facility/${facility.id}`);
    expect(data[1]).toMatchObject({
      operation: 'updated',
      changes: [{ field: 'name', before: facility.name, after: 'Ridge after' }],
    });
  });

  it('checks the body before the path: 400 for a faulty body of an unknown id', async () => {
    expect((await send('PATCH', '/facilities/fac_missing', { body: { name: null } })).status).toBe(400);
  });

  itRejectsBodies(send, 'PATCH', () => '/facilities/fac_missing', BAD_NAMES);
  itReturns404ForUnknownIds(send, 'fac', 'PATCH', (id) => `/facilities/${id}`, { name: 'Ridge' });
  itHonorsIfMatch(send, 'PATCH', async () => ({
    path: `/facilities/${(await newFacility()).id}`,
    body: { name: unique('Changed') },
  }));
});

describe('deleteFacility', () => {
  it('returns 204 without a body; then the facility is 404 and no longer listed', async () => {
    const { id } = await newFacility();
    const reply = await send('DELETE', `/facilities/${id}`);
    expect([reply.status, reply.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'])
      expect((await send(method, `/facilities/${id}`)).status).toBe(404);
    expect((await send('GET', `/facilities/${id}/cyber-systems`)).status).toBe(404);
    expect(idsOf(await send('GET', '/facilities'))).not.toContain(id);
    expect(await operationsOf(send, 'facility', id)).toEqual(['created', 'deleted']);
  });

  it('returns 409 while the facility has systems, and 204 after they are deleted or moved', async () => {
    const { id } = await newFacility();
    const [first, second] = [await newSystem({ facility_id: id }), await newSystem({ facility_id: id })];
    const remove = () => send('DELETE', `/facilities/${id}`);
    expect(outcome(await remove())).toEqual([409, 'conflict']);
    expect((await send('GET', `/facilities/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/cyber-systems/${first.id}`)).status).toBe(204);
    expect((await remove()).status).toBe(409);
    await send('PATCH', `/cyber-systems/${second.id}`, { body: { control_center_id: center } });
    expect((await remove()).status).toBe(204);
  });

  it('checks If-Match before the systems: 412 for a stale tag, 409 for the current one', async () => {
    const { facility } = await newSite();
    const path = `/facilities/${facility.id}`;
    const tag = (await send('GET', path)).headers.get('etag')!;
    expect((await send('DELETE', path, { headers: { 'If-Match': '"stale"' } })).status).toBe(412);
    expect((await send('DELETE', path, { headers: { 'If-Match': tag } })).status).toBe(409);
  });

  it('returns 204 once and 404 otherwise for 12 simultaneous deletions', async () => {
    const { id } = await newFacility();
    const replies = await Promise.all(Array.from({ length: 12 }, () => send('DELETE', `/facilities/${id}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array(11).fill(404)]);
    expect(await operationsOf(send, 'facility', id)).toEqual(['created', 'deleted']);
  });

  itReturns404ForUnknownIds(send, 'fac', 'DELETE', (id) => `/facilities/${id}`);
  itHonorsIfMatch(send, 'DELETE', async () => ({ path: `/facilities/${(await newFacility()).id}` }));
});

const SITE_FAULTS: [string, object][] = [
  ['both sites', { facility_id: 'fac_x', control_center_id: 'cc_x' }],
  ['a null facility', { facility_id: null }],
  ['a number as facility', { facility_id: 7 }],
  ['an empty facility', { facility_id: '' }],
  ['an unlisted field', { facility_id: 'fac_x', site: 'x' }],
];

describe('createCyberSystem', () => {
  it('returns 201 with the system, which the released operations show', async () => {
    const facility = await newFacility();
    const body = { name: unique('SCADA'), impact_rating: 'low', facility_id: facility.id };
    const reply = await send('POST', '/cyber-systems', { body });
    expect([reply.status, reply.body]).toEqual([
      201,
      { id: expect.stringMatching(/^cs_/), ...body, organization_slug: 'cedar-valley' },
    ]);
    expect(reply.headers.get('location')).toBe(`/cyber-systems/${reply.body.id}`);
    const found = await send('GET', reply.headers.get('location')!);
    expect([found.body, found.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
    expect(await read(send, '/cyber-systems')).toContainEqual(reply.body);
    expect((await newAsset(reply.body.id)).impact_rating).toBe('low');
    expect(await operationsOf(send, 'cyber-system', reply.body.id)).toEqual(['created']);
  });

  it('creates a system at a control center, without a facility_id', async () => {
    const system = await newSystem({ control_center_id: center }, 'high');
    expect(system).not.toHaveProperty('facility_id');
    expect(system.control_center_id).toBe(center);
  });

  it.each(SITE_FAULTS)('returns 400 validation_error for %s', async (_what, site) => {
    const body = { name: 'SCADA', impact_rating: 'low', ...site };
    expect(outcome(await send('POST', '/cyber-systems', { body }))).toEqual([400, 'validation_error']);
  });

  itRejectsBodies(send, 'POST', () => '/cyber-systems', [
    ['neither site', { name: 'SCADA', impact_rating: 'low' }, undefined],
    ['no name', { impact_rating: 'low', control_center_id: 'cc_x' }, 'name'],
    ['no rating', { name: 'SCADA', control_center_id: 'cc_x' }, 'impact_rating'],
    [
      'an unknown rating',
      { name: 'SCADA', impact_rating: 'High', control_center_id: 'cc_x' },
      'impact_rating',
    ],
    ['a null rating', { name: 'SCADA', impact_rating: null, control_center_id: 'cc_x' }, 'impact_rating'],
  ]);

  it.each([
    ['facility_id', () => 'fac_01k00000000000000000000000'],
    ['facility_id', () => center],
    ['facility_id', () => "fac_'; --"],
    ['facility_id', () => '__proto__'],
    ['control_center_id', () => 'cc_01k00000000000000000000000'],
  ])('returns 400 invalid_reference for an unknown %s', async (field, id) => {
    const reply = await send('POST', '/cyber-systems', {
      body: { name: 'SCADA', impact_rating: 'low', [field]: id() },
    });
    expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    expect(reply.text).toContain(field);
  });

  it('returns 400 invalid_reference for a deleted facility', async () => {
    const { id } = await newFacility();
    await send('DELETE', `/facilities/${id}`);
    const body = { name: 'SCADA', impact_rating: 'low', facility_id: id };
    expect(outcome(await send('POST', '/cyber-systems', { body }))).toEqual([400, 'invalid_reference']);
  });

  itCreatesSimultaneously(send, '/cyber-systems', () => ({
    name: unique('Race'),
    impact_rating: 'low',
    control_center_id: center,
  }));

  itKeepsRetriesSafe(send, () => ({
    path: '/cyber-systems',
    body: { name: 'Retry', impact_rating: 'low', control_center_id: center },
    other: { name: 'Other', impact_rating: 'low', control_center_id: center },
    count: async () => (await read(send, '/cyber-systems')).length,
  }));
});

describe('updateCyberSystem', () => {
  const change = (id: string, body: unknown) => send('PATCH', `/cyber-systems/${id}`, { body });

  it('returns the whole record with the supplied fields changed', async () => {
    const { system } = await newSite();
    const name = unique('Renamed');
    const reply = await change(system.id, { name });
    expect([reply.status, reply.body]).toEqual([200, { ...system, name }]);
    expect(await read(send, `/cyber-systems/${system.id}`)).toEqual({ ...system, name });
    expect(await operationsOf(send, 'cyber-system', system.id)).toEqual(['created', 'updated']);
  });

  it('changes nothing for an empty object', async () => {
    const { system } = await newSite();
    const tag = (await send('GET', `/cyber-systems/${system.id}`)).headers.get('etag');
    const reply = await change(system.id, {});
    expect([reply.status, reply.body, reply.headers.get('etag')]).toEqual([200, system, tag]);
    expect(await operationsOf(send, 'cyber-system', system.id)).toEqual(['created']);
  });

  it('applies a new rating at once to every asset, and keeps the updated_at of the assets', async () => {
    const { system, asset } = await newSite('medium');
    const tag = (await send('GET', `/cyber-assets/${asset.id}`)).headers.get('etag');
    await change(system.id, { impact_rating: 'high' });
    const after = await send('GET', `/cyber-assets/${asset.id}`);
    expect(after.body).toEqual({ ...asset, impact_rating: 'high' });
    expect(after.headers.get('etag')).not.toBe(tag);
  });

  it('logs a new rating as an entry of each asset, with the rating before and after', async () => {
    const { system, asset } = await newSite('medium');
    await change(system.id, { impact_rating: 'high' });
    const { data } = await read(send, `/activity/by-resource-type/cyber-asset/${asset.id}`);
    expect(data).toHaveLength(2);
    expect(data[1].changes).toEqual([{ field: 'impact_rating', before: 'medium', after: 'high' }]);
  });

  it('moves the system with its assets from a facility to another one and to a control center', async () => {
    const { facility, system, asset } = await newSite();
    const target = await newFacility();
    const moved = await change(system.id, { facility_id: target.id });
    expect([moved.status, moved.body]).toEqual([200, { ...system, facility_id: target.id }]);
    expect(await read(send, `/facilities/${facility.id}/cyber-assets`)).toEqual([]);
    expect(idsOf(await send('GET', `/facilities/${target.id}/cyber-assets`))).toEqual([asset.id]);
    const { body } = await change(system.id, { control_center_id: center });
    expect([body.facility_id, body.control_center_id]).toEqual([undefined, center]);
    expect(await read(send, `/facilities/${target.id}/cyber-systems`)).toEqual([]);
    expect(idsOf(await send('GET', `/control-centers/${center}/cyber-assets`))).toContain(asset.id);
    const history = await operationsOf(send, 'cyber-system', system.id);
    expect(history).toEqual(['created', 'moved', 'moved']);
    expect((await change(system.id, { facility_id: facility.id })).body).toEqual(system);
  });

  it('returns 400 invalid_reference for an unknown site, and changes nothing', async () => {
    const { system } = await newSite();
    for (const site of [{ facility_id: 'fac_missing' }, { control_center_id: 'cc_missing' }]) {
      const reply = await change(system.id, { name: 'Changed', ...site });
      expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    }
    expect(await read(send, `/cyber-systems/${system.id}`)).toEqual(system);
  });

  it.each(SITE_FAULTS)('returns 400 validation_error for %s', async (_what, site) => {
    expect(outcome(await change('cs_missing', site))).toEqual([400, 'validation_error']);
  });

  it('checks the path before the references and the references before If-Match', async () => {
    const { system } = await newSite();
    for (const facility_id of ['fac_missing', 'x', 'cc_missing']) {
      expect((await change('cs_missing', { facility_id })).status).toBe(404);
      const reply = await send('PATCH', `/cyber-systems/${system.id}`, {
        body: { facility_id },
        headers: { 'If-Match': '"stale"' },
      });
      expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    }
  });

  itReturns404ForUnknownIds(send, 'cs', 'PATCH', (id) => `/cyber-systems/${id}`, { name: 'x' });
  itHonorsIfMatch(send, 'PATCH', async () => ({
    path: `/cyber-systems/${(await newSite()).system.id}`,
    body: { name: unique('Changed') },
  }));
});

describe('deleteCyberSystem', () => {
  it('returns 409 while the system has assets, and 204 after they are moved or deleted', async () => {
    const { facility, system, asset } = await newSite();
    const other = await newSystem({ facility_id: facility.id });
    const second = await newAsset(system.id);
    const remove = () => send('DELETE', `/cyber-systems/${system.id}`);
    expect(outcome(await remove())).toEqual([409, 'conflict']);
    await send('PATCH', `/cyber-assets/${asset.id}`, { body: { cyber_system_id: other.id } });
    expect((await remove()).status).toBe(409);
    await send('DELETE', `/cyber-assets/${second.id}`);
    const reply = await remove();
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect((await send('GET', `/cyber-systems/${system.id}`)).status).toBe(404);
    expect((await remove()).status).toBe(404);
    expect(idsOf(await send('GET', '/cyber-systems'))).not.toContain(system.id);
    expect(await operationsOf(send, 'cyber-system', system.id)).toEqual(['created', 'deleted']);
  });

  it('a released POST rejects the id of a deleted system', async () => {
    const system = await newSystem({ control_center_id: center });
    await send('DELETE', `/cyber-systems/${system.id}`);
    const body = { name: unique('RTU'), cyber_system_id: system.id, asset_type: 'hardware' };
    expect(outcome(await send('POST', '/cyber-assets', { body }))).toEqual([400, 'invalid_reference']);
  });

  itReturns404ForUnknownIds(send, 'cs', 'DELETE', (id) => `/cyber-systems/${id}`);
  itHonorsIfMatch(send, 'DELETE', async () => ({
    path: `/cyber-systems/${(await newSystem({ control_center_id: center })).id}`,
  }));
});

describe.each([
  ['getCyberSystemsByFacility', '/facilities', 'facility_id', 'fac'],
  ['getCyberSystemsByControlCenter', '/control-centers', 'control_center_id', 'cc'],
])('%s', (_operationId, sites, field, prefix) => {
  const site = async () => (prefix === 'cc' ? center : ((await newFacility()).id as string));

  it('returns the systems of the site and no others, in order of creation', async () => {
    const id = await site();
    const before = await read(send, `${sites}/${id}/cyber-systems`);
    const systems = [await newSystem({ [field]: id }), await newSystem({ [field]: id })];
    await newSystem({ facility_id: (await newFacility()).id });
    const { body } = await send('GET', `${sites}/${id}/cyber-systems`);
    expect(body).toEqual([...before, ...systems]);
    expect(new Set(body.map((system: Record<string, string>) => system[field]))).toEqual(new Set([id]));
  });

  it('agrees with the released list of all systems', async () => {
    const all = await read(send, '/cyber-systems');
    for (const id of idsOf(await send('GET', sites)))
      expect(await read(send, `${sites}/${id}/cyber-systems`)).toEqual(
        all.filter((system: Record<string, string>) => system[field] === id),
      );
  });

  it('returns 400 for a query parameter, because there are no filters and no pages', async () => {
    const reply = await send('GET', `${sites}/${await site()}/cyber-systems?limit=2`);
    expect([outcome(reply), faultyFields(reply)]).toEqual([[400, 'validation_error'], ['limit']]);
  });

  itReturns404ForUnknownIds(send, prefix, 'GET', (id) => `${sites}/${id}/cyber-systems`);
  itReturns304(send, async () => {
    const id = await site();
    return { path: `${sites}/${id}/cyber-systems`, change: () => newSystem({ [field]: id }) };
  });
});

it('getCyberSystemsByFacility returns an empty array for a facility without systems', async () => {
  const { id } = await newFacility();
  expect(await read(send, `/facilities/${id}/cyber-systems`)).toEqual([]);
  expect(await read(send, `/facilities/${id}/cyber-assets`)).toEqual([]);
});

describe.each([
  ['getCyberAssetsBySystem', '/cyber-systems', 'cs'],
  ['getCyberAssetsByFacility', '/facilities', 'fac'],
  ['getCyberAssetsByControlCenter', '/control-centers', 'cc'],
])('%s', (_operationId, parents, prefix) => {
  /** Creates two systems of different ratings, or one, below a parent. */
  async function parent() {
    const site = prefix === 'cc' ? { control_center_id: center } : { facility_id: (await newFacility()).id };
    const first = await newSystem(site, 'high');
    const second = prefix === 'cs' ? first : await newSystem(site, 'low');
    const id: string = prefix === 'cs' ? first.id : Object.values(site)[0];
    return { first, second, path: `${parents}/${id}/cyber-assets` };
  }

  it('returns the assets below and no others, each with its rating, in order of creation', async () => {
    const { first, second, path } = await parent();
    const before = await read(send, path);
    const one = await newAsset(second.id);
    const two = await newAsset(first.id);
    await newSite();
    const { body } = await send('GET', path);
    expect(body).toEqual([...before, one, two]);
    expect([one.impact_rating, two.impact_rating]).toEqual([second.impact_rating, 'high']);
  });

  it('shows released changes, moves and deletions at once', async () => {
    const { first, path } = await parent();
    const [kept, moved, deleted] = [
      await newAsset(first.id),
      await newAsset(first.id),
      await newAsset(first.id),
    ];
    await send('PATCH', `/cyber-assets/${kept.id}`, { body: { asset_type: 'software' } });
    await send('PATCH', `/cyber-assets/${moved.id}`, {
      body: { cyber_system_id: (await newSite()).system.id },
    });
    await send('DELETE', `/cyber-assets/${deleted.id}`);
    const { body } = await send('GET', path);
    expect(body.at(-1)).toMatchObject({ id: kept.id, asset_type: 'software' });
    expect(idsOf(await send('GET', path))).not.toEqual(expect.arrayContaining([moved.id]));
    expect(idsOf(await send('GET', path))).not.toEqual(expect.arrayContaining([deleted.id]));
  });

  itReturns404ForUnknownIds(send, prefix, 'GET', (id) => `${parents}/${id}/cyber-assets`);
  itReturns304(send, async () => {
    const { first, path } = await parent();
    return { path, change: () => newAsset(first.id) };
  });
});

const COMMON = ['id', 'name', 'asset_type', 'cyber_system_id', 'cyber_system_name', 'impact_rating'];

describe.each([
  ['exportCyberAssetsCsv', '/facilities', 'export', 'facility', ['high', 'medium']],
  ['exportLowCyberAssetsCsv', '/facilities', 'export-low', 'facility', ['low']],
  ['exportControlCenterCyberAssetsCsv', '/control-centers', 'export', 'control_center', ['high', 'medium']],
  ['exportControlCenterLowCyberAssetsCsv', '/control-centers', 'export-low', 'control_center', ['low']],
])('%s', (_operationId, sites, name, kind, ratings) => {
  const prefix = kind === 'facility' ? 'fac' : 'cc';
  const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });
  async function site() {
    if (kind === 'facility') return newFacility();
    return read(send, `/control-centers/${center}`);
  }

  it('returns one row for each asset of these ratings, in order of creation', async () => {
    const { id, name: siteName } = await site();
    const path = `${sites}/${id}/cyber-assets/${name}`;
    const before = rowsOf((await send('GET', path)).text).length;
    const expected = [];
    for (const rating of ['low', 'medium', 'high']) {
      const system = await newSystem({ [`${kind}_id`]: id }, rating);
      const asset = await newAsset(system.id);
      if (ratings.includes(rating))
        expected.push({
          id: asset.id,
          name: asset.name,
          asset_type: 'hardware',
          cyber_system_id: system.id,
          cyber_system_name: system.name,
          impact_rating: rating,
          [`${kind}_id`]: id,
          [`${kind}_name`]: siteName,
          created_at: asset.created_at,
          updated_at: asset.updated_at,
        });
    }
    const reply = await send('GET', path);
    expect([reply.status, rowsOf(reply.text).slice(before)]).toEqual([200, expected]);
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.csv"/);
    expect(reply.text).toMatch(QUOTED_CSV);
  });

  it('quotes names, keeps commas and quotes, and neutralizes formulas', async () => {
    const { id } = await site();
    const system = await newSystem({ [`${kind}_id`]: id }, ratings[0], unique('=SUM(A1)'));
    const asset = await newAsset(system.id, unique('+a "b", @c;-d'));
    const rows = rowsOf((await send('GET', `${sites}/${id}/cyber-assets/${name}`)).text);
    const row = rows.find((each) => each['id'] === asset.id)!;
    expect(row['cyber_system_name']).toBe(`'${system.name}`);
    expect(row['name']).toMatch(/^'\+a "b", ?'?@c;'-d /);
  });

  it('moves an asset between the files when the rating of its system changes', async () => {
    const { id } = await site();
    const system = await newSystem({ [`${kind}_id`]: id }, ratings[0]);
    const asset = await newAsset(system.id);
    const body = { impact_rating: ratings[0] === 'low' ? 'high' : 'low' };
    await send('PATCH', `/cyber-systems/${system.id}`, { body });
    expect((await send('GET', `${sites}/${id}/cyber-assets/${name}`)).text).not.toContain(asset.id);
    const other = name === 'export' ? 'export-low' : 'export';
    expect((await send('GET', `${sites}/${id}/cyber-assets/${other}`)).text).toContain(asset.id);
  });

  if (kind === 'facility')
    it('returns only the header row without such assets', async () => {
      const { id } = await site();
      const system = await newSystem({ facility_id: id }, ratings[0] === 'low' ? 'medium' : 'low');
      await newAsset(system.id);
      const { status, text } = await send('GET', `${sites}/${id}/cyber-assets/${name}`);
      expect([status, parse(text)]).toEqual([
        200,
        [[...COMMON, 'facility_id', 'facility_name', 'created_at', 'updated_at']],
      ]);
    });

  itReturns404ForUnknownIds(send, prefix, 'GET', (id) => `${sites}/${id}/cyber-assets/${name}`);
});

describe('the activity of an unknown resource', () => {
  it.each(unknownIds('fac'))('is 404 for %j', async (id) => {
    expect((await send('GET', `/activity/by-resource-type/facility/${id}`)).status).toBe(404);
  });
});
