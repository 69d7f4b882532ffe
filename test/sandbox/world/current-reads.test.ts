// Tests that every change of a world shows in the next read, although the answers of reads are kept.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createFacility, createTask, read, unique, uploadFile } from '../../support/world';
import { type TestWorld, control, createWorld } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
beforeEach(async () => {
  world = await createWorld(sandbox, { now: '2026-03-02T08:00:00Z' });
});

const titles = async (query = ''): Promise<string[]> =>
  (await read(world.client, `/tasks${query}`)).data.map(({ title }: any) => title);
const setTime = (body: object) => control(sandbox, 'PATCH', `/${world.id}`, body);

it('getTasks shows a change of a task, under each filter', async () => {
  const { id, title } = await createTask(world.client);
  for (const query of ['', '?status=open', '?status=cancelled']) await titles(query);
  await world.client('PUT', `/tasks/${id}`, { body: { title: `${title}, changed`, status: 'cancelled' } });
  expect(await titles()).toContain(`${title}, changed`);
  expect(await titles('?status=open')).not.toContain(title);
  expect(await titles('?status=cancelled')).toContain(`${title}, changed`);
});

it('getTrainingAssignment shows the new name of a facility, which a released operation changed', async () => {
  const [facility, module, [user]] = await Promise.all([
    createFacility(world.client),
    create(world.client, '/training-modules', { title: unique('Badges') }),
    read(world.client, '/users').then(({ data }) => data),
  ]);
  const { id } = await create(world.client, '/training-assignments', {
    userId: user.id,
    trainingModuleId: module.id,
  });
  await world.client('POST', `/training-assignments/${id}/facilities`, {
    body: { facilityIds: [facility.id] },
  });
  const names = async () => (await read(world.client, `/training-assignments/${id}`)).facilities;
  expect(await names()).toEqual([{ id: facility.id, name: facility.name }]);
  await world.client('PATCH', `/facilities/${facility.id}`, { body: { name: 'Osprey' } });
  expect(await names()).toEqual([{ id: facility.id, name: 'Osprey' }]);
});

it('getProcessingFiles shows the end of the processing', async () => {
  const { id } = await uploadFile(world.client);
  const status = async () =>
    (await read(world.client, '/policy-documents/processing-files')).data.find((file: any) => file.id === id)
      .status;
  expect(await status()).toBe('processing');
  await setTime({ advance: 'PT2S' });
  expect(await status()).toBe('processed');
});

it('getTasks shows the tasks of the beginning after a reset', async () => {
  const before = await titles();
  await createTask(world.client);
  expect(await titles()).toHaveLength(before.length + 1);
  await control(sandbox, 'POST', `/${world.id}/reset`);
  expect(await titles()).toEqual(before);
});

it('getTasks finds the tasks of one record among 300', async () => {
  const tasks = Array.from({ length: 100 }, (_, index) => ({ title: `Task ${index}` }));
  for (let time = 0; time < 3; time++) await world.client('POST', '/tasks/bulk', { body: { tasks } });
  const [user] = (await read(world.client, '/users')).data;
  await create(world.client, '/tasks', { title: 'The one', assigneeId: user.id, dueDate: '2026-02-01' });
  expect(await titles(`?assigneeId=${user.id}&status=overdue&dueTo=2026-02-01`)).toEqual(['The one']);
  expect((await titles('?status=open')).length).toBeGreaterThanOrEqual(300);
});
