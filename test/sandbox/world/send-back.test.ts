// Tests that a caller can send back what a GET returned. Read-only fields are accepted with their present value only.
import { contractDocument, listOperations } from '../../../src/contract/document';
import { bodySchema, createRecordModel } from '../../../src/contract/record-model';
import type { Client as TypedClient } from '../../../generated/client';
import { unwrap } from '../../../src/client/index';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createUser, read, unique } from '../../support/world';
import { type TestWorld, createWorld } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

const model = createRecordModel(contractDocument);
const operations = listOperations(contractDocument).filter(({ method }) => ['PUT', 'PATCH'].includes(method));

/** The path of the read that returns the representation, and a list of its records. Others take no representation. */
const READS: Record<string, { list: string; one?: string }> = {
  updateFacility: { list: '/facilities' },
  updateCyberSystem: { list: '/cyber-systems' },
  updateCyberAsset: { list: '/cyber-assets' },
  updateTask: { list: '/tasks' },
  updateTaskInstance: { list: '/tasks' },
  updateTrainingModule: { list: '/training-modules' },
  updateTrainingAssignment: { list: '/training-assignments' },
  updatePolicyDocument: { list: '/policy-documents?limit=100', one: '/policy-documents/{id}/with-sections' },
  updateUser: { list: '/users?limit=100' },
  updateAccessControl: { list: '/access-control?limit=100' },
  updateCipSeniorManagerAssignment: { list: '/cip-senior-manager-assignments/current' },
};
const OWN_BODY = ['updatePolicyDocumentAssets', 'reorderDocumentSections'];

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { now: '2030-02-01T08:00:00Z' });
});
afterAll(() => sandbox.close());

