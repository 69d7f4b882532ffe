// Registers the tests that every list and every single record must pass, whatever the resource.
import { type Client, expectSameAnswer } from '../support/client';
import type { TestServer } from '../support/server';

const STRONG_TAG = /^"[^"]+"$/;

/** Values of If-None-Match that match `tag`. */
const HELD: [how: string, ifNoneMatch: (tag: string) => string][] = [
  ['the current tag', (tag) => tag],
  ['the current tag as a weak tag', (tag) => `W/${tag}`],
  ['several tags that include the current tag', (tag) => `"old", W/"older" ,${tag}`],
  ['*', () => '*'],
];

const NOT_HELD: [how: string, ifNoneMatch: (tag: string) => string][] = [
  ['a stale tag', () => '"stale"'],
  ['several stale tags', () => '"stale", W/"staler"'],
  ['a quoted star', () => '"*"'],
  ['the tag without its quotes', (tag) => tag.slice(1, -1)],
];

function keepsReadPromises(test: () => TestServer, path: string): void {
  const client: Client = (...request) => test().client(...request);
  const tagOf = async () => (await client('GET', path)).headers.get('etag')!;

  it('returns 200 with JSON, a strong ETag and private caching that varies by key', async () => {
    const { status, headers } = await client('GET', path);
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(STRONG_TAG);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toMatch(/(^|, *)X-API-Key(,|$)/i);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('returns 200 with the complete JSON when the client asks for HTML or a range', async () => {
    const whole = await client('GET', path);
    expectSameAnswer(
      await client('GET', path, { headers: { Accept: 'text/html', Range: 'bytes=0-3' } }),
      whole,
    );
  });

  it.each(HELD)('returns 304 without a body when If-None-Match is %s', async (_how, ifNoneMatch) => {
    const tag = await tagOf();
    const reply = await client('GET', path, { headers: { 'If-None-Match': ifNoneMatch(tag) } });
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', tag]);
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toMatch(/X-API-Key/i);
  });

  it('returns 304 when the client sends Cache-Control: no-cache', async () => {
    const headers = { 'If-None-Match': await tagOf(), 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
    expect((await client('GET', path, { headers })).status).toBe(304);
  });

  it.each(NOT_HELD)('returns 200 when If-None-Match is %s', async (_how, ifNoneMatch) => {
    const reply = await client('GET', path, { headers: { 'If-None-Match': ifNoneMatch(await tagOf()) } });
    expect([reply.status, reply.text]).toEqual([200, (await client('GET', path)).text]);
  });

  it('returns the same status and headers for HEAD as for GET, without a body', async () => {
    const get = await client('GET', path);
    const head = await client('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect(
      (await client('HEAD', path, { headers: { 'If-None-Match': get.headers.get('etag')! } })).status,
    ).toBe(304);
  });

  it('returns 400 for an unknown query parameter', async () => {
    const { status, body } = await client('GET', `${path}?limit=5`);
    expect([status, body.error, body.details[0].field]).toEqual([400, 'validation_error', 'limit']);
  });

  it('returns 401 without a key', async () => {
    expect((await client('GET', path, { key: null })).status).toBe(401);
  });
}

/** `ids` are the ids of cedar's records, in order. */
export function keepsListPromises(test: () => TestServer, path: string, ids: string[]): void {
  keepsReadPromises(test, path);

  it('returns 200 with only the records of the key’s organization, in order of id', async () => {
    const { body } = await test().client('GET', path);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(ids).toEqual([...ids].sort());
  });

  it('returns another organization’s records and a different ETag for its key', async () => {
    const own = await test().client('GET', path);
    const foreign = await test().client('GET', path, {
      key: test().other.key,
      headers: { 'If-None-Match': own.headers.get('etag')! },
    });
    expect(foreign.status).toBe(200);
    expect(foreign.headers.get('etag')).not.toBe(own.headers.get('etag'));
    expect(foreign.body.map(({ id }: { id: string }) => id)).toEqual(
      ids.map((id) => id.replace('cedar', 'other')).sort(),
    );
    expect(foreign.text).not.toContain('cedar');
  });
}

/** `id` is cedar's; the other organization's id differs in its mark. `wrong` is another resource's id. */
export function keepsGetPromises(test: () => TestServer, path: string, id: string, wrong: string): void {
  keepsReadPromises(test, `${path}/${id}`);
  const prefix = id.slice(0, id.indexOf('_') + 1);

  it('returns 404 for an id that does not exist', async () => {
    const { status, body } = await test().client('GET', `${path}/${prefix}missing`);
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  it('returns the same 404 for another organization’s id as for a missing id', async () => {
    const foreign = `${path}/${id.replace('cedar', 'other')}`;
    expect((await test().client('GET', foreign, { key: test().other.key })).status).toBe(200);
    const missing = await test().client('GET', `${path}/${prefix}missing`);
    expectSameAnswer(await test().client('GET', foreign), missing);
    expectSameAnswer(await test().client('GET', foreign, { headers: { 'If-None-Match': '*' } }), missing);
  });

  it.each([
    ['an id of another resource', wrong],
    ['only the text after the prefix', id.slice(prefix.length)],
    ['only the prefix', prefix],
    ['the prefix in capitals', id.replace(prefix, prefix.toUpperCase())],
    ['an id in a different letter case', id.slice(0, -1) + id.slice(-1).toUpperCase()],
    ['an SQL wildcard', `${prefix}%25`],
    ['an SQL injection', `${prefix}x'%20OR%20'1'='1`],
    ['an id followed by white space', `${id}%20`],
  ])('returns 404 for %s', async (_what, requested) => {
    expectSameAnswer(
      await test().client('GET', `${path}/${requested}`),
      await test().client('GET', `${path}/${prefix}missing`),
    );
  });
}
