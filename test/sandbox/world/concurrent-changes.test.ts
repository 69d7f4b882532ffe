// Tests that requests that arrive together, and so share a transaction, act as if they had come one after the other.
import sqlite3 from 'sqlite3';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createFacility, createTask, read, unique, uniqueEmail } from '../../support/world';
import { type TestWorld, createWorld } from '../../support/worlds';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox);
});
afterAll(() => sandbox.close());

type Sent = Parameters<TestWorld['client']>;
const together = async (...requests: Sent[]): Promise<number[]> =>
  (await Promise.all(requests.map((request) => world.client(...request)))).map(({ status }) => status).sort();
const times = (count: number, request: Sent): Sent[] => Array.from({ length: count }, () => request);

it('createUser returns 409 for all but one of the users with one e-mail address', async () => {
  const email = uniqueEmail();
  const body = { name: 'Casey', email, role: 'contributor' };
  expect(await together(...times(5, ['POST', '/users', { body }]))).toEqual([201, 409, 409, 409, 409]);
  const { data } = await read(world.client, '/users');
  expect(data.filter((user: { email: string }) => user.email === email)).toHaveLength(1);
});

it('updateTask returns 412 for all but one of the changes of one version', async () => {
  const { id } = await createTask(world.client);
  const { headers } = await world.client('GET', `/tasks/${id}`);
  const request: Sent = [
    'PUT',
    `/tasks/${id}`,
    { body: { title: unique('Patch'), status: 'open' }, headers: { 'If-Match': headers.get('etag')! } },
  ];
  expect(await together(...times(4, request))).toEqual([200, 412, 412, 412]);
});

it('deleteTask returns 404 for all but one of the deletions of one task', async () => {
  const { id } = await createTask(world.client);
  expect(await together(...times(3, ['DELETE', `/tasks/${id}`]))).toEqual([204, 404, 404]);
});

it('deleteFacility returns 409 for a facility with systems, beside requests that succeed', async () => {
  const { id } = await createFacility(world.client);
  await create(world.client, '/cyber-systems', {
    name: unique('Relays'),
    impact_rating: 'low',
    facility_id: id,
  });
  const task: Sent = ['POST', '/tasks', { body: { title: unique('Audit') } }];
  expect(await together(task, ['DELETE', `/facilities/${id}`], task)).toEqual([201, 201, 409]);
});

it('createTask saves tasks that arrive together with a few statements', async () => {
  const runs = jest.spyOn(sqlite3.Statement.prototype, 'run');
  const before = (await read(world.client, '/tasks')).total;
  runs.mockClear();
  const statuses = await together(...times(30, ['POST', '/tasks', { body: { title: unique('Walk') } }]));
  const count = runs.mock.calls.length;
  jest.restoreAllMocks();
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(count).toBeLessThan(30);
  expect((await read(world.client, '/tasks')).total).toBe(before + 30);
});
