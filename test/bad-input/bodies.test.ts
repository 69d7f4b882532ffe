// Bad input, bodies: each operation that takes one refuses these, and no row has changed. What they have in
// common with good ones is in test/operations.
import { Agent } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { AVAILABLE, WITH_BODY, readyRequest } from '../support/available';
import { BAD_NAMES, READ_ONLY, TWINS, UNKNOWN, WRONG_TYPE } from './bad-fields';
import { type Everything, everythingIn } from './everything';
import { rawRequest } from '../support/raw';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let before: Everything;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  test = await startTestServer();
  for (const [, name] of TWINS)
    await test.client('POST', '/cyber-assets', { body: { ...sound(), name: `taken ${name}` } });
  before = await everythingIn(test.inventory);
});
afterEach(async () => {
  const [then, now] = [before, await everythingIn(test.inventory)];
  before = now;
  expect(now).toEqual(then);
});
afterAll(async () => {
  agent.destroy();
  await test.close();
});

const sound = () => ({ name: 'bad input', cyber_system_id: 'cs_cedar_ems', asset_type: 'hardware' });
const withFields = (fields: object) => JSON.stringify({ ...sound(), ...fields });
const withName = (json: string) => withFields({ name: 0 }).replace(':0', `:${json}`);
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

type Refusal = [status: number, error: string];
const NOT_JSON: Refusal = [400, 'invalid_json'];
const INVALID: Refusal = [400, 'validation_error'];
const TOO_LARGE: Refusal = [413, 'payload_too_large'];
const UNSUPPORTED: Refusal = [415, 'unsupported_media_type'];
const MALFORMED: Refusal = [400, 'bad_request'];

type Body = string | Buffer | (string | Buffer)[];
/** `field`: the one that the answer names. */
type Case = [
  what: string,
  refusal: Refusal,
  body: Body,
  more?: { type?: string | null; encoding?: string; field?: string },
];

