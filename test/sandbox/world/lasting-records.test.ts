// Completed work stays readable: complete instances, names of deleted records, tasks of deleted assets.
import { randomUUID } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, read } from '../../support/world';
import { type TestWorld, createWorld, keyOf } from '../../support/worlds';
import { outcome } from './promises';
import type { Client } from '../../support/client';

/* eslint-disable @typescript-eslint/no-explicit-any -- tests look into any body */

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { from: 'demo', now: '2027-01-15T08:00:00.000Z' });
});
afterAll(() => sandbox.close());

const send = (method: string, path: string, body?: object) => world.client(method, path, { body });
const newUser = (role: string): Promise<any> =>
  create(world.client, '/users', { name: `A ${role}`, email: `${randomUUID()}@example.com`, role });
const clientOf = async ({ id }: { id: string }): Promise<Client> =>
  (await keyOf(sandbox, id, world.id)).client;

describe('a complete instance', () => {
  const done = { status: 'complete', notes: 'Reviewed', completedAt: '2027-01-10T10:00:00Z' };
  const newSeries = async () => {
    const task = { title: 'Verify', dueDate: '2026-12-31', recurrence: 'quarterly' };
    const { id } = await create(world.client, '/tasks', task);
    const reply = await send('PUT', `/tasks/${id}/2026-12-31`, done);
    return { id, etag: reply.headers.get('etag') };
  };
  const instanceOf = async (id: string) => (await read(world.client, `/tasks/${id}`)).instances[0];
  const isFound = async (id: string) =>
    (await read(world.client, '/tasks?dueFrom=2026-12-31&dueTo=2026-12-31')).data.some(
      (task: { id: string }) => task.id === id,
    );
  const shown = {
    dueDate: '2026-12-31',
    status: 'complete',
    notes: 'Reviewed',
    completedAt: '2027-01-10T10:00:00.000Z',
  };

  it.each([
    ['the schedule moves', { dueDate: '2027-02-01', recurrence: 'yearly' }],
    ['the task stops to recur', {}],
    ['the task is cancelled', { dueDate: '2026-12-31', recurrence: 'quarterly', status: 'cancelled' }],
  ])('is shown with notes and tag, and found by its date, when %s', async (_case, fields) => {
    const { id, etag } = await newSeries();
    expect(await instanceOf(id)).toEqual({ ...shown, etag });
    const reply = await send('PUT', `/tasks/${id}`, { title: 'Verify', status: 'open', ...fields });
    expect(reply.status).toBe(200);
    expect([await instanceOf(id), await isFound(id)]).toEqual([{ ...shown, etag }, true]);
    const again = await world.client('PUT', `/tasks/${id}/2026-12-31`, {
      body: { ...done, notes: 'Corrected' },
      headers: { 'If-Match': etag! },
    });
    expect([again.status, (await instanceOf(id)).notes]).toEqual([200, 'Corrected']);
  });

  it('never is the next one to do, which is always shown', async () => {
    const { id } = await newSeries();
    for (const day of ['2027-03-31', '2027-06-30', '2027-09-30', '2027-12-31'])
      await send('PUT', `/tasks/${id}/${day}`, { status: 'complete' });
    for (const task of [{ id }, await create(world.client, '/tasks', old)]) {
      const { nextDueDate, instances } = await read(world.client, `/tasks/${task.id}`);
      const waiting = instances.filter(({ status }: any) => !['complete', 'cancelled'].includes(status));
      expect(nextDueDate).toBe(waiting[0].dueDate);
    }
  });
  const old = { title: 'Since 1990', dueDate: '1990-01-01', recurrence: 'every_35_days' };
});

