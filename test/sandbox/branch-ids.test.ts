// Tests the records of a new resource of a branch: each has an id and fields that its schemas accept, or the contract is
// rejected.
import type { ContractDocument } from '../../src/contract/document';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type TestWorld, createWorld } from '../support/worlds';

type Properties = Record<string, object>;
const text = { type: 'string' };

interface Resource {
  id: object;
  /** Required fields that the caller does not send. */
  made?: Properties;
  sent?: Properties;
  inPath?: object;
  example?: object;
}

/** Returns a branch with parts, which have a list, a POST, a GET and a PUT. */
function branchWith({
  id,
  made = {},
  sent = { name: text },
  inPath = id,
  example,
}: Resource): ContractDocument {
  const document = partOfContract(RELEASED);
  const properties = { id, name: text, ...made };
  const part = { type: 'object', required: Object.keys(properties), properties };
  const shown = (schema: object) => ({
    'application/json': { schema, ...(example && { examples: { shown: { value: example } } }) },
  });
  const operation = (operationId: string, status: number, schema: object, body?: object) => ({
    operationId,
    'x-availability': 'planned',
    responses: { [status]: { description: 'Done.', content: shown(schema) } },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
  });
  const body = { type: 'object', required: ['name'], properties: sent };
  document.paths['/parts'] = {
    get: operation('listParts', 200, { type: 'array', items: part }),
    post: operation('createPart', 201, part, body),
  };
  document.paths['/parts/{id}'] = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: inPath }],
    get: operation('getPart', 200, part),
    put: operation('replacePart', 200, part, { ...body, required: [] }),
  };
  return document;
}

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => void (sandbox = await startSandbox(branchWith({ id: text }))));
afterAll(() => sandbox.close());

