// Tests an external document: its operations, errors and headers.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const json = (value: unknown, schema: object = {}) => ({
  'application/json': { schema, examples: { shown: { value } } },
});

/** A document of another author, with its own errors. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Substations', version: '1.0.0' },
  components: {},
  paths: {
    '/substations': {
      get: {
        operationId: 'getSubstations',
        summary: 'List',
        responses: {
          200: { description: 'All.', content: json([]) },
          402: {
            description: 'A code that the catalog does not have.',
            content: json({ error: 'payment_required', message: 'Pay first.', invoice: 7 }),
          },
          403: { description: 'A name that every object has.', content: json({ error: 'toString' }) },
          404: {
            description: 'One of the catalog.',
            content: json({ error: 'not_found', message: 'There is none.' }),
          },
          409: {
            description: 'One of the catalog, of another status.',
            content: json({ error: 'not_found', message: 'There is none.' }),
          },
          410: { description: 'Nothing to read.' },
          422: {
            description: 'A problem.',
            content: {
              'application/problem+json': { schema: {}, examples: { shown: { value: { title: 'Not so' } } } },
            },
          },
        },
      },
      post: {
        operationId: 'createSubstation',
        summary: 'Create',
        parameters: [
          { name: 'X-Site', in: 'header', required: true, schema: { type: 'string', maxLength: 3 } },
          { name: 'X-Shift', in: 'header', schema: { type: 'integer' } },
          ...['Accept', 'Content-Type', 'Authorization'].map((name) => ({
            name,
            in: 'header',
            required: true,
            schema: { const: 'ignored' },
          })),
        ],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: {
                  file: { type: 'string', format: 'binary', maxLength: 100 },
                  picture: { type: 'string', format: 'binary' },
                },
              },
              encoding: { picture: { contentType: 'IMAGE/*, application/pdf; version=2' } },
            },
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: { 201: { description: 'Created.', content: json({ name: 'Ashford' }) } },
      },
    },
    '/substations/{substationId}/facility': {
      parameters: [{ name: 'substationId', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getFacility',
        summary: 'Read',
        responses: { 200: { description: 'One.', content: json({ name: 'Ashford' }) } },
      },
    },
  },
} as unknown as ContractDocument;

describe('the version of a document', () => {
  it.each([
    ['a line break', '1.0\r\nX-Evil: yes', '1.0%0D%0AX-Evil: yes'],
    ['a non-Latin letter', '1.0-\u03b2', '1.0-%CE%B2'],
    ['an unpaired surrogate', '1.0-\ud83d', '1.0-%EF%BF%BD'],
    ['no text', null, 'null'],
    ['10,000 characters', 'v'.repeat(10_000), 'v'.repeat(100)],
  ])(
    'with %s is escaped in X-Contract-Version, and every response stays JSON',
    async (_what, version, escaped) => {
      const other = await startSandbox({
        ...document,
        info: { ...document.info, version: version as string },
      });
      for (const [path, status] of [
        ['/substations', 200],
        ['/nowhere', 404],
      ] as const) {
        const response = await fetch(other.url + path, { headers: { 'X-API-Key': other.key } });
        expect([response.status, response.headers.get('x-contract-version')]).toEqual([status, escaped]);
        expect(response.headers.has('x-evil')).toBe(false);
        await response.json();
      }
      await other.close();
    },
  );
});

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

it.each([
  [402, 'application/json; charset=utf-8', '{"error":"payment_required","message":"Pay first.","invoice":7}'],
  [403, 'application/json; charset=utf-8', '{"error":"toString"}'],
  [404, 'application/json; charset=utf-8', '{"error":"not_found","message":"There is none."}'],
  [409, 'application/json; charset=utf-8', '{"error":"not_found","message":"There is none."}'],
  [410, null, ''],
  [422, 'application/problem+json; charset=utf-8', '{"title":"Not so"}'],
])('returns error %d as the document declares it', async (code, type, text) => {
  const answer = await fetch(`${sandbox.url}/substations`, {
    headers: { 'X-API-Key': sandbox.key, Prefer: `code=${code}` },
  });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    code,
    type,
    text,
  ]);
  expect([answer.headers.get('cache-control'), answer.headers.get('x-answered-by')]).toEqual([
    'no-store',
    'mock',
  ]);
});

async function create(
  body: string | FormData,
  headers: Record<string, string> = { 'X-Site': 'ASH' },
): Promise<unknown[]> {
  const type: Record<string, string> = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  const answer = await fetch(`${sandbox.url}/substations`, {
    method: 'POST',
    body,
    headers: { 'X-API-Key': sandbox.key, ...type, ...headers },
  });
  return [answer.status, ((await answer.json()) as { details?: object[] }).details];
}

const NAMED = '{"name":"Ashford"}';

function formWith(files: Record<string, Blob>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) form.append(name, file, name);
  return form;
}

const FILE = new Blob(['x']);

it('rejects a missing required header, but no missing optional or reserved header', async () => {
  expect(await create(NAMED)).toEqual([201, undefined]);
  expect(await create(NAMED, {})).toEqual([400, [{ field: 'X-Site', message: 'is required' }]]);
  expect(await create(NAMED, { 'X-Site': 'ASH', 'X-Shift': '2' })).toEqual([201, undefined]);
  expect(await create(NAMED, { 'X-Site': 'Ashford' })).toEqual([
    400,
    [{ field: 'X-Site', message: 'must have at most 3 characters' }],
  ]);
});

it('mocks an operation that shares only its operationId with ours', async () => {
  const answer = await fetch(`${sandbox.url}/substations/ash/facility`, {
    headers: { 'X-API-Key': sandbox.key },
  });
  expect([answer.status, await answer.json()]).toEqual([200, { name: 'Ashford' }]);
});

it('validates a body against the schema of its media type', async () => {
  expect(await create('{"file":"x"}')).toEqual([400, [{ field: 'name', message: 'is required' }]]);
  expect(await create(formWith({ file: FILE }))).toEqual([201, undefined]);
  expect(await create(formWith({ other: FILE }))).toEqual([400, [{ field: 'file', message: 'is required' }]]);
});

it.each([
  [201, 'image/png'],
  [201, 'application/pdf'],
  [415, 'text/png'],
  [415, 'imagery/png'],
  [415, ''],
])(
  'returns %i for a file of the media type %j, when the document accepts all images and PDF',
  async (status, type) => {
    expect(
      (await create(formWith({ file: FILE, picture: new Blob(['x'.repeat(100_000)], { type }) })))[0],
    ).toBe(status);
  },
);
