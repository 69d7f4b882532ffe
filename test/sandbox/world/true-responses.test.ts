// A response never contradicts the next one: tags, statuses, preconditions, and the order of the log.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, read } from '../../support/world';
import { outcome } from './promises';
import { type TestWorld, createWorld } from '../../support/worlds';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { from: 'demo' });
});
afterAll(() => sandbox.close());

const PAST = '2025-12-01';
const createTask = (fields: object = {}) => create(world.client, '/tasks', { title: 'A task', ...fields });
const someUser = async (): Promise<string> => (await read(world.client, '/users')).data[0].id;
const lateAssignment = async (): Promise<string> => {
  const { id: trainingModuleId } = await create(world.client, '/training-modules', { title: 'Late' });
  const body = { userId: await someUser(), trainingModuleId, dueDate: PAST };
  return (await create(world.client, '/training-assignments', body)).id;
};

describe('a creation', () => {
  it.each([
    ['/tasks', { title: 'Late', dueDate: PAST }],
    ['/tasks', { title: 'Late', dueDate: PAST, recurrence: 'quarterly' }],
    ['/facilities', { name: 'A new substation' }],
  ])('of %s %j returns the body and the tag that a read returns', async (path, body) => {
    const made = await world.client('POST', path, { body });
    const shown = await world.client('GET', `${path}/${made.body.id}`);
    expect([made.status, made.text, made.headers.get('etag')]).toEqual([
      201,
      shown.text,
      shown.headers.get('etag'),
    ]);
  });

  it('of several late tasks shows that they are overdue', async () => {
    const tasks = [{ title: 'One', dueDate: PAST }];
    expect((await create(world.client, '/tasks/bulk', { tasks })).tasks[0].status).toBe('overdue');
  });
});

describe('a status that time overrules', () => {
  it.each(['open', 'in_progress'])('is rejected for a task: %s', async (status) => {
    const { id, title } = await createTask({ dueDate: PAST });
    const reply = await world.client('PUT', `/tasks/${id}`, { body: { title, status, dueDate: PAST } });
    expect(outcome(reply)).toEqual([409, 'conflict']);
    expect(reply.body.message).toMatch(/has passed.*Move the due date, or complete/);
    const moved = { title, status: 'in_progress', dueDate: '2099-01-01' };
    expect((await world.client('PUT', `/tasks/${id}`, { body: moved })).body.status).toBe('in_progress');
  });

  it('is rejected for an instance and for a training assignment', async () => {
    const series = await createTask({ dueDate: PAST, recurrence: 'yearly' });
    const body = { status: 'in_progress' };
    expect(outcome(await world.client('PUT', `/tasks/${series.id}/${PAST}`, { body }))[0]).toBe(409);
    const path = `/training-assignments/${await lateAssignment()}`;
    expect(outcome(await world.client('PATCH', path, { body }))[0]).toBe(409);
  });

  it('is accepted when the record has it already, and then changes nothing', async () => {
    const { id, title } = await createTask({ dueDate: PAST });
    const before = await world.client('GET', `/tasks/${id}`);
    const same = { title, status: 'overdue', dueDate: PAST };
    const reply = await world.client('PUT', `/tasks/${id}`, { body: same });
    expect([reply.text, reply.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
  });
});

describe('an equal change of a cyber asset', () => {
  it('moves no tag and adds no entry to the log', async () => {
    const [{ id, name, asset_type }] = await read(world.client, '/cyber-assets');
    const before = await world.client('GET', `/cyber-assets/${id}`);
    const { total } = await read(world.client, '/activity');
    const reply = await world.client('PATCH', `/cyber-assets/${id}`, { body: { name, asset_type } });
    expect([reply.text, reply.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    expect((await read(world.client, '/activity')).total).toBe(total);
  });
});

describe('a precondition', () => {
  const paths = async () => [
    `/tasks/${(await createTask()).id}`,
    `/cyber-assets/${(await read(world.client, '/cyber-assets'))[0].id}`,
  ];
  const other = '"other"';

  it('without quotes returns 400 that says so, on reads and changes', async () => {
    for (const path of await paths())
      for (const method of ['GET', 'DELETE']) {
        const reply = await world.client(method, path, { headers: { 'If-Match': 'x' } });
        expect([method, ...outcome(reply)]).toEqual([method, 400, 'validation_error']);
        expect(reply.body.details).toEqual([
          { field: 'If-Match', message: expect.stringContaining('quote it') },
        ]);
      }
  });

  it('that fails returns 412 on a read and on a change', async () => {
    for (const path of await paths()) {
      const tag = (await world.client('GET', path)).headers.get('etag')!;
      const replies = [
        await world.client('GET', path, { headers: { 'If-Match': other } }),
        await world.client('DELETE', path, { headers: { 'If-Match': other } }),
        await world.client('DELETE', path, { headers: { 'If-None-Match': '*' } }),
        await world.client('DELETE', path, { headers: { 'If-None-Match': tag } }),
      ];
      expect(replies.map(outcome)).toEqual(replies.map(() => [412, 'precondition_failed']));
      const holding = { headers: { 'If-Match': tag, 'If-None-Match': other } };
      expect((await world.client('GET', path, holding)).status).toBe(200);
    }
  });

  it('on a creation returns 412, since no version is named', async () => {
    const tag = (await world.client('GET', '/tasks')).headers.get('etag')!;
    const system = (await read(world.client, '/cyber-systems'))[0].id;
    const asset = { name: 'A', cyber_system_id: system, asset_type: 'software' };
    const creations = [
      ['/tasks', { title: 'A' }],
      ['/tasks/bulk', { tasks: [{ title: 'A' }] }],
      ['/cyber-assets', asset],
      ['/facilities', { name: 'A' }],
    ] as const;
    for (const [path, body] of creations)
      for (const ifMatch of [other, tag]) {
        const reply = await world.client('POST', path, { body, headers: { 'If-Match': ifMatch } });
        expect([path, ...outcome(reply)]).toEqual([path, 412, 'precondition_failed']);
      }
    const passing = { 'If-Match': '*', 'If-None-Match': '*' };
    expect((await world.client('POST', '/cyber-assets', { body: asset, headers: passing })).status).toBe(201);
  });

  it('of an earlier version returns 412 on actions', async () => {
    const document = await create(world.client, '/policy-documents', { title: 'Recovery' });
    const path = `/policy-documents/${document.id}`;
    const stale = { headers: { 'If-Match': other } };
    const actions = [
      [`${path}/submit`, undefined],
      [`/training-assignments/${await lateAssignment()}/complete`, { completedAt: '2026-01-01T00:00:00Z' }],
    ] as const;
    for (const [action, body] of actions)
      expect([action, (await world.client('POST', action, { ...stale, body })).status]).toEqual([
        action,
        412,
      ]);
  });
});

describe('the log', () => {
  it('dates a creation no later than what time changed in it', async () => {
    const { id } = await createTask({ dueDate: PAST });
    const entries = await read(world.client, `/activity/by-resource-type/task/${id}`);
    const log = entries.data ?? entries;
    expect(log.map(({ operation }: { operation: string }) => operation)).toEqual([
      'created',
      'status_changed',
    ]);
    expect(log[0].occurredAt).toBe(log[1].occurredAt);
  });
});
