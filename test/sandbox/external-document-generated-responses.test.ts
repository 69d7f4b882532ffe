// Tests responses that are generated from schemas of external documents without examples.
import type { ContractDocument } from '../../src/contract/document';
import { schemasOf } from '../../src/contract/schemas';
import { type Sandbox, startSandbox } from '../support/sandbox';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = (required: string[], properties: object) => ({ type: 'object', required, properties });
const list = (items: object, limits: object = {}) => ({ type: 'array', items, ...limits });

const schemas = {
  Tree: record(['name', 'branches'], { name: { type: 'string', maxLength: 4 }, branches: list(ref('Tree')) }),
  Ancestor: record(['volts'], { volts: { type: 'integer', minimum: 3 }, parent: ref('Ancestor') }),
  Chain: record(['next'], { next: { anyOf: [ref('Chain'), { type: 'null' }] } }),
  Feeder: record(['bus'], { bus: ref('Bus') }),
  Bus: record(['feeders'], { feeders: list(ref('Feeder'), { maxItems: 2 }) }),
  Coded: record(['code'], { code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{2}$' } }),
  Unlike: record(['code'], { code: { type: 'string', not: {} } }),
  Endless: record(['next'], { next: ref('Endless') }),
  EndlessList: record(['rows'], {
    rows: list({ oneOf: [ref('EndlessList'), { allOf: [ref('Endless')] }] }, { minItems: 1 }),
  }),
  // Documents of OpenAPI 3.0 often have this form.
  Switch: {
    ...record(['kind'], { kind: { type: 'string' } }),
    oneOf: [ref('Breaker'), ref('Recloser')],
    discriminator: { propertyName: 'kind' },
  },
  Breaker: {
    allOf: [ref('Switch'), record(['poles'], { kind: { const: 'Breaker' }, poles: { type: 'integer' } })],
  },
  Recloser: {
    allOf: [ref('Switch'), record(['shots'], { kind: { const: 'Recloser' }, shots: { type: 'integer' } })],
  },
  Exemplary: record(['next'], { next: ref('Exemplary') }),
};

const respondingWith = (media: object) => ({
  get: {
    summary: 'Read',
    responses: { 200: { description: 'One.', content: { 'application/json': media } } },
  },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Made up', version: '1.0.0' },
  components: { schemas },
  paths: {
    ...Object.fromEntries(
      Object.keys(schemas).map((name) => [`/${name}`, respondingWith({ schema: ref(name) })]),
    ),
    '/Trees': respondingWith({ schema: list(ref('Tree')) }),
    '/Switches': {
      ...respondingWith({ schema: list(ref('Switch'), { minItems: 1 }) }),
      post: {
        ...respondingWith({ schema: ref('Switch') }).get,
        requestBody: { content: { 'application/json': { schema: ref('Switch') } } },
      },
    },
    '/Exemplary': respondingWith({ schema: ref('Exemplary'), example: { next: 'what breaks the schema' } }),
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

const read = async (name: string, prefer: Record<string, string> = {}) => {
  const answer = await fetch(`${sandbox.url}/${name}`, { headers: { 'X-API-Key': sandbox.key, ...prefer } });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

test.each(['Tree', 'Trees', 'Ancestor', 'Chain', 'Feeder', 'Bus', 'Coded'])(
  '%s, which is circular or has strict constraints, gets a response that matches its schema',
  async (name) => {
    const validate = schemasOf(document).of(name === 'Trees' ? list(ref('Tree')) : ref(name));
    for (const prefer of [{}, { Prefer: 'dynamic=true' }]) {
      const { status, body } = await read(name, prefer);
      expect([status, validate(body), validate.errors]).toEqual([200, true, null]);
    }
  },
);

test('generates and validates a circular parent as one of its subtypes', async () => {
  const isKind = (made: unknown): boolean => {
    const { kind, poles, shots } = made as Record<string, unknown>;
    return (
      (kind === 'Breaker' && Number.isInteger(poles)) || (kind === 'Recloser' && Number.isInteger(shots))
    );
  };
  for (const prefer of [{}, { Prefer: 'dynamic=true' }]) {
    const { status, body } = await read('Switches', prefer);
    expect([status, (body as unknown[]).length > 0 && (body as unknown[]).every(isKind)]).toEqual([
      200,
      true,
    ]);
  }
  const send = async (sent: object) =>
    (
      await fetch(`${sandbox.url}/Switches`, {
        method: 'POST',
        headers: { 'X-API-Key': sandbox.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      })
    ).status;
  expect([
    await send({ kind: 'Breaker', poles: 3 }),
    await send({ kind: 'Breaker', poles: 'three' }),
    await send({ kind: 'Fuse', poles: 3 }),
  ]).toEqual([200, 400, 400]);
});

test('lists only infinite schemas as unsupported at startup', () => {
  const reported = sandbox.server.contract.operations.flatMap(({ operationId, unsupported }) =>
    unsupported === undefined ? [] : [`${operationId}: ${unsupported}`],
  );
  const reason = 'its response has no example and an infinite schema: the schema requires itself';
  expect(reported).toEqual([`GET /Endless: ${reason}`, `GET /EndlessList: ${reason}`]);
});

test.each(['Unlike'])(
  'returns 501 with the reason for %s, when no generated value matches the schema',
  async (name) => {
    const { status, body } = await read(name);
    expect([status, (body as { message: string }).message]).toEqual([
      501,
      expect.stringContaining(`GET /${name} cannot return 200 here: no generated value matches its schema: `),
    ]);
  },
);

test('serves an example that breaks its schema unchanged, and reports it at startup', async () => {
  expect(await read('Exemplary')).toEqual({ status: 200, body: { next: 'what breaks the schema' } });
  expect(sandbox.server.startupReport()).toContain(
    'The 200 example example of GET /Exemplary breaks its schema and is served unchanged: ' +
      '/next must be object.',
  );
});
