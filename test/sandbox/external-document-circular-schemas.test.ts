// Tests circular schemas of external documents: parents whose subtypes include the parent.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = (required: string[], properties: object) => ({ type: 'object', required, properties });

const parent = (choice: object) => ({
  ...record(['kind', 'volts'], { kind: { type: 'string' }, volts: { type: 'integer' } }),
  ...choice,
});
const breaker = record(['poles'], { kind: { const: 'Breaker' }, poles: { type: 'integer' } });
const recloser = record(['shots'], { kind: { const: 'Recloser' }, shots: { type: 'integer' } });
const subtypesOf = (name: string) => ({
  [`${name}Breaker`]: { allOf: [ref(name), breaker] },
  [`${name}Recloser`]: { allOf: [ref(name), recloser] },
});
const both = (name: string) => [ref(`${name}Breaker`), ref(`${name}Recloser`)];

/** Each family of schemas expresses inheritance in another form. Its parent has the name of the family. */
const FAMILIES = {
  OneOf: { OneOf: parent({ oneOf: both('OneOf') }), ...subtypesOf('OneOf') },
  AnyOf: { AnyOf: parent({ anyOf: both('AnyOf') }), ...subtypesOf('AnyOf') },
  Nested: { Nested: parent({ allOf: [{ oneOf: both('Nested') }] }), ...subtypesOf('Nested') },
  Inline: {
    Inline: parent({ oneOf: [{ allOf: [ref('Inline'), breaker] }, { allOf: [ref('Inline'), recloser] }] }),
  },
  Between: {
    Between: parent({ oneOf: both('Powered') }),
    Powered: { allOf: [ref('Between'), { type: 'object' }] },
    ...subtypesOf('Powered'),
  },
  Alias: { Alias: parent({ oneOf: both('Other') }), Other: ref('Alias'), ...subtypesOf('Other') },
  AliasOfKind: {
    AliasOfKind: parent({ oneOf: [ref('One'), ref('Two')] }),
    One: ref('AliasOfKindBreaker'),
    Two: ref('AliasOfKindRecloser'),
    ...subtypesOf('AliasOfKind'),
  },
  Beside: {
    Beside: parent({ oneOf: both('Beside') }),
    BesideBreaker: { ...ref('Beside'), ...breaker },
    BesideRecloser: { ...ref('Beside'), ...recloser },
  },
  Levels: {
    Levels: parent({ oneOf: [ref('Live'), ref('Dead')] }),
    Dead: { allOf: [ref('Levels'), { properties: { kind: { const: 'Dead' } } }] },
    Live: { allOf: [ref('Levels')], oneOf: both('Live') },
    ...subtypesOf('Live'),
  },
};

const schemas = {
  ...Object.assign({}, ...Object.values(FAMILIES)),
  // Another choice than the one between subtypes remains valid for each subtype.
  Rated: { ...parent({ oneOf: both('Rated') }), anyOf: [record(['amps'], {}), record(['watts'], {})] },
  ...subtypesOf('Rated'),
  Itself: { allOf: [ref('Itself')] },
  Chosen: { oneOf: [ref('Choosing'), { type: 'string' }] },
  Choosing: { anyOf: [ref('Chosen'), { type: 'integer' }] },
  Named: ref('NamedToo'),
  NamedToo: ref('Named'),
  Denied: { not: ref('Denied') },
  Holding: record([], { inside: { type: 'array', items: ref('Chosen') } }),
} as Record<string, object>;