const KINDS: Case[] = [
  ['half an object', NOT_JSON, '{"name":"x"'],
  ['white space alone', NOT_JSON, ' \n'],
  ['text after the object', NOT_JSON, '{} {}'],
  ['single quotes', NOT_JSON, "{'name':'x'}"],
  ['a trailing comma', NOT_JSON, '{"name":"x",}'],
  ['a comment', NOT_JSON, '{"name":"x" /* mine */}'],
  ['NaN', NOT_JSON, withName('NaN')],
  ['a control character in a text', NOT_JSON, withName('"a\u0001b"')],
  ['a bad escape', NOT_JSON, withName('"\\x41"')],
  ['XML', NOT_JSON, '<asset/>'],
  ['no bytes', NOT_JSON, ''],
  ['null', INVALID, 'null', { field: 'body' }],
  ['a number', INVALID, '5', { field: 'body' }],
  ['a text', INVALID, '"text"', { field: 'body' }],
  ['true', INVALID, 'true', { field: 'body' }],
  ['an object in an array', INVALID, '[{}]', { field: 'body' }],
  ['an array', INVALID, '[]', { field: 'body' }],
  ['a key twice', NOT_JSON, withFields({}).replace('{', '{"name":"x",')],
  ['a key twice, once with an escape', NOT_JSON, withFields({}).replace('{', '{"n\\u0061me":"x",')],
  ['a key twice with one value', NOT_JSON, withFields({}).replace('{', '{"asset_type":"hardware",')],
  ['a key twice inside', NOT_JSON, withName('{"a":1,"a":1}')],
  ['__proto__ inside', NOT_JSON, withName('{"__proto__":{}}')],
  ['__proto__', NOT_JSON, withFields({}).replace('{', '{"__proto__":{"x":1},')],
  ['__proto__ with an escape', NOT_JSON, withFields({}).replace('{', '{"\\u005f_proto__":{"x":1},')],
  [
    'a constructor with a prototype',
    NOT_JSON,
    withFields({}).replace('{', '{"constructor":{"prototype":{}},'),
  ],
  ['invalid UTF-8', NOT_JSON, bytes('{"name":"', [0xff, 0xfe], '"}')],
  ['a surrogate in UTF-8', NOT_JSON, bytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-8 in too many bytes', NOT_JSON, bytes('{"name":"', [0xc0, 0xaf], '"}')],
  ['Latin-1', NOT_JSON, Buffer.from(withName('"Zürich"'), 'latin1')],
  ['UTF-16', NOT_JSON, utf16(withFields({}))],
  ['an unfinished character', NOT_JSON, bytes('{"name":"', [0xc3])],
  ['two byte order marks', NOT_JSON, `\ufeff\ufeff${withFields({})}`],
  ['a byte order mark and a fault', INVALID, `\ufeff${withFields({ name: '' })}`, { field: 'name' }],
  ['50,000 levels', INVALID, deep(50_000)],
  ['50,000 levels in a field', INVALID, withName(deep(50_000)), { field: 'name' }],
  ['thousands of levels of objects', INVALID, `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
  [
    'thousands of unknown fields',
    INVALID,
    `{${Array.from({ length: 8_000 }, (_none, index) => `"f${index}":1`).join()}}`,
  ],
  ['a field of 90 KB', INVALID, JSON.stringify({ ['x'.repeat(90_000)]: 1 })],
  [
    'a field of 600 emoji, of which one is cut',
    INVALID,
    withFields({ [`a${'😀'.repeat(600)}`]: 1 }),
    { field: `a${'😀'.repeat(249)}\ufffd` },
  ],
  ['half an emoji as a field', INVALID, withFields({ '\ud83d': 1 }), { field: '\ufffd' }],
  ['an emoji without quotes', NOT_JSON, '{"name": 😀}'],
  ['a field without a name', INVALID, '{"":1}'],
  ['50,000 levels that never close', NOT_JSON, '['.repeat(50_000)],
  ['200 KB', TOO_LARGE, withFields({}).padEnd(200_000)],
  ['200 KB in chunks', TOO_LARGE, Array<string>(20).fill(' '.repeat(10_000))],
  ['a gzip bomb', TOO_LARGE, gzipSync(withFields({}).padEnd(50_000_000)), { encoding: 'gzip' }],
  ['a deflate bomb', TOO_LARGE, deflateSync(withFields({}).padEnd(50_000_000)), { encoding: 'deflate' }],
  [
    'a gzip bomb in a gzip bomb',
    UNSUPPORTED,
    gzipSync(gzipSync(' '.repeat(50_000_000))),
    { encoding: 'gzip, gzip' },
  ],
  ['an unknown encoding', UNSUPPORTED, withFields({}), { encoding: 'zstd' }],
  ['an encoding that it has not', MALFORMED, withFields({}), { encoding: 'gzip' }],
  ['half of a gzip body', MALFORMED, gzipSync(withFields({})).subarray(0, -9), { encoding: 'gzip' }],
  ['plain text', UNSUPPORTED, withFields({}), { type: 'text/plain' }],
  ['a form', UNSUPPORTED, 'name=x', { type: 'application/x-www-form-urlencoded' }],
  [
    'a multipart form',
    UNSUPPORTED,
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--',
    { type: 'multipart/form-data; boundary=x' },
  ],
  ['no content type', UNSUPPORTED, withFields({}), { type: null }],
  ['an empty content type', UNSUPPORTED, withFields({}), { type: '' }],
  ['two content types', UNSUPPORTED, withFields({}), { type: 'application/json, text/plain' }],
  ['charset latin1', UNSUPPORTED, withFields({}), { type: 'application/json; charset=latin1' }],
];

const FIELDS: Case[] = [
  ...READ_ONLY.map(([field, value]): Case => [
    `the read-only field ${field}`,
    INVALID,
    withFields({ [field]: value }),
    { field },
  ]),
  ...UNKNOWN.map(([field]): Case => [
    `the unknown field ${field}`,
    INVALID,
    withFields({ [field]: 'cs_cedar_ems' }),
    { field },
  ]),
  ...['toString', 'hasOwnProperty', 'constructor', ' name', 'name\u0000'].map((field): Case => [
    `the unknown field ${JSON.stringify(field)}`,
    INVALID,
    withFields({ [field]: 'x' }),
    { field },
  ]),
  ...WRONG_TYPE.map(([field, json, value]): Case => [
    `${json} as ${field}`,
    INVALID,
    withFields({ [field]: value }),
    { field },
  ]),
  ...BAD_NAMES.map(([what, name]): Case => [
    `a name ${what}`,
    INVALID,
    withFields({ name }),
    { field: 'name' },
  ]),
  ...['', 'Hardware', 'hardware ', 'firmware', 'toString'].map((asset_type): Case => [
    `the asset type ${JSON.stringify(asset_type)}`,
    INVALID,
    withFields({ asset_type }),
    { field: 'asset_type' },
  ]),
  ...['', 'c'.repeat(68), 'c'.repeat(50_000)].map((id): Case => [
    `a system's id of ${id.length} characters`,
    INVALID,
    withFields({ cyber_system_id: id }),
    { field: 'cyber_system_id' },
  ]),
  ...[
    'cs_missing',
    'cs_other_ems',
    'fac_cedar_sun',
    'CS_CEDAR_EMS',
    'cs_cedar_ems\u0000',
    'cs_cedar_ems\ud800',
    `cs_' OR '1'='1`,
  ].map((id): Case => [
    `the system ${JSON.stringify(id)}`,
    [400, 'invalid_reference'],
    withFields({ cyber_system_id: id }),
    { field: 'cyber_system_id' },
  ]),
  ...TWINS.map(([what, name, twin]): Case => [
    `a taken name, twins by ${what}`,
    [409, 'conflict'],
    withFields({ name: `taken ${name === twin ? name : twin}` }),
  ]),
];

