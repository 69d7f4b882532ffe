// Tests which recorded calls use the changed part of an edit.
import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CallerEvidence, readCallers } from '../../src/review/callers/recordings';
import { callersText, createCallerFinder, limitsOfEvidence } from '../../src/review/callers/callers';
import { OpenApiDocument } from '../../src/review/model/document';
import { readOperations } from '../../src/review/model/operations';
import { temporaryFolder } from '../support/folder';
import { type Doc, editsAfter, fields, operation, type Planted, schemas, world } from './world';

const folder = temporaryFolder();

interface Call {
  method: string;
  url: string;
  headers?: [name: string, value: string][];
  /** JSON, unless `type` names another media type of a text. */
  body?: unknown;
  type?: string;
  status?: number;
  response?: unknown;
}

const postData = (body: unknown, type: string | undefined) =>
  type === undefined
    ? { mimeType: 'application/json', text: JSON.stringify(body) }
    : { mimeType: type, text: String(body) };

const har = (calls: Call[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: calls.map(({ method, url, headers = [], body, type, status = 200, response }) => ({
        request: {
          method,
          url: `https://api.example.com${url}`,
          headers: headers.map(([name, value]) => ({ name, value })),
          ...(body === undefined ? {} : { postData: postData(body, type) }),
        },
        response: {
          status,
          headers: [],
          content:
            response === undefined ? {} : { mimeType: 'application/json', text: JSON.stringify(response) },
        },
      })),
    },
  });

const ACME: Call[] = [
  {
    method: 'GET',
    url: '/v1/assets?rating=low',
    response: { data: [{ id: 'ca_1', owner: { name: 'A', phone: '1' } }] },
  },
  { method: 'POST', url: '/v1/assets', body: { name: 'Relay', notes: 'New', rating: 'low' }, status: 201 },
  { method: 'POST', url: '/v1/assets', body: { name: 'Pump', tags: ['a'] }, status: 201 },
  { method: 'DELETE', url: '/v1/assets/ca_1', status: 204 },
];
const BETA: Call[] = [
  { method: 'POST', url: '/v1/assets', body: { name: 'Valve', notes: null }, status: 400 },
];
const USAGE = {
  organization: 'acme',
  usage: [
    { key: 'key_1', name: 'sync', operationId: 'createAsset', day: '2026-06-01', requests: 4 },
    { key: 'key_2', name: 'import', operationId: 'createAsset', day: '2026-06-09', requests: 1 },
    { key: 'key_1', name: 'sync', operationId: null, day: '2026-06-10', requests: 1 },
  ],
};

beforeAll(() => {
  mkdirSync(join(folder, 'calls'));
  writeFileSync(join(folder, 'calls/acme.har'), har(ACME));
  writeFileSync(join(folder, 'calls/beta.har'), har(BETA));
  writeFileSync(join(folder, 'usage.json'), JSON.stringify(USAGE));
});

const operations = [...readOperations(new OpenApiDocument('base', world())).values()];
const callersOf = (mutate: Planted['mutate'], evidence: CallerEvidence): string => {
  const [edit] = editsAfter({ mutate });
  expect(edit!.level).toBe('breaking');
  const head = world();
  mutate(head);
  return callersText(createCallerFinder(evidence, operations, head)(edit!));
};