describe('a deleted record', () => {
  it('keeps its name in the export of trainings', async () => {
    const user = await newUser('contributor');
    const module = await create(world.client, '/training-modules', { title: 'Insider threats' });
    const assigned = { userId: user.id, trainingModuleId: module.id, dueDate: '2027-02-01' };
    const { id } = await create(world.client, '/training-assignments', assigned);
    await send('POST', `/training-assignments/${id}/complete`, { completedAt: '2027-01-10T10:00:00+02:00' });
    expect((await send('DELETE', `/users/${user.id}`)).status).toBe(204);
    expect((await send('DELETE', `/training-modules/${module.id}`)).status).toBe(204);
    const rows = await read(world.client, '/training-assignments/export?format=json');
    expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({
      userName: user.name,
      trainingModuleTitle: 'Insider threats',
      completedAt: '2027-01-10T08:00:00.000Z',
    });
  });

  it('does not stop the completion of its task, but takes no new reference', async () => {
    const [{ id: cyber_system_id }] = await read(world.client, '/cyber-systems');
    const asset = await create(world.client, '/cyber-assets', {
      ...{ name: randomUUID(), cyber_system_id, asset_type: 'hardware' },
    });
    const related = { relatedResourceType: 'cyber_asset', relatedResourceId: asset.id };
    const task = await create(world.client, '/tasks', { title: 'Patch', ...related });
    await send('DELETE', `/cyber-assets/${asset.id}`);
    const body = { title: 'Patch', status: 'complete', ...related };
    expect((await send('PUT', `/tasks/${task.id}`, body)).status).toBe(200);
    expect(outcome(await send('POST', '/tasks', { title: 'Patch', ...related }))[0]).toBe(400);
  });

  it.each([
    ['facility', '/facilities', () => ({ name: randomUUID() })],
    [
      'cyber_asset',
      '/cyber-assets',
      async () => {
        const [{ id: cyber_system_id }] = await read(world.client, '/cyber-systems');
        return { name: randomUUID(), cyber_system_id, asset_type: 'hardware' };
      },
    ],
    ['policy_document', '/policy-documents', () => ({ title: 'Draft' })],
  ])('ends the access control items on it: %s', async (resourceType, path, fields) => {
    const resource = await create(world.client, path, await fields());
    const user = await newUser('contributor');
    const item = { userId: user.id, resourceType, resourceId: resource.id, accessLevel: 'edit' };
    const { id } = await create(world.client, '/access-control', item);
    const grant = { accessControlItemIds: [id] };
    await send('POST', `/access-control/user/${user.id}/grant`, grant);
    expect((await read(world.client, `/access-control/${id}`)).status).toBe('active');
    expect((await send('DELETE', `${path}/${resource.id}`)).status).toBe(204);
    expect((await read(world.client, `/access-control/${id}`)).status).toBe('inactive');
    const { data } = await read(world.client, `/activity/by-resource-type/access-control/${id}`);
    expect(data.at(-1).operation).toBe('revoked');
  });

  it('stays with its access control items when one of them cannot be ended', async () => {
    const [{ id: cyber_system_id }] = await read(world.client, '/cyber-systems');
    const fields = { name: randomUUID(), cyber_system_id, asset_type: 'hardware' };
    const { id: resourceId } = await create(world.client, '/cyber-assets', fields);
    const { id: userId } = await newUser('contributor');
    const item = { userId, resourceType: 'cyber_asset', resourceId, accessLevel: 'edit' };
    const { id } = await create(world.client, '/access-control', item);
    await send('POST', `/access-control/user/${userId}/grant`, { accessControlItemIds: [id] });
    const { knex } = sandbox.inventory.database;
    await knex.raw(
      `create trigger no_item before update on records when new.id = '${id}' begin select raise(abort, 'no'); end`,
    );
    expect((await send('DELETE', `/cyber-assets/${resourceId}`)).status).toBe(500);
    expect((await read(world.client, `/cyber-assets/${resourceId}`)).name).toBe(fields.name);
    expect((await read(world.client, `/access-control/${id}`)).status).toBe('active');
    const about = `/activity/by-resource-type/cyber-asset/${resourceId}`;
    expect((await read(world.client, about)).data.at(-1).operation).toBe('created');
    await knex.raw('drop trigger no_item');
    expect((await send('DELETE', `/cyber-assets/${resourceId}`)).status).toBe(204);
    expect((await read(world.client, `/access-control/${id}`)).status).toBe('inactive');
    expect((await read(world.client, about)).data.at(-1)).toMatchObject({
      operation: 'deleted',
      description: `Deleted ${fields.name}.`,
    });
  });

  it('of a former CIP Senior Manager still gives its open tasks to a successor', async () => {
    const own = await createWorld(sandbox, { from: 'empty', now: '2027-01-15T08:00:00.000Z' });
    const [former, successor] = [
      await create(own.client, '/users', { ...person(), role: 'compliance_manager' }),
      await create(own.client, '/users', { ...person(), role: 'compliance_manager' }),
    ];
    for (const [{ id }, effectiveDate] of [
      [former, '2027-01-15'],
      [successor, '2027-01-17'],
    ] as const) {
      await create(own.client, '/cip-senior-manager-assignments', { userId: id, effectiveDate });
      await sandbox.worlds.move(own.id, { advance: 'P2D' });
    }
    const task = await create(own.client, '/tasks', { title: 'Review', assigneeId: former.id });
    expect((await own.client('DELETE', `/users/${former.id}`)).status).toBe(204);
    const reassign = (fromUserId: string) =>
      own.client('POST', '/tasks/reassign-from-csm', { body: { fromUserId, toUserId: successor.id } });
    expect((await reassign(former.id)).body.reassigned).toBe(1);
    expect((await read(own.client, `/tasks/${task.id}`)).assigneeId).toBe(successor.id);
    expect(outcome(await reassign(`usr_${'0'.repeat(26)}`))).toEqual([400, 'invalid_reference']);
  });
  const person = () => ({ name: 'A manager', email: `${randomUUID()}@example.com` });
});

