// Tests a branch of the contract: behavior by convention for new operations, and the documents that are no branch.
import { type ContractDocument, contractDocument } from '../../src/contract/document';
import { patternFaults } from '../../src/contract/slow-patterns';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type TestWorld, createWorld } from '../support/worlds';

const text = { type: 'string' };
const content = (schema: object, value: unknown) => ({
  'application/json': { schema, examples: { shown: { value } } },
});
const record = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const responding = (status: number, schema: object, value: unknown) => ({
  responses: { [status]: { description: 'Done.', content: content(schema, value) } },
});
const accepting = (schema: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});

const STATUS = { type: 'string', enum: ['open', 'closed'] };
const ORDER = record({ id: { type: 'integer' }, note: text, status: STATUS });
const SENT = record({ note: text, status: STATUS }, ['note']);
const EXAMPLE = { id: 7, note: 'of the document', status: 'closed' };

const operation = (operationId: string, more: object) => ({
  operationId,
  'x-availability': 'planned',
  summary: 'Work on orders',
  ...more,
});

/** Returns a branch with operations on orders, which no behavior in code knows. */
function branch(): ContractDocument {
  const document = partOfContract(RELEASED);
  document.paths['/orders'] = {
    get: operation('listOrders', {
      parameters: [
        { name: 'status', in: 'query', schema: text },
        { name: 'note', in: 'query', schema: { type: 'array', items: text } },
      ],
      ...responding(200, { type: 'array', items: ORDER }, [EXAMPLE]),
    }),
    post: operation('createOrder', { ...accepting(SENT), ...responding(201, ORDER, EXAMPLE) }),
  };
  document.paths['/orders/{orderId}'] = {
    parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }],
    get: operation('getOrder', responding(200, ORDER, EXAMPLE)),
    put: operation('replaceOrder', { ...accepting(SENT), ...responding(200, ORDER, EXAMPLE) }),
    delete: operation('deleteOrder', { responses: { 204: { description: 'Gone.' } } }),
  };
  document.paths['/order-weights'] = {
    get: operation('getOrderWeights', {
      'x-availability': 'available',
      ...responding(200, record({ kilograms: { type: 'number' } }), { kilograms: 'as authored' }),
    }),
  };
  return document;
}

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(branch())));
afterAll(() => sandbox.close());