it.each<[what: string, mutate: Planted['mutate'], text: string]>([
  [
    'a removed operation',
    (d) => delete d.paths['/assets/{id}'],
    '1 of 2 recordings, 1 call; first: acme.har #4',
  ],
  [
    'a removed request field',
    (d) => delete fields(d, 'CreateAsset').notes,
    '2 of 2 recordings, 2 calls; first: acme.har #2',
  ],
  ['a field that no call sends', (d) => delete fields(d, 'CreateAsset').code, '0 of 2 recordings'],
  [
    'a new required field',
    (d) => schemas(d).CreateAsset.required.push('notes'),
    '1 of 2 recordings, 1 call; first: acme.har #3',
  ],
  [
    'a removed value of a query and a body',
    (d) => schemas(d).Rating.enum.pop(),
    '1 of 2 recordings, 2 calls; first: acme.har #1',
  ],
  ['a value that no call sends', (d) => schemas(d).Rating.enum.shift(), '0 of 2 recordings'],
  [
    'a removed parameter',
    (d) => operation(d, 'listAssets').parameters.splice(1, 1),
    '1 of 2 recordings, 1 call; first: acme.har #1',
  ],
  [
    'a parameter that no call sends',
    (d) => operation(d, 'listAssets').parameters.splice(2, 1),
    '0 of 2 recordings',
  ],
  [
    'a new required parameter',
    (d) => operation(d, 'listAssets').parameters.push({ name: 'a', in: 'query', required: true, schema: {} }),
    '1 of 2 recordings, 1 call; first: acme.har #1',
  ],
  [
    'a nested response field',
    (d) => delete fields(d, 'Owner').phone,
    '1 of 2 recordings, 1 call; first: acme.har #1',
  ],
  [
    'items of a request field',
    (d) => (fields(d, 'CreateAsset').tags.items = { type: 'integer' }),
    '1 of 2 recordings, 1 call; first: acme.har #3',
  ],
  [
    'a success status',
    (d) => {
      const { responses } = operation(d, 'deleteAsset');
      responses[202] = responses[204];
      delete responses[204];
    },
    '1 of 2 recordings, 1 call; first: acme.har #4',
  ],
])('finds the calls that use %s', async (_, mutate, text) => {
  expect(callersOf(mutate, await readCallers([join(folder, 'calls')]))).toBe(text);
});

it.each<[what: string, call: Call, mutate: Planted['mutate']]>([
  [
    'a path behind the prefix of a gateway',
    { method: 'DELETE', url: '/gateway/v1/assets/ca_1' },
    (d) => delete d.paths['/assets/{id}'],
  ],
  ['an encoded path', { method: 'DELETE', url: '/v1//%61ssets/ca_1' }, (d) => delete d.paths['/assets/{id}']],
  [
    'a value in a list with commas',
    { method: 'GET', url: '/v1/assets?rating=high,low' },
    (d) => schemas(d).Rating.enum.pop(),
  ],
])('finds the calls that use %s', async (_, call, mutate) => {
  writeFileSync(join(folder, 'one.har'), `\uFEFF${har([{ method: 'GET', url: '/v1/none' }, call])}`);
  expect(callersOf(mutate, await readCallers([join(folder, 'one.har')]))).toBe(
    '1 of 1 recordings, 1 call; first: one.har #2',
  );
});

it('ignores WebSockets, and a body of another media type', async () => {
  const file = join(folder, 'browser.har');
  const { log } = JSON.parse(har([{ method: 'POST', url: '/v1/assets', body: { notes: 'a' } }]));
  log.entries[0].request.postData.mimeType = 'application/x-www-form-urlencoded';
  log.entries.unshift({ request: { method: 'GET', url: 'wss://api.example.com/' }, response: {} });
  writeFileSync(file, JSON.stringify({ log }));
  const evidence = await readCallers([file]);
  expect(callersOf((d) => delete fields(d, 'CreateAsset').notes, evidence)).toBe('0 of 1 recordings');
});

it('counts the request of a call without a response, for example one that a fault dropped', async () => {
  const file = join(folder, 'dropped.har');
  const { log } = JSON.parse(har([{ method: 'POST', url: '/v1/assets', body: { notes: 'a' }, status: 0 }]));
  log.entries[0]._fault = { method: 'POST', path: '/assets', drop: 'after' };
  log.entries[0].response.content = { size: 0, mimeType: '', text: '' };
  writeFileSync(file, JSON.stringify({ log }));
  const evidence = await readCallers([file]);
  expect(callersOf((d) => delete fields(d, 'CreateAsset').notes, evidence)).toBe(
    '1 of 1 recordings, 1 call; first: dropped.har #1',
  );
  expect(callersOf((d) => delete fields(d, 'Owner').phone, evidence)).toBe('0 of 1 recordings');
});

