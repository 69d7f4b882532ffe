// A mock answers about the record that the request names, and with what the request says of it, as the
// released operation will.
import { examples, isSuccess, objectsIn } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { ASSIGNMENT, ENGINEER, POLICIES_MODULE } from './walk-ids';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** Each record of a kind that an answer to GET shows. */
const shown = (prefix: string): string[] => [
  ...new Set(
    examples
      .filter((example) => isSuccess(example) && example.method === 'GET')
      .flatMap(({ value }) => objectsIn(value))
      .map(({ id }) => String(id))
      .filter((id) => id.startsWith(`${prefix}_`)),
  ),
];

const AUDITOR = 'usr_01k571hxkaedcvge0v6mrzybex';
const SUPERVISOR = 'usr_01k62kqz7ce2q9ja4kd0msp36m';
const INCIDENT_POLICY = 'pd_01kkg9yy7hfenan86sznkq9nnc';
const PHYSICAL_POLICY = 'pd_01kk0ec9e5efwrs46f3p8tpkr6';

const task = { title: 'Review the access list', status: 'in_progress', dueDate: '2026-12-01' };
const item = {
  userId: AUDITOR,
  resourceType: 'facility',
  resourceId: 'fac_01k808vjcneks9f5c457w3x0x2',
  accessLevel: 'read',
};

it.each([
  ['PATCH', '/users', 'usr', { phone: '+1 319 555 0199' }],
  ['PATCH', '/training-modules', 'tm', { completionIntervalDays: 91 }],
  ['PATCH', '/training-assignments', 'ta', { dueDate: '2026-12-24' }],
  ['PATCH', '/policy-documents', 'pd', { reviewDate: '2027-12-24' }],
  ['PATCH', '/facilities', 'fac', { name: 'Renamed' }],
  ['PATCH', '/cyber-systems', 'cs', { name: 'Renamed' }],
  ['PUT', '/tasks', 'tsk', task],
  ['PUT', '/access-control', 'ac', item],
])(
  '%s %s/{id} answers with each record that is shown, and with the change',
  async (method, path, prefix, body) => {
    const ids = shown(prefix);
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) {
      const before = (await sandbox.client('GET', `${path}/${prefix === 'pd' ? `${id}/with-sections` : id}`))
        .body as object;
      const { status, body: after } = await sandbox.client(method, `${path}/${id}`, { body });
      expect([id, status, after]).toEqual([id, 200, expect.objectContaining({ id, ...body })]);
      const kept = Object.fromEntries(
        Object.entries(after as object).filter(
          ([field]) =>
            !(field in body) && !/^(updated|notes|justification|recurrence|description)/.test(field),
        ),
      );
      if (method === 'PATCH') expect(before).toMatchObject(kept);
    }
  },
);

it('a PUT takes away what it leaves out', async () => {
  const { body } = await sandbox.client('PUT', '/tasks/tsk_01kk3yxhf2fef8fjcx00fb6sbr', {
    body: { title: 'Baseline', status: 'open' },
  });
  expect(body).toEqual({
    id: 'tsk_01kk3yxhf2fef8fjcx00fb6sbr',
    title: 'Baseline',
    status: 'open',
    recurrence: null,
    completedAt: null,
    createdAt: '2026-03-07T10:54:00.162Z',
    updatedAt: expect.any(String),
  });
});

it('a task or an instance that is completed says when, also where the request does not', async () => {
  const completedAt = '2026-03-27T14:05:00.000Z';
  for (const path of [
    '/tasks/tsk_01kk3yxhf2fef8fjcx00fb6sbr',
    '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4/2026-04-17',
    '/tasks/tsk_01kjs5f1j4fhwrqks8hfcb0c84/2027-01-29',
  ]) {
    const put = async (fields: object) =>
      (
        await sandbox.client('PUT', path, {
          body: { ...(path.includes('/2') ? {} : { title: 'Baseline' }), ...fields },
        })
      ).body as { completedAt: unknown; updatedAt?: string };
    const { completedAt: moment, updatedAt = moment } = await put({ status: 'complete' });
    expect([path, moment]).toEqual([path, expect.stringMatching(/^20/)]);
    expect(updatedAt).toBe(moment);
    expect(await put({ status: 'complete', completedAt: null })).toMatchObject({
      completedAt: expect.stringMatching(/^20/),
    });
    expect(await put({ status: 'complete', completedAt })).toMatchObject({ completedAt });
    expect(await put({ status: 'in_progress' })).toMatchObject({ completedAt: null });
  }
});

it('a moment that was sent without milliseconds is answered with them', async () => {
  const completedAt = '2026-04-01T10:00:00Z';
  for (const [method, path, body] of [
    ['POST', '/training-assignments/ta_01kk71xbtgfxx9tfnn15hq4eka/complete', { completedAt }],
    ['PUT', '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4', { title: 'Baseline', status: 'complete', completedAt }],
    ['PUT', '/tasks/tsk_01kjs5f1j4fhwrqks8hfcb0c84/2027-01-29', { status: 'complete', completedAt }],
  ] as const)
    expect((await sandbox.client(method, path, { body })).body).toMatchObject({
      ...body,
      completedAt: '2026-04-01T10:00:00.000Z',
    });
});

