// How a body comes: its media type, charset, encoding and size.
import { deflateSync, gzipSync } from 'node:zlib';
import { newAsset } from '../../support/assets';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

type Part = string | Buffer;
async function post(
  body: Part | Part[],
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) {
  const reply = await rawRequest(test.url, 'POST', '/cyber-assets', {
    body,
    headers: [['X-API-Key', test.cedar.key], ...Object.entries(headers)],
  });
  return { ...reply, error: (JSON.parse(reply.text) as { error?: string }).error };
}
const asset = (fields: Record<string, unknown> = {}) => JSON.stringify(newAsset(fields));
const encoded = (encoding: string) => ({ 'Content-Type': 'application/json', 'Content-Encoding': encoding });
const LIMIT = 100 * 1024;
const ofSize = (bytes: number) => asset().padEnd(bytes);

describe('the transfer of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=UTF-8; x=y',
  ])('returns 201 for the content type %s', async (type) => {
    expect((await post(asset(), { 'Content-Type': type })).status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonx',
    'application/merge-patch+json',
    'application/json, text/plain',
    'json',
    '',
    'application/json; charset=latin1',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
  ])('returns 415 for the content type %j', async (type) => {
    const { status, error } = await post(asset(), { 'Content-Type': type });
    expect([status, error]).toEqual([415, 'unsupported_media_type']);
  });

  it('returns 415 for no content type, for PATCH too', async () => {
    const { status, error } = await post(asset(), {});
    expect([status, error]).toEqual([415, 'unsupported_media_type']);
    const headers: [string, string][] = [['X-API-Key', test.cedar.key]];
    expect(
      (await rawRequest(test.url, 'PATCH', '/cyber-assets/ca_cedar_rtu', { body: '{}', headers })).status,
    ).toBe(415);
  });

  it('returns 201 for a body after a byte order mark, which is no part of it', async () => {
    const { status, text } = await post(`\ufeff${asset({ name: 'after a mark' })}`);
    expect([status, (JSON.parse(text) as { name: string }).name]).toEqual([201, 'after a mark']);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['identity', Buffer.from],
  ])('returns 201 for a body encoded with %s', async (encoding, encode) => {
    expect((await post(encode(asset()), encoded(encoding))).status).toBe(201);
  });

  it.each(['br', 'compress', 'zstd', 'gzip, gzip', 'nonsense'])(
    'returns 415 for the encoding %s',
    async (encoding) => {
      const { status, error } = await post(asset(), encoded(encoding));
      expect([status, error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['gzip', 'deflate'])(
    'returns 400 for a body that is not the %s that it says it is',
    async (encoding) => {
      expect((await post(asset(), encoded(encoding))).status).toBe(400);
    },
  );

  it('returns 400 for half of a gzip body', async () => {
    const whole = gzipSync(asset());
    expect((await post(whole.subarray(0, whole.length - 12), encoded('gzip'))).status).toBe(400);
  });

  it('returns 201 for a body of 100 KiB, 413 for one byte more', async () => {
    expect((await post(ofSize(LIMIT))).status).toBe(201);
    const { status, error } = await post(ofSize(LIMIT + 1));
    expect([status, error]).toEqual([413, 'payload_too_large']);
  });

  it('returns 413 for 200 KB, with a length and chunked', async () => {
    const parts = Array<string>(20).fill(' '.repeat(10_000));
    for (const body of [parts.join(''), parts]) {
      const { status, error } = await post(body);
      expect([status, error]).toEqual([413, 'payload_too_large']);
    }
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('returns 413 for a %s bomb of 50 MB', async (encoding, encode) => {
    const { status, error } = await post(encode(ofSize(50_000_000)), encoded(encoding));
    expect([status, error]).toEqual([413, 'payload_too_large']);
  });

  it('returns 201 for a chunked body in parts that split a character', async () => {
    const bytes = Buffer.from(asset({ name: 'Grünau 🔌' }));
    const { status, text } = await post([...bytes].map((byte) => Buffer.from([byte])));
    expect([status, (JSON.parse(text) as { name: string }).name]).toEqual([201, 'Grünau 🔌']);
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('the body of %s is ignored, whatever it is', async (method) => {
    const headers: [string, string][] = [
      ['X-API-Key', test.cedar.key],
      ['Content-Type', 'text/plain'],
      ['Content-Encoding', 'nonsense'],
    ];
    const statuses = [];
    for (const body of ['{"malformed', 'x'.repeat(200_000)])
      statuses.push((await rawRequest(test.url, method, '/facilities', { body, headers })).status);
    expect(statuses).toEqual(method === 'OPTIONS' ? [204, 204] : [200, 200]);
  });

  it('returns 404 and 405 come before the body is looked at', async () => {
    const options = { body: '{"malformed', headers: [['X-API-Key', test.cedar.key]] as [string, string][] };
    expect((await rawRequest(test.url, 'POST', '/nowhere', options)).status).toBe(404);
    expect((await rawRequest(test.url, 'POST', '/control-centers', options)).status).toBe(405);
  });
});