/** Returns a recording of lists of assets, of which each has one more entry than its `content` describes. */
function recordedLists(name: string, ...contents: object[]): string {
  const file = join(folder, name);
  const { log } = JSON.parse(har(contents.map(() => ({ method: 'GET', url: '/v1/assets' }))));
  contents.forEach((content, index) => Object.assign(log.entries[index].response, { content }));
  writeFileSync(file, JSON.stringify({ log }));
  return file;
}

const CUT = {
  mimeType: 'application/json',
  comment: 'The text is the beginning of the body.',
  text: '{"data":[{"id":"ca_1","owner":{"name":"A","phone":"1"}},{"id":"ca_2","owner":{"na',
};
const OUTLINE = {
  ...CUT,
  _outline: '{"data":[{"id":"ca_1","owner":{"name":"A"}},{"id":"ca_9","notes":"New"}]}',
};

it.each<[what: string, contents: object[], mutate: Planted['mutate'], text: string]>([
  [
    'reads the whole rows of a body that was cut',
    [CUT],
    (d) => delete fields(d, 'Owner').phone,
    '1 of 1 recordings, 1 call; first: lists.har #1',
  ],
  [
    'reads the whole rows of a body that another tool cut without a comment',
    [{ mimeType: 'application/json', text: CUT.text }],
    (d) => delete fields(d, 'Owner').phone,
    '1 of 1 recordings, 1 call; first: lists.har #1',
  ],
  [
    'counts calls whose missing part can have the field as not judged',
    [CUT, { mimeType: 'application/json', size: 700 }, { mimeType: 'application/json', text: '{"data":[]}' }],
    (d) => delete fields(d, 'Asset').notes,
    '0 of 1 recordings; 2 calls cannot be judged',
  ],
  [
    'reads the fields of the rows behind the cut from an outline',
    [OUTLINE],
    (d) => delete fields(d, 'Asset').notes,
    '1 of 1 recordings, 1 call; first: lists.har #1',
  ],
  [
    'knows from an outline that no row has the field',
    [OUTLINE],
    (d) => delete fields(d, 'Asset').labels,
    '0 of 1 recordings',
  ],
])('%s', async (_, contents, mutate, text) => {
  expect(callersOf(mutate, await readCallers([recordedLists('lists.har', ...contents)]))).toBe(text);
});

it('counts a 304 as not judged: the client uses a response that it had already', async () => {
  const file = join(folder, 'polls.har');
  writeFileSync(file, har([{ method: 'GET', url: '/v1/assets', status: 304 }]));
  expect(callersOf((d) => delete fields(d, 'Owner').phone, await readCallers([file]))).toBe(
    '0 of 1 recordings; 1 call cannot be judged',
  );
});

it('counts a request of which the recording has only the beginning as not judged for a new requirement', async () => {
  const file = join(folder, 'import.har');
  const { log } = JSON.parse(har([{ method: 'POST', url: '/v1/assets', body: { name: 'Relay' } }]));
  Object.assign(log.entries[0].request.postData, { text: '{"name":"Rel', comment: CUT.comment });
  writeFileSync(file, JSON.stringify({ log }));
  expect(callersOf((d) => schemas(d).CreateAsset.required.push('notes'), await readCallers([file]))).toBe(
    '0 of 1 recordings; 1 call cannot be judged',
  );
});

it.each<[what: string, mutate: Planted['mutate']]>([
  [
    'a removed success without a body, beside another success',
    (d) => delete operation(d, 'deleteAsset').responses[204],
  ],
  [
    'a new success, which no recorded call can have',
    (d) => (operation(d, 'deleteAsset').responses[202] = { description: 'Accepted' }),
  ],
])('finds the calls that %s concerns', async (_, mutate) => {
  expect(callersOf(mutate, await readCallers([join(folder, 'calls')]))).toBe(
    '1 of 2 recordings, 1 call; first: acme.har #4',
  );
});

it('counts the keys that used the operations of an edit, from a usage export', async () => {
  const evidence = await readCallers([join(folder, 'usage.json')]);
  expect(callersOf((d) => delete fields(d, 'CreateAsset').notes, evidence)).toBe(
    '2 keys used this operation, last on 2026-06-09',
  );
  expect(callersOf((d) => delete d.paths['/assets/{id}'], evidence)).toBe('no key used this operation');
  const both = await readCallers([join(folder, 'usage.json'), join(folder, 'calls/beta.har')]);
  expect(callersOf((d) => delete fields(d, 'CreateAsset').notes, both)).toBe(
    '1 of 1 recordings, 1 call; first: beta.har #1; 2 keys used this operation, last on 2026-06-09',
  );
});

