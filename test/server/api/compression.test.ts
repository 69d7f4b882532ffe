// Bodies are compressed for whoever asks: the same bytes after it, and a strong tag of its own that
// conditions know.
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { newAsset } from '../../support/assets';
import { type RawReply, rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
let plain: RawReply;
beforeAll(async () => {
  test = await startTestServer();
  for (let made = 0; made < 5; made++) await test.client('POST', '/cyber-assets', { body: newAsset() });
  plain = await ask(undefined);
});
afterAll(() => test.close());

/** Sends no Accept-Encoding of its own accord. */
const ask = (
  accepted: string | undefined,
  more: Record<string, string> = {},
  method = 'GET',
  path = '/cyber-assets',
) => {
  const headers = {
    'X-API-Key': test.cedar.key,
    ...(accepted === undefined ? {} : { 'Accept-Encoding': accepted }),
    ...more,
  };
  return rawRequest(test.url, method, path, { headers: Object.entries(headers) });
};
const decoded = { br: brotliDecompressSync, gzip: gunzipSync };

it.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'gzip'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['GZIP', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
] as const)('Accept-Encoding: %s has it as %s: the same bytes, in fewer', async (accepted, coding) => {
  const { status, headers, bytes } = await ask(accepted);
  expect([status, headers['content-encoding'], headers['content-length'], headers['content-type']]).toEqual([
    200,
    coding,
    String(bytes.length),
    plain.headers['content-type'],
  ]);
  expect(bytes.length).toBeLessThan(plain.bytes.length);
  expect(decoded[coding](bytes)).toEqual(plain.bytes);
});

it.each([
  '',
  'identity',
  'deflate',
  'zstd, compress',
  'gzip;q=0, br;q=0',
  '*;q=0',
  'identity;q=0',
  'gzip;q=nonsense',
  '\t,;;=',
])('Accept-Encoding: %s has it as it is', async (accepted) => {
  const { status, headers, text } = await ask(accepted);
  expect([status, headers['content-encoding'], headers.etag, text]).toEqual([
    200,
    undefined,
    plain.headers.etag,
    plain.text,
  ]);
});

it('does not compress small bodies and errors', async () => {
  for (const [path, status] of [
    ['/cyber-assets/ca_cedar_rtu', 200],
    ['/facilities', 200],
    ['/nowhere', 404],
  ] as const) {
    const reply = await ask('gzip, br', {}, 'GET', path);
    expect([reply.status, reply.headers['content-encoding'], typeof JSON.parse(reply.text)]).toEqual([
      status,
      undefined,
      'object',
    ]);
  }
});

it('sends Vary: Accept-Encoding with every success', async () => {
  for (const accepted of [undefined, 'gzip'])
    expect((await ask(accepted)).headers.vary).toBe('Accept-Encoding, X-API-Key');
});

it.each(['br', 'gzip'])('HEAD says of %s what GET says', async (coding) => {
  const [get, head] = await Promise.all([ask(coding), ask(coding, {}, 'HEAD')]);
  expect(head.text).toBe('');
  for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
    expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
});

it.each([
  ['br', 'brotliCompress'],
  ['gzip', 'gzip'],
] as const)(
  '%s that fails once, for want of memory say, is tried again for the next request',
  async (coding, compress) => {
    await test.client('POST', '/cyber-assets', { body: newAsset() }); // a list that nobody has read yet
    const failing = jest
      .spyOn(zlib, compress)
      .mockImplementationOnce((...args: unknown[]) =>
        (args.at(-1) as (error: Error) => void)(new Error('no memory')),
      );
    expect((await ask(coding)).status).toBe(500);
    failing.mockRestore();
    plain = await ask(undefined);
    const { status, headers, bytes } = await ask(coding);
    expect([status, headers['content-encoding'], decoded[coding](bytes)]).toEqual([200, coding, plain.bytes]);
  },
);

describe('entity tags', () => {
  it('are strong, and differ for each coding', async () => {
    const tags = await Promise.all(
      [undefined, 'br', 'gzip'].map(async (accepted) => (await ask(accepted)).headers.etag!),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it.each(['identity', 'br', 'gzip'])(
    'If-None-Match with the tag of %s answers 304 with that tag, whatever is accepted now',
    async (read) => {
      const tag = (await ask(read)).headers.etag!;
      for (const accepted of [undefined, 'br', 'gzip'])
        for (const sent of [tag, `W/${tag}`, `"other", ${tag}`])
          expect(await ask(accepted, { 'If-None-Match': sent })).toMatchObject({
            status: 304,
            text: '',
            headers: { etag: tag, vary: 'Accept-Encoding, X-API-Key' },
          });
    },
  );

  it('returns 200 for If-None-Match with an unknown coding', async () => {
    for (const form of ['deflate', 'br-gzip', ''])
      expect(
        (await ask('gzip', { 'If-None-Match': plain.headers.etag!.replace(/"$/, `-${form}"`) })).status,
      ).toBe(200);
  });

  it.each(['br', 'gzip'])(
    'If-Match with the tag of a record read with %s changes it, once',
    async (coding) => {
      const { headers } = await test.client('POST', '/cyber-assets', {
        body: newAsset({ name: '🔌'.repeat(255) }),
      });
      const path = headers.get('location')!;
      const read = await ask(coding, {}, 'GET', path);
      const patch = () =>
        test.client('PATCH', path, {
          body: { name: `read with ${coding}` },
          headers: { 'If-Match': read.headers.etag! },
        });
      expect([read.headers['content-encoding'], (await patch()).status, (await patch()).status]).toEqual([
        coding,
        200,
        412,
      ]);
    },
  );
});