const SHOWN = { example: { kind: 'Breaker', volts: 4, poles: 3, amps: 5 } };
const respondingWith = (media: object) => ({
  responses: { 200: { description: 'One.', content: { 'application/json': media } } },
});
const accepting = (name: string) => ({
  requestBody: { required: true, content: { 'application/json': { schema: ref(name) } } },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Circles', version: '1.0.0' },
  components: { schemas },
  paths: {
    ...Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `/${name}`,
        {
          get: { summary: 'Read', ...respondingWith({ schema: ref(name), ...SHOWN }) },
          post: { summary: 'Add', ...accepting(name), ...respondingWith(SHOWN) },
        },
      ]),
    ),
    '/list': {
      get: {
        summary: 'List',
        ...respondingWith({ schema: { type: 'array', minItems: 1, items: ref('Levels') } }),
      },
    },
    '/filtered': {
      get: {
        summary: 'List',
        parameters: [{ name: 'kind', in: 'query', schema: ref('Chosen') }],
        ...respondingWith({ example: 1 }),
      },
    },
  },
} as unknown as ContractDocument;
const authored = structuredClone(document);

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

async function call(path: string, sent?: object) {
  const init = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) };
  const answer = await fetch(sandbox.url + path, {
    ...init,
    headers: { 'X-API-Key': sandbox.key, 'Content-Type': 'application/json' },
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const statusOf = async (name: string, sent: object): Promise<number> => (await call(`/${name}`, sent)).status;

test.each(Object.keys(FAMILIES))(
  '%s: a value is validated against its subtype and the common parent',
  async (name) => {
    expect(await call(`/${name}`)).toMatchObject({ status: 200, body: { kind: 'Breaker' } });
    expect(await statusOf(name, { kind: 'Breaker', volts: 4, poles: 3 })).toBe(200);
    expect(await statusOf(name, { kind: 'Recloser', volts: 4, shots: 3 })).toBe(200);
    expect(await statusOf(name, { kind: 'Recloser', volts: 4, poles: 3 })).toBe(400);
    expect(await statusOf(name, { kind: 'Fuse', volts: 4, poles: 3, shots: 3 })).toBe(400);
    expect(await statusOf(name, { kind: 'Breaker', poles: 3 })).toBe(400);
  },
);

test('a subtype that is referenced directly is validated against its parents at every level', async () => {
  for (const name of ['OneOfBreaker', 'PoweredBreaker', 'BesideBreaker', 'LiveBreaker']) {
    expect([name, await statusOf(name, { kind: 'Breaker', volts: 4, poles: 3 })]).toEqual([name, 200]);
    expect([name, await statusOf(name, { kind: 'Breaker', poles: 3 })]).toEqual([name, 400]);
  }
  expect(await statusOf('RatedBreaker', { kind: 'Breaker', volts: 4, poles: 3, watts: 20 })).toBe(200);
  expect(await statusOf('RatedBreaker', { kind: 'Breaker', volts: 4, poles: 3 })).toBe(400);
});

test('generates a response from nested subtypes', async () => {
  const { status, body } = await call('/list');
  expect([
    status,
    (body as { kind: string; volts: number }[]).every(
      ({ kind, volts }) => ['Breaker', 'Recloser', 'Dead'].includes(kind) && Number.isInteger(volts),
    ),
  ]).toEqual([200, true]);
});

test('an infinite schema is reported once, and its operations return 501 with the reason', async () => {
  const reported = sandbox.server.contract.operations.filter(({ unsupported }) => unsupported !== undefined);
  const names = ['Itself', 'Chosen', 'Choosing', 'Named', 'NamedToo', 'Denied', 'Holding'];
  expect(reported.map(({ operationId }) => operationId)).toEqual([
    ...names.flatMap((name) => [`GET /${name}`, `POST /${name}`]),
    'GET /filtered',
  ]);
  for (const [path, sent] of [['/Itself'], ['/Holding', { inside: [] }], ['/filtered?kind=x']] as [
    string,
    object?,
  ][]) {
    const { status, body } = await call(path, sent);
    expect([status, (body as { message: string }).message]).toEqual([
      501,
      expect.stringContaining('one of its schemas is circular: it applies itself to the same value'),
    ]);
  }
});

test('leaves the loaded document unchanged', () => {
  expect(document).toEqual(authored);
});