it.each([
  ['a missing file', 'none.har', /none\.har does not exist\. Name a recording/],
  ['a file that is not JSON', 'text.har', /text\.har is not JSON\. /],
  ['a file of another kind', 'other.json', /other\.json has no log\.entries\. Pass a recording/],
])('rejects %s with its name', async (_, name, message) => {
  writeFileSync(join(folder, 'text.har'), 'x');
  writeFileSync(join(folder, 'other.json'), '{}');
  await expect(readCallers([join(folder, name)])).rejects.toThrow(message);
});

/** Returns the callers of an edit in one recording of calls. `before` applies to both documents first. */
async function callersIn(calls: Call[], mutate: Planted['mutate'], before?: Planted['before']) {
  const file = join(folder, 'acme-2.1.0.har');
  writeFileSync(file, har(calls));
  return findCallersIn(file, mutate, before);
}
async function findCallersIn(file: string, mutate: Planted['mutate'], before: Planted['before'] = () => {}) {
  const [base, head] = [world(), world()];
  before(base);
  before(head);
  mutate(head);
  const known = [...readOperations(new OpenApiDocument('base', base)).values()];
  const edit = editsAfter({ before, mutate }).find(({ level }) => level === 'breaking');
  return createCallerFinder(await readCallers([file]), known, head)(edit!);
}
const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const PAIR = { type: 'object', properties: { a: TEXT, b: TEXT } };
const list = (query: string, status = 200): Call => ({ method: 'GET', url: `/v1/assets${query}`, status });
const create = (body: object): Call => ({ method: 'POST', url: '/v1/assets', body, status: 201 });

it.each<[what: string, calls: Call[], mutate: Planted['mutate'], numbers: number[]]>([
  [
    'omit a parameter whose default changes',
    [list('?limit=100'), list('')],
    (d) => (d.components.parameters.Limit.schema.default = 25),
    [2],
  ],
  [
    'have a value above a lower limit',
    [create({ name: 'a'.repeat(20) }), create({ name: 'a'.repeat(120) })],
    (d) => (fields(d, 'CreateAsset').name.maxLength = 100),
    [2],
  ],
  [
    'have a number above a lower limit of a parameter',
    [list('?limit=50'), list('?limit=150')],
    (d) => (d.components.parameters.Limit.schema.maximum = 100),
    [2],
  ],
  [
    'have too few fields',
    [create({ name: 'a', notes: 'b' }), create({ name: 'a' })],
    (d) => (schemas(d).CreateAsset.minProperties = 2),
    [2],
  ],
  [
    'break a new pattern',
    [create({ name: 'a', notes: 'abc' }), create({ name: 'a', notes: '1' })],
    (d) => (fields(d, 'CreateAsset').notes.pattern = '^[a-z]+$'),
    [2],
  ],
  [
    'have a value of a type that is no longer allowed',
    [create({ name: 'a', notes: null }), create({ name: 'a', notes: 'b' })],
    (d) => (fields(d, 'CreateAsset').notes.type = ['integer', 'null']),
    [2],
  ],
  [
    'have a text that a parameter of another type does not take',
    [list('?rating=5'), list('?rating=low')],
    (d) => (schemas(d).Rating = { type: 'integer' }),
    [2],
  ],
  [
    'lack a field that another one needs',
    [create({ name: 'a', notes: 'b', rating: 'low' }), create({ name: 'a', notes: 'b' })],
    (d) => (schemas(d).CreateAsset.dependentRequired = { notes: ['rating'] }),
    [2],
  ],
  [
    'have an encoded slash or percent sign in a path parameter that breaks a new pattern',
    ['a1', 'b%2Fc', 'b%2fc', 'a%2Fb', 'a%252Fb', 'a%'].map((id) => ({
      method: 'DELETE',
      url: `/v1/assets/${id}`,
    })),
    (d) => (schemas(d).AssetId = { ...TEXT, pattern: '^a[0-9%/]' }),
    [2, 3],
  ],
])('counts exactly the calls that %s', async (_, calls, mutate, numbers) => {
  expect((await callersIn(calls, mutate)).by).toEqual([
    { file: 'acme-2.1.0.har', name: 'acme', version: '2.1.0', calls: numbers },
  ]);
});