describe('a branch', () => {
  let world: TestWorld;
  beforeEach(async () => void (world = await createWorld(sandbox)));

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { 'X-API-Key': world.key, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.text();
    return {
      status: response.status,
      body: answer === '' ? undefined : (JSON.parse(answer) as typeof EXAMPLE),
      by: response.headers.get('x-answered-by'),
    };
  }
  const create = async (note: string) => (await call('POST', '/orders', { note, status: 'open' })).body!;

  it('returns the example of a new operation until the first creation', async () => {
    expect(await call('GET', '/orders')).toMatchObject({ status: 200, body: [EXAMPLE], by: 'mock' });
    expect(await call('GET', '/orders/12')).toMatchObject({ status: 200, body: EXAMPLE, by: 'mock' });
  });

  it('reads and lists the records that the caller created, and no example', async () => {
    const [one, two] = [await create('one'), await create('two')];
    expect([Number.isInteger(one.id), one.note, one.id === two.id]).toEqual([true, 'one', false]);
    expect(await call('GET', `/orders/${one.id}`)).toMatchObject({ status: 200, body: one, by: 'world' });
    expect(await call('GET', '/orders')).toMatchObject({ status: 200, body: [one, two] });
    expect((await call('GET', '/orders/12')).status).toBe(404);
  });

  it('replaces a record', async () => {
    const { id } = await create('one');
    const replaced = await call('PUT', `/orders/${id}`, { note: 'urgent', status: 'open' });
    expect(replaced).toMatchObject({ status: 200, body: { id, note: 'urgent', status: 'open' } });
    expect((await call('GET', `/orders/${id}`)).body).toEqual(replaced.body);
  });

  it('returns 404 for a deleted record', async () => {
    const { id } = await create('one');
    expect((await call('DELETE', `/orders/${id}`)).status).toBe(204);
    expect((await call('GET', `/orders/${id}`)).status).toBe(404);
    expect((await call('GET', '/orders')).body).toEqual([]);
  });

  it.each([
    ['note=one', ['one']],
    ['note=one&note=two', ['one', 'two']],
    ['note=other', []],
    ['note=one&status=closed', []],
  ])('filters the list by ?%s', async (query, notes) => {
    await create('one');
    await create('two');
    const { body } = await call('GET', `/orders?${query}`);
    expect((body as unknown as (typeof EXAMPLE)[]).map(({ note }) => note)).toEqual(notes);
  });

  it('mocks an available operation without a handler, and serves its example as it is', async () => {
    expect(await call('GET', '/order-weights')).toEqual({
      status: 200,
      body: { kilograms: 'as authored' },
      by: 'mock',
    });
  });

  it('serves released operations with their handlers', async () => {
    const { status, body, by } = await call('GET', '/facilities');
    expect([status, (body as unknown as object[]).length, by]).toEqual([200, 13, 'server']);
  });

  it.each([
    ['a line break', '1.0\r\nX-Evil: yes', '1.0%0D%0AX-Evil: yes'],
    ['a non-Latin letter', '1.0-\u03b2', '1.0-%CE%B2'],
    ['an unpaired surrogate', '1.0-\ud83d', '1.0-%EF%BF%BD'],
    ['10,000 characters', 'v'.repeat(10_000), 'v'.repeat(100)],
  ])('escapes a version with %s in X-Contract-Version', async (_what, version, escaped) => {
    await sandbox.server.replace({ ...branch(), info: { title: 'Orders', version } });
    const response = await fetch(`${sandbox.url}/orders`, { headers: { 'X-API-Key': world.key } });
    expect([response.status, response.headers.get('x-contract-version')]).toEqual([200, escaped]);
    expect(response.headers.has('x-evil')).toBe(false);
  });
});

type Edit = (document: ContractDocument) => void;
const orders = (document: ContractDocument) =>
  document.paths['/orders'] as Record<string, Record<string, unknown>>;