it('covers every operation that changes or replaces a record', () => {
  expect([...Object.keys(READS), ...OWN_BODY].sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
});

const changes = operations.filter(({ operationId }) => READS[operationId]);

/** Returns the paths of records, each with the response of its GET. */
async function shown({ operationId, path }: (typeof changes)[number]): Promise<[string, any][]> {
  const { list, one } = READS[operationId]!;
  const body = await read(world.client, list);
  const rows: any[] = Array.isArray(body) ? body : (body.data ?? [body]);
  if (operationId === 'updateTaskInstance')
    return rows.flatMap(({ id, instances }) =>
      (instances ?? []).slice(-3).map((each: any) => [`/tasks/${id}/${each.dueDate}`, each]),
    );
  const few = rows.slice(0, 30).map(async ({ id }): Promise<[string, any]> => {
    const of = path.replace(/\{\w+\}/, id);
    const isRead = contractDocument.paths[one ?? path]?.['get'];
    const record = isRead ? await read(world.client, (one ?? path).replace(/\{\w+\}/, id)) : body;
    return [of, record];
  });
  return Promise.all(few);
}

it.each(changes)('$operationId accepts what a read returned, and changes nothing', async (operation) => {
  const records = await shown(operation);
  expect(records.length).toBeGreaterThan(0);
  const before = (await read(world.client, '/activity')).total;
  for (const [path, record] of records) {
    const reply = await world.client(operation.method, path, { body: record });
    expect([path, reply.status, reply.text.slice(0, 300)]).toEqual([path, 200, expect.anything()]);
    expect(record).toMatchObject(
      Object.fromEntries(Object.entries(reply.body).filter(([name]) => name in record)),
    );
  }
  expect((await read(world.client, '/activity')).total).toBe(before);
});

it.each(changes)('$operationId accepts a read-only time in another notation', async (operation) => {
  const [[path, record] = []] = await shown(operation);
  const { properties } = model.shapeOf(bodySchema(operation));
  const times = model
    .namesIn(bodySchema(operation), true)
    .filter((name) => model.keyword(properties[name], 'format') === 'date-time' && record[name]);
  for (const name of times) {
    const later = new Date(Date.parse(record[name]) + 3_600_000).toISOString().replace('Z', '+01:00');
    const reply = await world.client(operation.method, path!, { body: { ...record, [name]: later } });
    expect([name, reply.status, reply.body[name]]).toEqual([name, 200, record[name]]);
  }
});

it.each(changes)('$operationId rejects a read-only field with another value', async (operation) => {
  const [[path, record] = []] = await shown(operation);
  const schema = bodySchema(operation);
  const readOnly = model.namesIn(schema, true);
  expect(readOnly.length).toBeGreaterThan(1);
  for (const name of readOnly.filter((each) => typeof record[each] === 'string')) {
    const isTime = /^\d{4}-\d\d-\d\dT/.test(record[name]);
    const { enum: values } = model.keyword(model.shapeOf(schema).properties[name], 'enum')
      ? { enum: model.keyword(model.shapeOf(schema).properties[name], 'enum') as string[] }
      : { enum: [] };
    const other = isTime
      ? '2001-01-01T00:00:00.000Z'
      : /^\d{4}-\d\d-\d\d$/.test(record[name])
        ? '2001-01-01'
        : (values.find((value) => value !== record[name]) ??
          record[name].replace(/.$/, '0').replace(/..$/, '9z'));
    const reply = await world.client(operation.method, path!, { body: { ...record, [name]: other } });
    expect([name, reply.status, reply.body.message]).toEqual([
      name,
      400,
      `The request is invalid: ${name} is read-only; send back its present value, or leave it out.`,
    ]);
    const stale = await world.client(operation.method, path!, {
      body: { ...record, [name]: other },
      headers: { 'If-Match': '"stale"' },
    });
    expect([name, stale.status]).toEqual([name, 412]);
  }
});

it.each(changes)('$operationId lists every field of the representation', ({ operationId, ...operation }) => {
  const collection = model.collectionOf({ operationId, ...operation });
  const isInstance = operationId === 'updateTaskInstance';
  const { properties } = isInstance
    ? model.shapeOf({ $ref: '#/components/schemas/TaskInstanceSummary' })
    : model.shapeOf(model.schemaOf(collection));
  const sent = model.shapeOf(bodySchema({ operationId, ...operation })).properties;
  expect(Object.keys(properties).filter((name) => !(name in sent))).toEqual([]);
});

it('changes a field of a record that was read, also one in a final or a computed state', async () => {
  const { client } = world;
  const task = await create(client, '/tasks', { title: unique('Late'), dueDate: '2030-01-01' });
  expect(task.status).toBe('overdue');
  const title = unique('Renamed');
  const replaced = await client('PUT', `/tasks/${task.id}`, { body: { ...task, title } });
  expect([replaced.status, replaced.body.title, replaced.body.status]).toEqual([200, title, 'overdue']);
  const user = await createUser(client);
  const assignment = await create(client, '/training-assignments', {
    userId: user.id,
    trainingModuleId: (await read(client, '/training-modules')).data[0].id,
  });
  const body = { ...assignment, dueDate: '2031-01-01' };
  expect((await client('PATCH', `/training-assignments/${assignment.id}`, { body })).status).toBe(200);
  for (const status of ['complete', 'overdue'])
    expect(
      (await client('PATCH', `/training-assignments/${assignment.id}`, { body: { status } })).status,
    ).toBe(400);
});

/** Compiles only while the answer of each read is a body of the change. */
export async function compiles(client: TypedClient, id: string): Promise<void> {
  const params = { path: { id } };
  const task = unwrap(await client.GET('/tasks/{id}', { params }));
  await client.PUT('/tasks/{id}', { params, body: { ...task, title: 'x' } });
  const [instance] = task.instances!;
  const path = { parentTaskId: id, dueDate: instance!.dueDate };
  await client.PUT('/tasks/{parentTaskId}/{dueDate}', { params: { path }, body: { ...instance! } });
  const asset = unwrap(await client.GET('/cyber-assets/{id}', { params }));
  await client.PATCH('/cyber-assets/{id}', { params, body: { ...asset, name: 'x' } });
  const facility = unwrap(await client.GET('/facilities/{id}', { params }));
  await client.PATCH('/facilities/{id}', { params, body: { ...facility, name: 'x' } });
  const system = unwrap(await client.GET('/cyber-systems/{id}', { params }));
  await client.PATCH('/cyber-systems/{id}', { params, body: { ...system, name: 'x' } });
  const user = unwrap(await client.GET('/users/{id}', { params }));
  await client.PATCH('/users/{id}', { params, body: { ...user, name: 'x' } });
  const module = unwrap(await client.GET('/training-modules/{id}', { params }));
  await client.PATCH('/training-modules/{id}', { params, body: { ...module, title: 'x' } });
  const assignment = unwrap(await client.GET('/training-assignments/{id}', { params }));
  await client.PATCH('/training-assignments/{id}', {
    params,
    body: { ...assignment, dueDate: '2030-01-01' },
  });
  const document = unwrap(await client.GET('/policy-documents/{id}/with-sections', { params }));
  await client.PATCH('/policy-documents/{id}', { params, body: { ...document, title: 'x' } });
  const item = unwrap(await client.GET('/access-control/{id}', { params }));
  await client.PUT('/access-control/{id}', { params, body: { ...item, accessLevel: 'read' } });
  const manager = unwrap(await client.GET('/cip-senior-manager-assignments/current'));
  await client.PATCH('/cip-senior-manager-assignments/{id}', { params, body: { ...manager, notes: null } });
}