it('leaves out calls with 401, and says so once', async () => {
  const { calls } = await callersIn([list('?rating=low', 401), list('?rating=low')], (d) =>
    operation(d, 'listAssets').parameters.splice(1, 1),
  );
  expect(calls).toBe(1);
  expect(limitsOfEvidence(await readCallers([join(folder, 'acme-2.1.0.har')]))).toEqual([
    '1 call returned 401: left out, because no operation ran.',
  ]);
});

it.each([
  ['with rows', '"id","place"\n"ca_1","A"\n', 1],
  ['without rows', '"id","place"\n', 1],
  ['that lacks the column', '"id"\n"ca_1"\n', 0],
])('finds the readers of a removed column of a CSV file %s', async (_, text, count) => {
  const file = join(folder, 'csv.har');
  const { log } = JSON.parse(har([{ method: 'GET', url: '/v1/assets' }]));
  log.entries[0].response.content = { mimeType: 'text/csv', text };
  writeFileSync(file, JSON.stringify({ log }));
  const columns =
    (...names: string[]) =>
    (d: Doc) =>
      (operation(d, 'listAssets').responses[200].content['text/csv'] = {
        schema: { type: 'string', 'x-columns': names },
      });
  const [edit] = editsAfter({ before: columns('id', 'place'), mutate: columns('id', 'site') });
  expect([edit!.level, edit!.rule]).toEqual(['breaking', 'response-field-removed']);
  expect(createCallerFinder(await readCallers([file]), operations, world())(edit!).calls).toBe(count);
});

/** Adds a parameter to the list of assets. */
const withParameter = (parameter: object) => (d: Doc) =>
  operation(d, 'listAssets').parameters.unshift({ name: 'x', in: 'query', ...structuredClone(parameter) });
const parameterOf = (d: Doc): Doc => operation(d, 'listAssets').parameters[0];
const sent = (...headers: [string, string][]): Call => ({ method: 'GET', url: '/v1/assets', headers });

it.each<
  [what: string, parameter: object, calls: Call[], mutate: (parameter: Doc) => void, numbers: number[]]
