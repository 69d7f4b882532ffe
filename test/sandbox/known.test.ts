// Planned operations know what the inventory has: a mock shows the record as it is read, and a path or a body
// that names nothing is refused as it will be.
import { type Sandbox, startSandbox } from '../support/sandbox';
import { ASSIGNMENT, BACKUP, FAIRVIEW, MILLBROOK, PRAIRIE_SUN, RTU, SCADA } from './walk-ids';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const call = (method: string, path: string, body?: object) =>
  sandbox.client(method, path, body ? { body } : {});

it.each([
  ['PATCH', '/facilities/fac_none', { name: 'Renamed' }],
  ['DELETE', '/facilities/fac_none', undefined],
  ['PATCH', '/cyber-systems/cs_none', { name: 'Renamed' }],
  ['DELETE', '/cyber-systems/cs_none', undefined],
])('%s %s is 404: the path names no record', async (method, path, body) => {
  expect((await call(method, path, body)).status).toBe(404);
});

it.each([
  ['GET', '/evidence/by-resource/ca_none'],
  ['GET', '/activity/by-resource-type/facility/fac_none'],
  ['GET', `/activity/by-resource-type/facility/${SCADA}`],
  ['DELETE', `/training-assignments/${ASSIGNMENT}/facilities/fac_none`],
  ['DELETE', `/training-assignments/${ASSIGNMENT}/facilities/${SCADA}`],
])('%s %s is 404: its last id names no such record', async (method, path) => {
  expect((await call(method, path)).status).toBe(404);
});

it.each([
  ['GET', `/evidence/by-resource/${RTU}`, 200],
  ['GET', `/activity/by-resource-type/facility/${MILLBROOK}`, 200],
  ['DELETE', `/training-assignments/${ASSIGNMENT}/facilities/${MILLBROOK}`, 204],
])('%s %s is %i: its last id names a record', async (method, path, status) => {
  expect((await call(method, path)).status).toBe(status);
});

it('importCyberAssets into a system that is not there is 404', async () => {
  const form = new FormData();
  form.append('file', new Blob(['name,asset_type\nSPARE,hardware\n'], { type: 'text/csv' }), 'assets.csv');
  expect(
    (await sandbox.client('POST', '/cyber-systems/cs_none/cyber-assets/import', { body: form })).status,
  ).toBe(404);
  expect(
    (await sandbox.client('POST', `/cyber-systems/${SCADA}/cyber-assets/import`, { body: form })).status,
  ).toBe(201);
});

it.each(['/facilities', '/cyber-systems'])(
  'PATCH %s/{id} without a change answers with each record as it is read',
  async (path) => {
    for (const record of (await call('GET', path)).body as { id: string }[])
      expect((await call('PATCH', `${path}/${record.id}`, {})).body).toEqual(record);
  },
);

it('updateCyberSystem moves each system to a control center, and then it is at no facility', async () => {
  for (const system of (await call('GET', '/cyber-systems')).body as { id: string }[]) {
    const { body } = await call('PATCH', `/cyber-systems/${system.id}`, { control_center_id: BACKUP });
    expect({ ...body, facility_id: undefined }).toEqual({
      ...system,
      facility_id: undefined,
      control_center_id: BACKUP,
    });
    expect(body).not.toHaveProperty('facility_id');
  }
});

it('updateCyberSystem moves each system to a facility, and then it is at no control center', async () => {
  for (const system of (await call('GET', '/cyber-systems')).body as { id: string }[]) {
    const { body } = await call('PATCH', `/cyber-systems/${system.id}`, { facility_id: MILLBROOK });
    expect({ ...body, control_center_id: undefined }).toEqual({
      ...system,
      control_center_id: undefined,
      facility_id: MILLBROOK,
    });
    expect(body).not.toHaveProperty('control_center_id');
  }
});

it.each([
  ['/facilities', { name: 'Sumner 138 kV Substation' }],
  ['/cyber-systems', { name: 'SUM138 SCADA', impact_rating: 'low', facility_id: MILLBROOK }],
])('what a POST to %s has made has the tag with which it was answered, and no other', async (path, body) => {
  const made = await call('POST', path, body);
  const change = async (ifMatch: string) =>
    (
      await sandbox.client('PATCH', `${path}/${made.body.id}`, {
        body: { name: 'Sumner' },
        headers: { 'If-Match': ifMatch },
      })
    ).status;
  expect([await change(made.headers.get('etag')!), await change('*'), await change('"other"')]).toEqual([
    200, 200, 412,
  ]);
  expect(
    (
      await sandbox.client('PATCH', `${path}/${path === '/facilities' ? 'fac' : 'cs'}_none`, {
        body: { name: 'Sumner' },
        headers: { 'If-Match': '*' },
      })
    ).status,
  ).toBe(404);
});