async function call(method: string, path: string, body?: object) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { 'X-API-Key': world.key, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function serve(resource: Resource): Promise<void> {
  await sandbox.server.replace(branchWith(resource));
  world = await createWorld(sandbox);
}

const refusal = (resource: Resource): Promise<string> =>
  serve(resource).then(
    () => 'accepted',
    (error: unknown) => (error as Error).message,
  );

/** Creates parts, and returns their ids when each read shows them. */
async function createdIds(count: number): Promise<unknown[]> {
  const created = [];
  for (let index = 0; index < count; index++)
    created.push(await call('POST', '/parts', { name: `Part ${index}` }));
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
  expect(await call('GET', '/parts')).toEqual({ status: 200, body: created.map(({ body }) => body) });
  for (const { body } of created)
    expect(await call('GET', `/parts/${encodeURIComponent(String(body['id']))}`)).toEqual({
      status: 200,
      body,
    });
  return created.map(({ body }) => body['id']);
}

describe('a new record of a branch', () => {
  it.each<[string, object]>([
    ['a pattern', { ...text, pattern: '^wi_[A-Za-z0-9_-]{1,64}$', minLength: 4, maxLength: 67 }],
    ['a pattern of 7 characters', { ...text, pattern: '^[A-Z]{3}-[0-9]{3}$' }],
    ['a pattern for part of the text', { ...text, pattern: '-A$', maxLength: 12 }],
    ['the format uuid', { ...text, format: 'uuid' }],
    ['the format date', { ...text, format: 'date' }],
    ['a maximum length', { ...text, maxLength: 8 }],
    ['an enum', { ...text, enum: ['north', 'east', 'south', 'west'] }],
    ['a range', { type: 'integer', minimum: 1, maximum: 100_000 }],
    ['a range of 3 integers', { type: 'integer', minimum: 7, exclusiveMaximum: 10 }],
    ['a minimum', { type: 'integer', minimum: 5_000_000_000 }],
    ['negative integers', { type: 'integer', minimum: -9, maximum: -5 }],
    ['a step', { type: 'number', exclusiveMinimum: 10, multipleOf: 10, maximum: 1000 }],
    [
      'alternatives',
      {
        oneOf: [
          { ...text, pattern: '^a[0-9]{4}$' },
          { ...text, pattern: '^b[0-9]{4}$' },
        ],
      },
    ],
  ])('has an id of its own when the schema of the id has %s', async (_what, id) => {
    await serve({ id });
    const ids = await createdIds(3);
    expect(new Set(ids).size).toBe(3);
  });

  it('has an id that the path accepts too', async () => {
    await serve({ id: text, inPath: { ...text, pattern: '^p[0-9]{5}$' } });
    expect(await createdIds(2)).toEqual([
      expect.stringMatching(/^p\d{5}$/),
      expect.stringMatching(/^p\d{5}$/),
    ]);
  });

  it('is rejected with 409 when every id is taken', async () => {
    await serve({ id: { type: 'integer', minimum: 1, maximum: 2 } });
    expect(await createdIds(2)).toEqual([1, 2]);
    expect(await call('POST', '/parts', { name: 'third' })).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: expect.stringMatching(/^Every id .* is taken\. Allow more ids/) },
    });
    expect((await call('GET', '/parts')).status).toBe(200);
  });

  it('has a value in each required field that its caller does not send', async () => {
    const made = {
      code: { ...text, pattern: '^[A-Z]{4}$' },
      revision: { type: 'integer', minimum: 1, maximum: 9 },
      state: { ...text, enum: ['new', 'old'] },
      madeOn: { ...text, format: 'date' },
      makerId: { ...text, format: 'uuid' },
      tags: { type: 'array', items: text },
      size: { type: 'object', required: ['width'], properties: { width: { type: 'integer', minimum: 1 } } },
      note: { type: ['string', 'null'] },
    };
    await serve({ id: text, made });
    await createdIds(2);
  });

  it('has the values of the example in such fields', async () => {
    const made = { color: text, weight: { type: 'number' } };
    await serve({ id: text, made, example: { id: 'x', name: 'shown', color: 'red', weight: 2.5 } });
    expect((await call('POST', '/parts', { name: 'mine' })).body).toMatchObject({
      name: 'mine',
      color: 'red',
      weight: 2.5,
    });
  });

  it('keeps such fields when a PUT does not send them', async () => {
    await serve({
      id: text,
      made: { color: { ...text, enum: ['red', 'blue'] } },
      sent: { name: text, color: text },
    });
    const { body } = await call('POST', '/parts', { name: 'mine', color: 'blue' });
    expect(await call('PUT', `/parts/${String(body['id'])}`, {})).toEqual({ status: 200, body });
  });

  it('is not stored when a read could not show a field that was sent', async () => {
    await serve({ id: text, made: { color: { ...text, enum: ['red'] } }, sent: { name: text, color: text } });
    expect(await call('POST', '/parts', { name: 'mine', color: 'green' })).toMatchObject({
      status: 501,
      body: {
        message: expect.stringMatching(
          /^createPart stores nothing, because a read could not show the record: \/color must be/,
        ),
      },
    });
    expect((await call('POST', '/parts', { name: 'mine', color: 'red' })).status).toBe(201);
    const { status, body } = await call('GET', '/parts');
    expect([status, (body as unknown as unknown[]).length]).toEqual([200, 1]);
  });

  it('takes the id that its caller sends, unless a record has it', async () => {
    await serve({ id: text, sent: { id: text, name: text } });
    expect((await call('POST', '/parts', { id: 'mine', name: 'one' })).body).toEqual({
      id: 'mine',
      name: 'one',
    });
    expect((await call('POST', '/parts', { id: 'mine', name: 'two' })).status).toBe(409);
    expect((await call('GET', '/parts')).body).toEqual([{ id: 'mine', name: 'one' }]);
  });
});

describe('a contract is rejected at the start with the place', () => {
  it('when no value for the id of a new record is found', async () => {
    expect(await refusal({ id: { ...text, pattern: '^a$', minLength: 3 } })).toBe(
      '#/paths/~1parts/post returns an id of which no value was found. Correct the schema of the id.',
    );
  });

  it('when no value for a required field is found', async () => {
    const made = { code: { ...text, format: 'ipv6' } };
    expect(await refusal({ id: text, made })).toBe(
      '#/paths/~1parts/post has no value for the required field code. Add a valid example to the response.',
    );
    expect(await refusal({ id: text, made, example: { id: 'x', name: 'y', code: '::1' } })).toBe('accepted');
  });
});