>([
  [
    'too many values under one name',
    { schema: TEXTS },
    [list('?x=1&x=2&x=3'), list('?x=1'), list('')],
    ({ schema }) => (schema.maxItems = 2),
    [1],
  ],
  [
    'too few values under one name',
    { schema: TEXTS },
    [list('?x=1&x=2'), list('?x=1')],
    ({ schema }) => (schema.minItems = 2),
    [2],
  ],
  [
    'too many values in brackets',
    { schema: TEXTS },
    [list('?x[]=1&x[]=2'), list('?x[]=1')],
    ({ schema }) => (schema.maxItems = 1),
    [1],
  ],
  [
    'equal values in one text',
    { schema: TEXTS, explode: false },
    [list('?x=1,2,1'), list('?x=1,2')],
    ({ schema }) => (schema.uniqueItems = true),
    [1],
  ],
  [
    'too many values in one text with another separator',
    { schema: TEXTS, style: 'pipeDelimited', explode: false },
    [list('?x=1|2|3'), list('?x=1,2|3')],
    ({ schema }) => (schema.maxItems = 2),
    [1],
  ],
  [
    'a value that is too long in one text, which is longer',
    { schema: TEXTS, explode: false },
    [list('?x=1,2,3'), list('?x=123')],
    ({ schema }) => (schema.items = { ...TEXT, maxLength: 2 }),
    [2],
  ],
  [
    'a field of an object as a parameter of its own',
    { schema: PAIR },
    [list('?a=9'), list('?a=99'), list('?b=99'), list('?limit=99')],
    ({ schema }) => (schema.properties = { ...PAIR.properties, a: { ...TEXT, maxLength: 1 } }),
    [2],
  ],
  [
    'an object without a field that becomes required',
    { schema: PAIR },
    [list('?a=9'), list('?b=9'), list('?limit=9'), list('')],
    ({ schema }) => (schema.required = ['a']),
    [2],
  ],
  [
    'too many fields of an object as parameters of their own',
    { schema: PAIR },
    [list('?a=9&limit=1'), list('?a=9&b=9')],
    ({ schema }) => (schema.maxProperties = 1),
    [2],
  ],
  [
    'a field of an object in brackets',
    { schema: PAIR, style: 'deepObject' },
    [list('?x[a]=9'), list('?x[a]=99'), list('?x[b]=99')],
    ({ schema }) => (schema.properties = { ...PAIR.properties, a: { ...TEXT, maxLength: 1 } }),
    [2],
  ],
  [
    'a field of an object in one text',
    { schema: PAIR, explode: false },
    [list('?x=a,9,b,99'), list('?x=a,99')],
    ({ schema }) => (schema.properties = { ...PAIR.properties, a: { ...TEXT, maxLength: 1 } }),
    [2],
  ],
  [
    'a field of JSON in a parameter',
    { content: { 'application/json': { schema: PAIR } } },
    [list('?x=%7B%22a%22:%221%22%7D'), list('?x=%7B%22a%22:%2211%22%7D')],
    ({ content }) =>
      (content['application/json'].schema = {
        ...PAIR,
        properties: { a: { ...TEXT, maxLength: 1 }, b: TEXT },
      }),
    [2],
  ],
  [
    'a text with a comma that is too short',
    { schema: TEXT },
    [list('?x=a,bcd'), list('?x=ab')],
    (parameter) => (parameter.schema = { ...TEXT, minLength: 3 }),
    [2],
  ],
  [
    'a rejected value in a list of a header',
    { in: 'header', schema: TEXTS },
    [sent(['X', 'a, b']), sent(['x', 'a,c'])],
    ({ schema }) => (schema.items = { ...TEXT, enum: ['a', 'b'] }),
    [2],
  ],
  [
    'an object in a header with a long field',
    { in: 'header', schema: PAIR, explode: true },
    [sent(['x', 'a=9,b=99']), sent(['x', 'a=99'])],
    ({ schema }) => (schema.properties = { ...PAIR.properties, a: { ...TEXT, maxLength: 1 } }),
    [2],
  ],
  [
    'a rejected value in one of two lines of a header',
    { in: 'header', schema: TEXTS },
    [sent(['X', 'b'], ['x', 'a']), sent(['x', 'a'], ['x', 'b']), sent(['x', 'a'], ['x', 'a'])],
    ({ schema }) => (schema.items = { ...TEXT, enum: ['a'] }),
    [1, 2],
  ],
  [
    'a long cookie with equals signs',
    { in: 'cookie', schema: TEXT },
    [sent(['Cookie', 'x=ab==; y=1']), sent(['cookie', 'y=ab==; x=a='])],
    ({ schema }) => (schema.maxLength = 3),
    [1],
  ],
  [
    'a long cookie in one of two lines',
    { in: 'cookie', schema: TEXT },
    [sent(['cookie', 'x=abcd'], ['cookie', 'y=1']), sent(['cookie', 'x=a'], ['cookie', 'y=abcd'])],
    ({ schema }) => (schema.maxLength = 3),
    [1],
  ],
])('counts exactly the calls that send %s', async (_, parameter, calls, mutate, numbers) => {
  const before = withParameter(parameter);
  const { by } = await callersIn(calls, (d) => mutate(parameterOf(d)), before);
  expect(by.flatMap((each) => each.calls)).toEqual(numbers);
});

const FORM = 'application/x-www-form-urlencoded';
const part = (name: string, value: string): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const sendsForm = (body: string): Call => ({ method: 'POST', url: '/v1/assets', body, type: FORM });
const sendsParts = (...parts: string[]): Call => ({
  ...sendsForm(`${parts.join('')}--B--\r\n`),
  type: 'multipart/form-data; boundary=B',
});
/** Makes the body of a new asset a form with both encodings. */
const acceptsForms = (d: Doc): void => {
  const { content } = operation(d, 'createAsset').requestBody;
  content[FORM] = content['multipart/form-data'] = content['application/json'];
  delete content['application/json'];
};