describe.each(
  WITH_BODY.map((operation): [string, (typeof WITH_BODY)[number]] => [operation.operationId, operation]),
)('bad input, bodies: %s', (_operationId, operation) => {
  const { method, path } = readyRequest(operation, 'cedar');

  it.each([...KINDS, ...FIELDS])(
    '%s is refused with %j',
    async (_what, refusal, body, { type = 'application/json', encoding, field } = {}) => {
      const headers: [string, string][] = [['X-API-Key', test.cedar.key]];
      if (type !== null) headers.push(['Content-Type', type]);
      if (encoding !== undefined) headers.push(['Content-Encoding', encoding]);
      const { status, text } = await rawRequest(test.url, method, path, { agent, body, headers });
      const { error, message, details } = JSON.parse(text) as {
        error: string;
        message: string;
        details?: { field: string }[];
      };
      expect([status, error, typeof message]).toEqual([...refusal, 'string']);
      if (field !== undefined) expect(details![0]!.field).toBe(field);
      expect(text.length).toBeLessThan(20_000);
      expect(text).not.toMatch(/\\ud[89a-f]/i); // half a character, which many readers of JSON refuse
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );
});

describe('bad input, bodies: reads', () => {
  it('returns 200 for each read, whatever body comes along', async () => {
    for (const operation of AVAILABLE.filter(({ method }) => method === 'GET')) {
      const { path } = readyRequest(operation, 'cedar');
      const headers: [string, string][] = [
        ['X-API-Key', test.cedar.key],
        ['Content-Type', 'text/plain'],
        ['Content-Encoding', 'nonsense'],
      ];
      for (const body of ['{"malformed', 'x'.repeat(200_000)])
        expect([path, (await rawRequest(test.url, 'GET', path, { headers, body })).status]).toEqual([
          path,
          200,
        ]);
    }
  });
});