describe('a person', () => {
  it('has Idempotency-Keys of their own', async () => {
    const [ann, bob] = [await newUser('contributor'), await newUser('compliance_manager')];
    const [asAnn, asBob] = [await clientOf(ann), await clientOf(bob)];
    const { id } = await create(world.client, '/policy-documents', { title: 'Recovery' });
    await send('POST', `/policy-documents/${id}/submit`);
    const headers = { 'Idempotency-Key': 'one' };
    const approve = (client: Client) => client('POST', `/policy-documents/${id}/approve`, { headers });
    const statuses = [await approve(asAnn), await approve(asBob), await approve(asAnn)];
    expect(statuses.map(({ status }) => status)).toEqual([409, 200, 409]);
    const body = { title: 'Mine' };
    const tasks = [
      await asAnn('POST', '/tasks', { body, headers }),
      await asBob('POST', '/tasks', { body, headers }),
    ];
    expect(tasks[0]!.body.id).not.toBe(tasks[1]!.body.id);
  });

  it('cannot change their own role', async () => {
    const admin = await newUser('organization_admin');
    const reply = await (await clientOf(admin))('PATCH', `/users/${admin.id}`, { body: { role: 'auditor' } });
    expect(outcome(reply)).toEqual([409, 'conflict']);
  });

  it('is CIP Senior Manager, not a program account, and stays while designated', async () => {
    const designate = (user: { id: string }, effectiveDate: string) =>
      send('POST', '/cip-senior-manager-assignments', { userId: user.id, effectiveDate });
    const [program, manager] = [await newUser('api_user'), await newUser('compliance_manager')];
    expect((await designate(program, '2028-01-01')).status).toBe(409);
    expect((await designate(manager, '2028-01-01')).status).toBe(201);
    expect((await send('DELETE', `/users/${manager.id}`)).status).toBe(409);
    expect((await send('PATCH', `/users/${manager.id}`, { role: 'api_user' })).status).toBe(409);
  });
});

describe('an edit item', () => {
  it('is refused for an auditor, and ends when its user becomes one', async () => {
    const facility = await create(world.client, '/facilities', { name: randomUUID() });
    const user = await newUser('auditor');
    const item = { userId: user.id, resourceType: 'facility', resourceId: facility.id, accessLevel: 'edit' };
    expect(outcome(await send('POST', '/access-control', item))).toEqual([409, 'conflict']);
    await send('PATCH', `/users/${user.id}`, { role: 'contributor' });
    const { id } = await create(world.client, '/access-control', item);
    await send('POST', `/access-control/user/${user.id}/grant`, { accessControlItemIds: [id] });
    await send('PATCH', `/users/${user.id}`, { role: 'auditor' });
    expect((await read(world.client, `/access-control/${id}`)).status).toBe('inactive');
  });
});

describe('what a caller sends', () => {
  it('matches no missing value in a filter', async () => {
    for (const text of ['undefined', 'null'])
      for (const name of ['relatedResourceId', 'assigneeId']) {
        const reply = await send('GET', `/tasks?${name}=${text}`);
        expect([name, reply.body.total ?? 0]).toEqual([name, 0]);
      }
  });

  it.each([
    ['https://x.example/ü', 201],
    ['https://x.example/a@b', 201],
    ['https://user:pw@x.example/', 400],
    ['ftp://x.example/', 400],
    ['https://', 400],
    ['https://x.example:99999/', 400],
  ])('is a link as the URL standard has it: %s', async (externalModuleUrl, status) => {
    const reply = await send('POST', '/training-modules', { title: 'Linked', externalModuleUrl });
    expect(reply.status).toBe(status);
    if (status === 201) expect(reply.body.externalModuleUrl).toBe(externalModuleUrl);
  });

  it('is required by a completion (400), and known in Prefer', async () => {
    const [{ id }] = (await read(world.client, '/training-assignments')).data;
    expect(outcome(await send('POST', `/training-assignments/${id}/complete`))).toEqual([
      400,
      'validation_error',
    ]);
    const reply = await world.client('GET', '/tasks', { headers: { Prefer: 'cod=404' } });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining('cod')]);
  });
});