it('an instance of a task is that of the path', async () => {
  const { body } = await sandbox.client('PUT', '/tasks/tsk_01kjs5f1j4fhwrqks8hfcb0c84/2027-01-29', {
    body: { status: 'in_progress' },
  });
  expect(body).toEqual({
    parentTaskId: 'tsk_01kjs5f1j4fhwrqks8hfcb0c84',
    dueDate: '2027-01-29',
    status: 'in_progress',
    completedAt: null,
  });
});

it.each([
  ['submit', { id: PHYSICAL_POLICY, status: 'submitted' }],
  ['approve', { id: PHYSICAL_POLICY, status: 'approved' }],
  [
    'revert',
    {
      id: PHYSICAL_POLICY,
      status: 'draft',
      title: 'Physical Security of BES Cyber Systems Policy',
      createdAt: '2026-03-06T02:07:14.373Z',
    },
  ],
  ['log-pdf-export', { documentId: PHYSICAL_POLICY }],
])('%s of another document than the example’s is about that document', async (action, expected) => {
  expect((await sandbox.client('POST', `/policy-documents/${PHYSICAL_POLICY}/${action}`)).body).toMatchObject(
    expected,
  );
});

it('what a document lacks its revert does not bring', async () => {
  const { body } = await sandbox.client('POST', '/policy-documents/pd_01kkqj6y65fjnsz9gcj8f6kcc2/revert');
  expect(body).toMatchObject({ title: 'Recovery Plans for BES Cyber Systems Policy', status: 'draft' });
  for (const field of ['reviewDate', 'submittedAt', 'submittedBy']) expect(body).not.toHaveProperty(field);
});

it('a completion has what was sent, and no score when none was', async () => {
  const other = 'ta_01kkazzx0kf5k976z07mtc13zk';
  const completedAt = '2026-05-05T10:00:00.000Z';
  expect(
    (
      await sandbox.client('POST', `/training-assignments/${ASSIGNMENT}/complete`, {
        body: { completedAt, score: 71 },
      })
    ).body,
  ).toMatchObject({ id: ASSIGNMENT, completedAt, score: 71 });
  const { body } = await sandbox.client('POST', `/training-assignments/${other}/complete`, {
    body: { completedAt },
  });
  expect(body).toEqual({
    id: other,
    userId: AUDITOR,
    trainingModuleId: 'tm_01kkw8xrwze23szbcmec30rba8',
    status: 'complete',
    dueDate: '2026-04-10',
    completedAt,
  });
});

it.each([
  ['grant', SUPERVISOR, 'ac_01kkbhq5d2ew7bn6fs00f8kvw4', 'active'],
  ['revoke', AUDITOR, 'ac_01kjyyp1njfacrbhxzy5kfj5th', 'inactive'],
])('a %s answers with the user and the items that it names', async (action, userId, id, status) => {
  const { body } = await sandbox.client('POST', `/access-control/user/${userId}/${action}`, {
    body: { accessControlItemIds: [id] },
  });
  expect(body).toEqual({ userId, items: [expect.objectContaining({ id, userId, status })] });
});

it('facilities are added to those that the assignment has', async () => {
  const id = 'ta_01kka733nqe7zvevhwd3rbx2vm';
  const before = (await sandbox.client('GET', `/training-assignments/${id}/facilities`)).body
    .data as object[];
  const { body } = await sandbox.client('POST', `/training-assignments/${id}/facilities`, {
    body: { facilityIds: ['fac_01k7x1y1wheqnb8aespdpwb3nc'] },
  });
  expect(body).toEqual({
    trainingAssignmentId: id,
    facilities: [...before, { id: 'fac_01k7x1y1wheqnb8aespdpwb3nc', name: 'Prairie Sun Solar Plant' }],
  });
});

it('sections come in the order that the body asks for', async () => {
  const { body } = await sandbox.client('GET', `/policy-documents/${INCIDENT_POLICY}/with-sections`);
  const sectionIds = (body.sections as { id: string }[]).map(({ id }) => id).reverse();
  const reordered = await sandbox.client('PATCH', `/policy-documents/${INCIDENT_POLICY}/sections/reorder`, {
    body: { sectionIds },
  });
  expect(reordered.body.sections as object[]).toEqual(
    sectionIds.map((id, index) => expect.objectContaining({ id, position: index + 1 })),
  );
});

