// Bodies that no operation takes: each is refused, and nothing changes. Both operations that take a body keep these promises.
import { newAsset } from '../support/assets';
import { READ_ONLY, UNKNOWN, WRONG_TYPE } from '../support/bad-fields';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let before: string;
const everything = async () => (await test.client('GET', '/cyber-assets')).text;
beforeAll(async () => void (test = await startTestServer()));
beforeEach(async () => void (before = await everything()));
afterEach(async () => expect(await everything()).toBe(before));
afterAll(() => test.close());

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const withName = (json: string) => `{"name":${json},"cyber_system_id":"cs_cedar_ems","asset_type":"hardware"}`;
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const NOT_JSON: [what: string, body: string | Uint8Array][] = [
  ['an empty body', ''],
  ['white space alone', ' \n'],
  ['half an object', '{"name":"x"'],
  ['text after the object', '{} {}'],
  ['single quotes', "{'name':'x'}"],
  ['a trailing comma', '{"name":"x",}'],
  ['a comment', '{"name":"x" /* mine */}'],
  ['NaN', withName('NaN')],
  ['a control character in a string', withName('"a\u0001b"')],
  ['a bad escape', withName('"\\x41"')],
  ['a form', 'name=x&asset_type=hardware'],
  ['XML', '<asset/>'],
  ['a key twice', '{"name":"x","name":"y","cyber_system_id":"cs_cedar_ems","asset_type":"hardware"}'],
  ['a key twice, once with an escape', '{"name":"x","n\\u0061me":"y","cyber_system_id":"cs_cedar_ems","asset_type":"hardware"}'],
  ['a key twice with the same value', '{"name":"x","name":"x","cyber_system_id":"cs_cedar_ems","asset_type":"hardware"}'],
  ['a key twice in a nested object', '{"name":{"a":1,"a":1}}'],
  ['invalid UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
  ['UTF-8 in too many bytes', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
  ['a surrogate in UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])],
  ['Latin-1', Buffer.from(withName('"Zürich"'), 'latin1')],
  ['UTF-16', utf16(withName('"x"'))],
  ['50,000 levels that never close', '['.repeat(50_000)],
];

describe.each([
  ['createCyberAsset', 'POST', '/cyber-assets'],
  ['updateCyberAsset', 'PATCH', '/cyber-assets/ca_cedar_rtu'],
])('a body of %s', (_operation, method, path) => {
  const send = (body: unknown) => test.client(method, path, { body });

  it.each(NOT_JSON)('400 invalid_json for %s', async (_what, body) => {
    const { status, body: answer } = await send(body);
    expect([status, answer.error]).toEqual([400, 'invalid_json']);
  });

  it.each(['null', '5', '"text"', 'true', '[]', '[{}]'])('400 for %s in place of an object', async (json) => {
    const { status, body } = await send(json);
    expect([status, body.error, body.details[0].field]).toEqual([400, 'validation_error', 'body']);
  });

  it.each([
    ['50,000 levels of arrays', deep(50_000)],
    ['thousands of levels of objects', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
    ['thousands of levels in a field', withName(deep(40_000))],
    ['thousands of unknown fields', `{${Array.from({ length: 8_000 }, (_, index) => `"f${index}":1`).join()}}`],
    ['a field of 90 KB', JSON.stringify({ ['x'.repeat(90_000)]: 1 })],
    ['a field without a name', '{"":1}'],
  ])('400 validation_error for %s, in a short answer', async (_what, body) => {
    const { status, body: answer, text } = await send(body);
    expect([status, answer.error]).toEqual([400, 'validation_error']);
    expect(text.length).toBeLessThan(20_000);
  });

  it.each(['{"__proto__":{"x":1}}', '{"\\u005f_proto__":1}', '{"name":{"__proto__":{}}}', '{"constructor":{"prototype":{}}}', '{"toString":1}', '{"hasOwnProperty":1}'])('400 for %s', async (body) => {
    expect((await send(body)).status).toBe(400);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each(READ_ONLY)('400 that names the read-only field %s', async (field, value) => {
    const { status, body } = await send(newAsset({ [field]: value }));
    expect([status, body.error, body.details]).toEqual([400, 'validation_error', [{ field, message: expect.any(String) }]]);
  });

  it.each(UNKNOWN)('400 for the unknown field %s, saying that %s may be meant', async (field, means) => {
    const { [means]: value, ...others } = newAsset();
    const { status, body } = await send({ ...others, [field]: value });
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(body.message).toContain(`${field} is not a field`);
    expect(body.message).toContain(`did you mean ${means}?`);
    expect(body.details).toContainEqual({ field, message: expect.stringContaining(means) });
  });

  it.each(WRONG_TYPE)('400 that names %s for the value %s', async (field, _json, value) => {
    const { status, body } = await send(newAsset({ [field]: value }));
    expect([status, body.error, body.details[0].field]).toEqual([400, 'validation_error', field]);
  });

  it.each(['', 'Hardware', 'HARDWARE', 'hardware ', 'firmware', 'toString'])('400 for the asset type "%s", naming those that there are', async (asset_type) => {
    const { status, body } = await send(newAsset({ asset_type }));
    expect([status, body.error, body.details[0].field]).toEqual([400, 'validation_error', 'asset_type']);
    expect(body.message).toMatch(/hardware.*software/);
  });

  it.each(['', 'c'.repeat(68), 'c'.repeat(50_000)])('400 for a cyber_system_id of impossible length', async (cyber_system_id) => {
    const { status, body } = await send(newAsset({ cyber_system_id }));
    expect([status, body.details[0].field]).toEqual([400, 'cyber_system_id']);
  });
});
