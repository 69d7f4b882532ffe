// 404 responses say which part of a request is unknown: the path, the record, or a part of it.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createTask } from '../../support/world';
import { control } from '../../support/worlds';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const ASSET = 'ca_00000000000000000000000000';
const DRAFT = 'pd_01km6eywkgeabtfdnk5hmw6krz';
const MILLBROOK = 'fac_01k808vjcneks9f5c457w3x0x2';
const messageOf = async (method: string, path: string, body?: unknown) => {
  const reply = await sandbox.client(method, path, { body });
  expect([reply.status, reply.body.error]).toEqual([404, 'not_found']);
  return reply.body.message as string;
};

it.each([
  [
    'GET',
    '/cyber-asset',
    'No operation has this path. Paths have no version prefix and no slash at their end.',
  ],
  ['GET', `/cyber-assets/${ASSET}`, 'No cyber asset of your organization has the id in the path.'],
  ['PATCH', `/cyber-assets/${ASSET}`, 'No cyber asset of your organization has the id in the path.'],
  ['DELETE', `/cyber-assets/${ASSET}`, 'No cyber asset of your organization has the id in the path.'],
  ['GET', '/control-centers/cc_1', 'No control center of your organization has the id in the path.'],
  ['GET', `/facilities/${ASSET}`, 'No facility of your organization has the id in the path.'],
  ['GET', '/tasks/%00%E2%80%AE', 'No task of your organization has the id in the path.'],
  [
    'GET',
    '/training-assignments/ta_1',
    'No training assignment of your organization has the id in the path.',
  ],
  ['GET', '/evidence/by-resource/ta_1', 'No record of your organization has the id in the path.'],
  [
    'GET',
    '/activity/by-resource-type/cyber-asset/ca_1',
    'No cyber asset of your organization has the id in the path.',
  ],
  ['GET', `/policy-documents/${DRAFT}/versions/latest`, `The policy document ${DRAFT} has no version.`],
  ['GET', `/policy-documents/${DRAFT}/versions/7`, `The policy document ${DRAFT} has no version 7.`],
  ['GET', `/policy-documents/${DRAFT}/versions/x`, 'The versionNumber in the path must be of type integer.'],
])('%s %s says: %s', async (method, path, message) => {
  expect(await messageOf(method, path, method === 'PATCH' ? {} : undefined)).toBe(message);
});

it('the 404 of an instance names the task and the day', async () => {
  const body = { status: 'open' };
  const single = await createTask(sandbox.client);
  expect(await messageOf('PUT', `/tasks/${single.id}/2030-01-31`, body)).toBe(
    `The task ${single.id} does not recur, so it has no instances.`,
  );
  const schedule = { title: 'Review', dueDate: '2030-01-31', recurrence: 'yearly' };
  const { id } = await create(sandbox.client, '/tasks', schedule);
  expect(await messageOf('PUT', `/tasks/${id}/2030-02-01`, body)).toBe(
    `The task ${id} has no instance that is due on 2030-02-01.`,
  );
});

it('the 404 of a facility that is not in scope names the assignment and the facility', async () => {
  const { data } = (await sandbox.client('GET', '/training-assignments?status=waived')).body;
  expect(await messageOf('DELETE', `/training-assignments/${data[0].id}/facilities/${MILLBROOK}`)).toBe(
    `The training assignment ${data[0].id} has no facility ${MILLBROOK} in its scope.`,
  );
});

it('the 404 of a world says how to find one', async () => {
  const { status, body } = await control(sandbox, 'PATCH', '/org_missing', { advance: 'P1D' });
  expect([status, body.message]).toEqual([
    404,
    'No world has the id in the path. List the worlds with GET /sandbox/worlds.',
  ]);
});