const FOREIGN: [what: string, problem: string, edit: Edit][] = [
  ['of OpenAPI 3.0', '#/openapi is 3.0.3.', (document) => void (document.openapi = '3.0.3')],
  [
    'with another API key',
    '#/components/securitySchemes/ApiKey differs.',
    ({ components }) => void (components['securitySchemes'] = {}),
  ],
  [
    'without a released operation',
    '#/paths/~1facilities/get is not getFacilities.',
    ({ paths }) => void delete paths['/facilities'],
  ],
  [
    'with an operation without an operationId',
    '#/paths/~1orders/get has the operationId undefined.',
    (document) => void delete orders(document).get!['operationId'],
  ],
  [
    'with an operation without x-availability',
    '#/paths/~1orders/get has the x-availability undefined.',
    (document) => void delete orders(document).get!['x-availability'],
  ],
  [
    'with a path of the console',
    '#/paths/~1docs/get has a path of the console.',
    ({ paths }) => void (paths['/docs'] = { get: operation('getDocs', responding(200, text, '')) }),
  ],
  [
    'with text beside a parameter in a path segment',
    '#/paths/~1orders~1{id}.json/get combines text and a parameter in one path segment.',
    ({ paths }) =>
      void (paths['/orders/{id}.json'] = { get: operation('getOrderFile', responding(200, ORDER, EXAMPLE)) }),
  ],
  [
    'with a parameter in an unsupported style',
    '#/paths/~1orders/get has the object filter in an unsupported style.',
    (document) =>
      void (orders(document).get!['parameters'] = [
        { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
      ]),
  ],
  [
    'with a body in XML',
    '#/paths/~1orders/post accepts application/xml.',
    (document) =>
      void (orders(document).post!['requestBody'] = { content: { 'application/xml': { schema: text } } }),
  ],
  [
    'with a picture as response',
    '#/paths/~1orders/get returns image/png.',
    (document) =>
      void (orders(document).get!['responses'] = {
        200: { description: 'One.', content: { 'image/png': { schema: text } } },
      }),
  ],
  [
    'with a schema that does not compile',
    '#/paths/~1orders/get has a schema that does not compile:',
    (document) => void (orders(document).get!['responses'] = responding(200, { minimum: 'x' }, 1).responses),
  ],
];

describe('a document', () => {
  it.each(FOREIGN)('%s is rejected with its place and the command of Prism', async (_what, problem, edit) => {
    const document = branch();
    edit(document);
    const { message } = await sandbox.server.replace(document).then(
      () => new Error('The sandbox accepted the document.'),
      (error: unknown) => error as Error,
    );
    expect(message).toContain(problem);
    expect(message).toMatch(/ For other documents, run: npx @stoplight\/prism-cli mock FILE$/);
    expect((await sandbox.client('GET', '/orders')).status).toBe(200);
  });
});

describe('a pattern of a branch', () => {
  const replaceWith = (schema: object) => {
    const document = branch();
    document.components['schemas']!['Note'] = { type: 'object', ...schema };
    return sandbox.server.replace(document).then(
      () => 'accepted',
      (error: unknown) => (error as Error).message,
    );
  };

  it.each([
    String.raw`(a+)+$`,
    String.raw`(\w|\d)*!`,
    String.raw`^(.*a){12}$`,
    String.raw`(x+x+)+y`,
    String.raw`\s*\s*\s*\s*$`,
    String.raw`^id:(?:a|b|ab)*$`,
  ])('%s is rejected with its place, because it needs seconds', async (pattern) => {
    expect(await replaceWith({ properties: { y: { type: 'string', pattern } } })).toMatch(
      /^#\/components\/schemas\/Note\/properties\/y\/pattern needs more than a second for a text of [\d,]+ characters\. Rewrite it/,
    );
  });

  it('is rejected as a key of patternProperties and inside of a property with the name of a keyword', async () => {
    expect(await replaceWith({ patternProperties: { '^(a+)+$': text } })).toMatch(
      /^#\/components\/schemas\/Note\/patternProperties\/\^\(a\+\)\+\$ needs more/,
    );
    expect(await replaceWith({ properties: { example: { items: { pattern: '^(a+)+$' } } } })).toMatch(
      /\/properties\/example\/items\/pattern needs more/,
    );
  });

  it('is rejected when JavaScript does not know it', async () => {
    expect(await replaceWith({ properties: { y: { pattern: '(?>a)' } } })).toMatch(
      /^#\/components\/schemas\/Note\/properties\/y\/pattern is no regular expression of JavaScript: .* Correct it\.$/,
    );
  });

  it('is accepted when it is sound, and as a name or a value', async () => {
    const sound = [
      ...[
        String.raw`^\S+@\S+$`,
        String.raw`\s+$`,
        String.raw`^[a-z0-9]+(?:-[a-z0-9]+)*$`,
        String.raw`[\-\:]`,
      ],
      ...[String.raw`^(?:[^"\\]|\\.)*$`, String.raw`^(?!-)(?:[a-z0-9-]{1,63}\.)+[a-z]{2,}$`, '^.{0,255}$'],
    ];
    expect(
      await replaceWith({
        properties: {
          pattern: { type: 'string', enum: ['(a+)+$'] },
          ...Object.fromEntries(sound.map((pattern, index) => [`f${index}`, { pattern }])),
        },
        example: { pattern: '(a+)+$' },
      }),
    ).toBe('accepted');
  });

  it('is accepted when it is one of this contract', () => {
    expect([...patternFaults(contractDocument)]).toEqual([]);
  });
});