it.each<[what: string, calls: Call[], mutate: Planted['mutate'], numbers: number[]]>([
  [
    'a removed field',
    [
      sendsForm('notes=a'),
      sendsForm('name=a'),
      sendsParts(part('notes', 'a')),
      sendsParts(part('name', 'notes')),
    ],
    (d) => delete fields(d, 'CreateAsset').notes,
    [1, 3],
  ],
  [
    'no field that becomes required',
    [sendsForm('notes=a'), sendsForm('name=a'), sendsParts(part('notes', '')), sendsParts(part('name', 'a'))],
    (d) => schemas(d).CreateAsset.required.push('notes'),
    [2, 4],
  ],
  [
    'a text that is too long',
    [
      sendsForm('name=abc'),
      sendsForm('name=a'),
      sendsParts(part('name', 'a\r\nb')),
      sendsParts(part('name', 'a')),
    ],
    (d) => (fields(d, 'CreateAsset').name.maxLength = 2),
    [1, 3],
  ],
  [
    'a number that is too large',
    [
      sendsForm('count=7'),
      sendsForm('count=3'),
      sendsParts(part('count', '7')),
      sendsParts(part('count', '3')),
    ],
    (d) => (fields(d, 'CreateAsset').count.maximum = 5),
    [1, 3],
  ],
  [
    'too many values under one name',
    [sendsForm('tags=a&tags=b'), sendsForm('tags=a'), sendsParts(part('tags', 'a'), part('tags', 'b'))],
    (d) => (fields(d, 'CreateAsset').tags.maxItems = 1),
    [1, 3],
  ],
  [
    'a rejected value at any position of a list',
    [
      sendsForm('tags=a&tags=z'),
      sendsForm('tags=z&tags=a'),
      sendsForm('tags=a'),
      sendsParts(part('tags', 'z')),
    ],
    (d) => (fields(d, 'CreateAsset').tags.items = { ...TEXT, enum: ['a', 'b'] }),
    [1, 2, 4],
  ],
  [
    'a part of JSON with a removed field',
    [
      sendsParts(part('place', '{"kind":"building","room":"1"}')),
      sendsParts(part('place', '{"kind":"vehicle"}')),
    ],
    (d) => delete fields(d, 'Building').room,
    [1],
  ],
])('counts exactly the calls whose form has %s', async (_, calls, mutate, numbers) => {
  const { by } = await callersIn(calls, mutate, acceptsForms);
  expect(by.flatMap((each) => each.calls)).toEqual(numbers);
});

it('reads the fields of a form up to the cut, and does not judge a value that was cut', async () => {
  const file = join(folder, 'forms.har');
  const { log } = JSON.parse(har([sendsParts(), sendsForm('name=a&notes=lon')]));
  log.entries[0].request.postData.text = part('name', 'a') + part('notes', 'long').slice(0, -3);
  for (const { request } of log.entries) request.postData.comment = CUT.comment;
  writeFileSync(file, JSON.stringify({ log }));
  const textOf = async (mutate: Planted['mutate']) =>
    callersText(await findCallersIn(file, mutate, acceptsForms));
  expect(await textOf((d) => delete fields(d, 'CreateAsset').notes)).toBe(
    '1 of 1 recordings, 2 calls; first: forms.har #1',
  );
  expect(await textOf((d) => (fields(d, 'CreateAsset').notes.minLength = 5))).toBe(
    '0 of 1 recordings; 2 calls cannot be judged',
  );
});

it('counts a file of a form whose recording names only its part', async () => {
  const file = join(folder, 'files.har');
  const { log } = JSON.parse(har([sendsForm(''), sendsForm('')]));
  log.entries[0].request.postData = { mimeType: FORM, params: [{ name: 'notes', fileName: 'a.txt' }] };
  log.entries[1].request.postData = { mimeType: FORM, params: [{ name: 'name', value: 'a' }] };
  writeFileSync(file, JSON.stringify({ log }));
  const { by } = await findCallersIn(
    file,
    (d) => schemas(d).CreateAsset.required.push('notes'),
    acceptsForms,
  );
  expect(by.map(({ calls }) => calls)).toEqual([[2]]);
});

