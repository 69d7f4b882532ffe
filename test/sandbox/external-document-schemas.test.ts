// Tests schemas of external documents that other tools accept and Ajv rejects by default.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = (properties: object, required: string[] = []) => ({ type: 'object', required, properties });
const json = (media: object) => ({ 'application/json': media });
const accepting = (schema: object) => ({
  post: {
    requestBody: { required: true, content: json({ schema }) },
    responses: { 204: { description: 'Taken.' } },
  },
});
const returning = (media: object) => ({
  get: { responses: { 200: { description: 'One.', content: json(media) } } },
});

const examples = {
  first: { value: { $id: 'urn:breaker', $anchor: '1', name: 'B1' } },
  second: { value: { $id: 'urn:breaker', $anchor: '1', name: 'B2' } },
};

const document = {
  openapi: '3.0.3',
  info: { title: 'Breakers', version: '1.0.0' },
  components: {
    schemas: {
      Owner: record({ name: { type: 'string' } }, ['name']),
      Breaker: { allOf: [ref('Owner'), record({ poles: { type: 'integer' } }, ['poles'])] },
      Bay: record({ breaker: ref('Breaker/allOf/1') }),
      // A property may have the name of a keyword.
      Named: record({ example: { nullable: true, allOf: [ref('Owner')] }, const: { pattern: '^\\-$' } }),
    },
  },
  paths: {
    '/nullable': accepting(
      record({
        allOf: { nullable: true, allOf: [ref('Owner')] },
        ref: { nullable: true, ...ref('Owner') },
        oneOf: { nullable: true, oneOf: [ref('Owner'), { type: 'string' }] },
        properties: { nullable: true, properties: { name: { type: 'string' } } },
        never: { nullable: false, allOf: [ref('Owner')] },
      }),
    ),
    '/nullable-response': returning({
      schema: record({ owner: { nullable: true, allOf: [ref('Owner')] } }),
      example: { owner: null },
    }),
    '/pointer': accepting(ref('Breaker/allOf/1')),
    '/pointer-in-component': accepting(ref('Bay')),
    '/pointer-to-pointer': accepting(ref('Bay/properties/breaker')),
    '/pointer-to-path': accepting({
      $ref: '#/paths/~1pointer/post/requestBody/content/application~1json/schema',
    }),
    '/patterns': accepting(record({ code: { type: 'string', pattern: '^[a-z\\-\\:]+$' } })),
    '/unicode': accepting(record({ code: { type: 'string', pattern: '^.$' } })),
    '/ids': returning({ examples }),
    '/ids-too': returning({ schema: { type: 'object', example: { $id: '#not a URI' } }, examples }),
    '/named': accepting(ref('Named')),
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

async function send(path: string, body: object): Promise<[status: number, message?: string]> {
  const response = await fetch(sandbox.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'X-API-Key': sandbox.key, 'Content-Type': 'application/json' },
  });
  if (response.status === 204) return [204];
  return [response.status, ((await response.json()) as { message: string }).message];
}

async function read(path: string, prefer?: string): Promise<unknown> {
  const headers = { 'X-API-Key': sandbox.key, ...(prefer === undefined ? {} : { Prefer: prefer }) };
  return (await fetch(sandbox.url + path, { headers })).json();
}

test('supports every operation', () => {
  expect(sandbox.server.startupReport()).toEqual([
    expect.stringMatching(/^These operations return examples or generated values: POST \/nullable, /),
  ]);
});

describe('nullable without type', () => {
  it.each(['allOf', 'ref', 'oneOf', 'properties'])('accepts null beside %s', async (name) => {
    expect(await send('/nullable', { [name]: null })).toEqual([204]);
  });

  it.each(['allOf', 'ref', 'oneOf'])('still validates other values beside %s', async (name) => {
    expect(await send('/nullable', { [name]: { name: 'Ann' } })).toEqual([204]);
    expect(await send('/nullable', { [name]: {} })).toEqual([
      400,
      `The request is invalid: ${name}.name is required.`,
    ]);
  });

  it('rejects null where nullable is false', async () => {
    expect((await send('/nullable', { never: null }))[0]).toBe(400);
  });

  it('allows null in responses', async () => {
    expect(await read('/nullable-response')).toEqual({ owner: null });
  });
});

it.each([
  ['/pointer', { poles: 3 }, { poles: 'three' }],
  ['/pointer-in-component', { breaker: { poles: 3 } }, { breaker: { poles: 'three' } }],
  ['/pointer-to-pointer', { poles: 3 }, { poles: 'three' }],
  ['/pointer-to-path', { poles: 3 }, { poles: 'three' }],
])('%s validates against a part of a component', async (path, valid, invalid) => {
  expect(await send(path, valid)).toEqual([204]);
  expect((await send(path, invalid))[0]).toBe(400);
});

it('applies a pattern that compiles only without the u flag', async () => {
  expect(await send('/patterns', { code: 'a-b:c' })).toEqual([204]);
  expect((await send('/patterns', { code: 'A' }))[0]).toBe(400);
});

it('applies every other pattern with the u flag', async () => {
  expect(await send('/unicode', { code: '⚡' })).toEqual([204]);
  expect(await send('/unicode', { code: '🔌' })).toEqual([204]);
});

it.each(['/ids', '/ids-too'])('%s returns examples with $id unchanged', async (path) => {
  expect(await read(path, 'example=first')).toEqual(examples.first.value);
  expect(await read(path, 'example=second')).toEqual(examples.second.value);
});

it('reads a property that has the name of a keyword as a schema', async () => {
  expect(await send('/named', { example: null, const: '-' })).toEqual([204]);
  expect((await send('/named', { example: {} }))[0]).toBe(400);
});