it.each([
  [
    'POST',
    '/access-control',
    { resourceType: 'cyber_asset', resourceId: RTU, accessLevel: 'read', userId: 'nobody' },
    'userId',
  ],
  [
    'POST',
    '/tasks',
    {
      title: 'Review',
      relatedResourceType: 'facility',
      relatedResourceId: MILLBROOK,
      dueDate: '2026-12-01',
      assigneeId: 'nobody',
    },
    'assigneeId',
  ],
])('%s %s blames the reference that names nothing, and none beside it', async (method, path, body, field) => {
  expect(await call(method, path, body)).toMatchObject({
    status: 400,
    body: { error: 'invalid_reference', details: [{ field }] },
  });
});

it('what a mock has made can be changed, and referred to', async () => {
  const { body: made } = await call('POST', '/facilities', { name: 'Sumner 138 kV Substation' });
  expect((await call('PATCH', `/facilities/${made.id}`, { name: 'Sumner Substation' })).body).toEqual({
    ...made,
    name: 'Sumner Substation',
  });
  expect((await call('DELETE', `/facilities/${made.id}`)).status).toBe(204);
  expect(
    (
      await call('POST', '/cyber-systems', {
        name: 'SUM138 SCADA',
        impact_rating: 'low',
        facility_id: made.id,
      })
    ).body,
  ).toMatchObject({ facility_id: made.id });
});

it.each([
  [
    'POST',
    '/cyber-systems',
    { name: 'SUM138 SCADA', impact_rating: 'low', facility_id: 'fac_none' },
    'facility_id',
  ],
  ['PATCH', `/cyber-systems/${SCADA}`, { control_center_id: 'cc_none' }, 'control_center_id'],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/facilities`,
    { facilityIds: [MILLBROOK, 'fac_none'] },
    'facilityIds.1',
  ],
  [
    'POST',
    '/evidence',
    { resourceId: 'ca_none', resourceType: 'cyber_asset', type: 'note', noteText: 'Seen.' },
    'resourceId',
  ],
  ['POST', '/training-assignments', { userId: SCADA, trainingModuleId: 'tm_1' }, 'userId'],
  ['PUT', '/tasks/tsk_1', { title: 'Baseline', status: 'open', assigneeId: 'nobody' }, 'assigneeId'],
  [
    'POST',
    '/cyber-systems',
    { name: 'SUM138 SCADA', impact_rating: 'low', facility_id: 'nonsense' },
    'facility_id',
  ],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/facilities`,
    { facilityIds: [MILLBROOK, SCADA] },
    'facilityIds.1',
  ],
  [
    'POST',
    '/evidence',
    { resourceId: SCADA, resourceType: 'cyber_asset', type: 'note', noteText: 'Seen.' },
    'resourceId',
  ],
  [
    'POST',
    '/evidence',
    { resourceId: RTU, resourceType: 'task', type: 'note', noteText: 'Seen.' },
    'resourceId',
  ],
  [
    'POST',
    '/tasks/bulk',
    {
      tasks: [
        { title: 'Review', dueDate: '2026-12-01', relatedResourceType: 'facility', relatedResourceId: SCADA },
      ],
    },
    'tasks.0.relatedResourceId',
  ],
])('%s %s with %j is 400, invalid_reference of %s', async (method, path, body, field) => {
  const answer = await call(method, path, body);
  expect([answer.status, answer.body.error, answer.body.details]).toEqual([
    400,
    'invalid_reference',
    [{ field, message: expect.stringContaining('names no record') }],
  ]);
});

it('POST /evidence takes an asset that was made a moment ago, and none that is gone', async () => {
  const { body: asset } = await call('POST', '/cyber-assets', {
    name: 'SUM138-RTU01',
    cyber_system_id: SCADA,
    asset_type: 'hardware',
  });
  const evidence = { resourceId: asset.id, resourceType: 'cyber_asset', type: 'note', noteText: 'Seen.' };
  expect((await call('POST', '/evidence', evidence)).body).toMatchObject(evidence);
  await call('DELETE', `/cyber-assets/${asset.id}`);
  expect((await call('POST', '/evidence', evidence)).body).toMatchObject({ error: 'invalid_reference' });
  expect((await call('POST', '/evidence', { ...evidence, resourceId: RTU })).status).toBe(201);
});

it('facilities that are added to an assignment have their names, each once', async () => {
  const [fairview, prairieSun] = [
    (await call('GET', `/facilities/${FAIRVIEW}`)).body,
    (await call('GET', `/facilities/${PRAIRIE_SUN}`)).body,
  ];
  const { body } = await call('POST', `/training-assignments/${ASSIGNMENT}/facilities`, {
    facilityIds: [FAIRVIEW, PRAIRIE_SUN, FAIRVIEW],
  });
  const added = (body.facilities as { id: string }[]).filter(
    ({ id }) => id === FAIRVIEW || id === PRAIRIE_SUN,
  );
  expect(added).toEqual([
    { id: FAIRVIEW, name: fairview.name },
    { id: PRAIRIE_SUN, name: prairieSun.name },
  ]);
});