/** Makes a new asset open to unlisted fields. */
const allowsOthers = (d: Doc): void => {
  delete schemas(d).CreateAsset.additionalProperties;
};
const acceptsCsv = (d: Doc): void => {
  operation(d, 'createAsset').requestBody.content['text/csv'] = { schema: TEXT };
};
const returnsCsv = (d: Doc): void => {
  operation(d, 'listAssets').responses[200].content['text/csv'] = { schema: TEXT };
};

it.each<
  [what: string, before: Planted['mutate'], calls: Call[], mutate: Planted['mutate'], numbers: number[]]
>([
  [
    'send a removed media type',
    acceptsCsv,
    [create({ name: 'a' }), { ...create({}), body: 'name\na', type: 'Text/CSV; charset=utf-8' }],
    (d) => delete operation(d, 'createAsset').requestBody.content['text/csv'],
    [2],
  ],
  [
    'send a media type that another one replaces',
    () => {},
    [create({ name: 'a' }), { ...create({}), body: 'name\na', type: 'text/csv' }],
    (d) => {
      acceptsCsv(d);
      delete operation(d, 'createAsset').requestBody.content['application/json'];
    },
    [1],
  ],
  [
    'receive a removed media type',
    returnsCsv,
    [{ ...list(''), response: { data: [] } }, list('')],
    (d) => delete operation(d, 'listAssets').responses[200].content['application/json'],
    [1],
  ],
  [
    'send an unlisted field that is no longer allowed',
    allowsOthers,
    [create({ name: 'a', labels: { z: '1' } }), create({ name: 'a', other: 1 })],
    (d) => (schemas(d).CreateAsset.additionalProperties = false),
    [2],
  ],
  [
    'send a field that matches no pattern of the allowed ones',
    (d) => {
      allowsOthers(d);
      schemas(d).CreateAsset.patternProperties = { '^x-': TEXT };
    },
    [create({ name: 'a', 'x-a': '1' }), create({ name: 'a', y: '1' })],
    (d) => (schemas(d).CreateAsset.additionalProperties = false),
    [2],
  ],
  [
    'send an unlisted field inside of a field',
    () => {},
    [create({ place: { kind: 'vehicle' } }), create({ place: { kind: 'vehicle', wheels: 4 } })],
    (d) => (schemas(d).Vehicle.additionalProperties = false),
    [2],
  ],
  [
    'send a removed alternative',
    () => {},
    [create({ place: { kind: 'vehicle' } }), create({ place: { kind: 'building', room: '1' } })],
    (d) => fields(d, 'CreateAsset').place.oneOf.pop(),
    [1],
  ],
  [
    'send a removed alternative of two constants',
    (d) => {
      fields(d, 'Vehicle').wheels = { const: 4 };
    },
    [create({ place: { kind: 'vehicle', wheels: 4 } }), create({ place: { kind: 'building', wheels: 4 } })],
    (d) => fields(d, 'CreateAsset').place.oneOf.pop(),
    [1],
  ],
  [
    'send a field that one alternative limits',
    (d) => {
      fields(d, 'Vehicle').wheels = { type: 'integer' };
    },
    [create({ place: { kind: 'building', wheels: 4 } }), create({ place: { kind: 'vehicle', wheels: 4 } })],
    (d) => (fields(d, 'Vehicle').wheels.maximum = 3),
    [2],
  ],
  [
    'omit a field that one alternative requires',
    (d) => {
      fields(d, 'Vehicle').wheels = { type: 'integer' };
    },
    [create({ place: { kind: 'building' } }), create({ place: { kind: 'vehicle' } })],
    (d) => schemas(d).Vehicle.required.push('wheels'),
    [2],
  ],
])('counts exactly the calls that %s', async (_, before, calls, mutate, numbers) => {
  const { by } = await callersIn(calls, mutate, before);
  expect(by.flatMap((each) => each.calls)).toEqual(numbers);
});