it.each([
  [
    '/tasks',
    { title: 'Alone' },
    { title: 'Alone', status: 'open', recurrence: null },
    ['assigneeId', 'dueDate', 'notes'],
  ],
  [
    '/users',
    { name: 'Ada Byron', email: 'ada.byron@cedar-valley.example', role: 'auditor' },
    { name: 'Ada Byron', role: 'auditor', phone: null, jobTitle: null },
    [],
  ],
  [
    '/cyber-systems',
    { name: 'CVPCC Phones', impact_rating: 'low', control_center_id: 'cc_01k7gxnap1f0gta20br5ty536r' },
    { name: 'CVPCC Phones', impact_rating: 'low', control_center_id: 'cc_01k7gxnap1f0gta20br5ty536r' },
    ['facility_id'],
  ],
  [
    '/evidence',
    {
      resourceId: POLICIES_MODULE.replace('tm_', 'tsk_'),
      resourceType: 'task',
      type: 'note',
      noteText: 'Seen.',
    },
    { type: 'note', noteText: 'Seen.' },
    ['fileId', 'url', 'description'],
  ],
])(
  'POST %s answers with the record that was sent, and without what was not',
  async (path, body, expected, absent) => {
    const made = await sandbox.client('POST', path, { body });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ ...body, ...expected })]);
    for (const field of absent) expect(made.body).not.toHaveProperty(field);
  },
);

it.each([1, 2, 5])('%i tasks at once are answered with as many', async (count) => {
  const tasks = Array.from({ length: count }, (_, index) => ({ title: `Task ${index}` }));
  const { body } = await sandbox.client('POST', '/tasks/bulk', { body: { tasks } });
  expect(body).toEqual({
    created: count,
    tasks: tasks.map(({ title }) => ({ id: expect.stringMatching(/^tsk_/), title, status: 'open' })),
  });
  expect(new Set((body.tasks as { id: string }[]).map(({ id }) => id)).size).toBe(count);
});

it('each version that the list of a document shows is found under its number', async () => {
  for (const id of [INCIDENT_POLICY, PHYSICAL_POLICY]) {
    const { data } = (await sandbox.client('GET', `/policy-documents/${id}/versions`)).body as {
      data: { versionNumber: number; documentId: string }[];
    };
    expect(data.map(({ documentId }) => documentId)).toEqual([id, id]);
    for (const version of data)
      expect(
        (await sandbox.client('GET', `/policy-documents/${id}/versions/${version.versionNumber}`)).body,
      ).toEqual(version);
    expect((await sandbox.client('GET', `/policy-documents/${id}/versions/latest`)).body).toEqual(data[0]);
  }
});

it('a list below a record has its records, and none of another’s', async () => {
  for (const id of [...shown('tsk'), ...shown('pd')]) {
    const { body } = await sandbox.client('GET', `/evidence/by-resource/${id}`);
    expect([
      id,
      body.total,
      (body.data as { resourceId: string }[]).every(({ resourceId }) => resourceId === id),
    ]).toEqual([id, body.data.length, true]);
  }
  const task = 'tsk_01kke6vk7zf3dbnq2yrxef4wqc';
  expect((await sandbox.client('GET', `/evidence/by-resource/${task}`)).body.total).toBe(1);
  expect(
    (await sandbox.client('GET', '/activity/by-resource-type/task/tsk_01kk3yxhf2fef8fjcx00fb6sbr')).body
      .total,
  ).toBe(1);
  for (const id of shown('ta')) {
    const { facilities } = (await sandbox.client('GET', `/training-assignments/${id}`)).body as {
      facilities: object[];
    };
    expect((await sandbox.client('GET', `/training-assignments/${id}/facilities`)).body).toEqual({
      data: facilities,
      total: facilities.length,
    });
  }
});

it('the items of a user are those that the list of items shows as active', async () => {
  const { data } = (await sandbox.client('GET', '/access-control?status=active')).body as {
    data: { id: string; userId: string }[];
  };
  for (const userId of shown('usr')) {
    expect((await sandbox.client('GET', `/access-control/user/${userId}`)).body.data).toEqual(
      data.filter((each) => each.userId === userId).map(({ id }) => id),
    );
  }
});

it.each([
  ['facilities:read', true],
  ['cyber_assets:write', true],
  ['facilities:write', false],
  ['tasks:read', false],
])('the check of %s is about it, and says %s', async (permission, allowed) => {
  expect((await sandbox.client('GET', `/users/me/check-access?permission=${permission}`)).body).toEqual({
    permission,
    allowed,
  });
});

it('a record that no example shows is under the id of the path', async () => {
  expect((await sandbox.client('GET', '/tasks/tsk_of_mine')).body.id).toBe('tsk_of_mine');
});

it('an example that is asked for by its name is as it is written', async () => {
  const promote = examples.find(
    (example) => example.operationId === 'updateUser' && isSuccess(example) && example.name === 'promote',
  )!;
  const reply = await sandbox.client('PATCH', `/users/${AUDITOR}`, {
    body: { phone: '+1 319 555 0199' },
    headers: { Prefer: 'example=promote' },
  });
  expect(reply.body).toEqual(promote.value);
  expect(reply.body.id).toBe(ENGINEER);
});
