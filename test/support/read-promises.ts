// What every list and every single record promises, whatever the resource.
import type { Client } from './client';
import { expectSameAnswer } from './same-answer';
import type { TestServer } from './server';

const STRONG_TAG = /^"[^"]+"$/;

/** How a client may say that it holds `tag`. */
const HELD: [how: string, ifNoneMatch: (tag: string) => string][] = [
  ['the tag', (tag) => tag],
  ['the tag as a weak one', (tag) => `W/${tag}`],
  ['several tags, one of them current', (tag) => `"old", W/"older" ,${tag}`],
  ['*', () => '*'],
];

const NOT_HELD: [how: string, ifNoneMatch: (tag: string) => string][] = [
  ['a stale tag', () => '"stale"'],
  ['several stale tags', () => '"stale", W/"staler"'],
  ['a quoted star', () => '"*"'],
  ['the tag without its quotes', (tag) => tag.slice(1, -1)],
];

function keepsReadPromises(test: () => TestServer, path: string): void {
  const client: Client = (...call) => test().client(...call);
  const tagOf = async () => (await client('GET', path)).headers.get('etag')!;

  it('200 with a strong ETag, private to the key, as JSON', async () => {
    const { status, headers } = await client('GET', path);
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(STRONG_TAG);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toMatch(/(^|, *)X-API-Key(,|$)/i);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('200 as JSON and whole, also when the client asks for HTML or a range', async () => {
    const whole = await client('GET', path);
    expectSameAnswer(
      await client('GET', path, { headers: { Accept: 'text/html', Range: 'bytes=0-3' } }),
      whole,
    );
  });

  it.each(HELD)('304 without a body when the client holds %s', async (_how, ifNoneMatch) => {
    const tag = await tagOf();
    const reply = await client('GET', path, { headers: { 'If-None-Match': ifNoneMatch(tag) } });
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', tag]);
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toMatch(/X-API-Key/i);
  });

  it('304 also when the client sends Cache-Control: no-cache', async () => {
    const headers = { 'If-None-Match': await tagOf(), 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
    expect((await client('GET', path, { headers })).status).toBe(304);
  });

  it.each(NOT_HELD)('200 when the client holds %s', async (_how, ifNoneMatch) => {
    const reply = await client('GET', path, { headers: { 'If-None-Match': ifNoneMatch(await tagOf()) } });
    expect([reply.status, reply.text]).toEqual([200, (await client('GET', path)).text]);
  });

  it('HEAD answers as GET does, without the body', async () => {
    const get = await client('GET', path);
    const head = await client('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect(
      (await client('HEAD', path, { headers: { 'If-None-Match': get.headers.get('etag')! } })).status,
    ).toBe(304);
  });

  it('400 for a query parameter, which it has none of', async () => {
    const { status, body } = await client('GET', `${path}?limit=5`);
    expect([status, body.error, body.details[0].field]).toEqual([400, 'validation_error', 'limit']);
  });

  it('401 without a key', async () => {
    expect((await client('GET', path, { key: null })).status).toBe(401);
  });
}

/** `ids`: those of cedar's records, in order. */
export function keepsListPromises(test: () => TestServer, path: string, ids: string[]): void {
  keepsReadPromises(test, path);

  it('200 with the records of the key’s organization alone, in order of id', async () => {
    const { body } = await test().client('GET', path);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(ids).toEqual([...ids].sort());
  });

  it('200 with another organization’s records for its key, under another ETag', async () => {
    const own = await test().client('GET', path);
    const theirs = await test().client('GET', path, {
      key: test().other.key,
      headers: { 'If-None-Match': own.headers.get('etag')! },
    });
    expect(theirs.status).toBe(200);
    expect(theirs.headers.get('etag')).not.toBe(own.headers.get('etag'));
    expect(theirs.body.map(({ id }: { id: string }) => id)).toEqual(
      ids.map((id) => id.replace('cedar', 'other')).sort(),
    );
    expect(theirs.text).not.toContain('cedar');
  });
}

/** `id`: one of cedar's; the other organization has one that differs in its mark. `wrong`: an id of another resource. */
export function keepsGetPromises(test: () => TestServer, path: string, id: string, wrong: string): void {
  keepsReadPromises(test, `${path}/${id}`);
  const prefix = id.slice(0, id.indexOf('_') + 1);

  it('404 for an id that does not exist', async () => {
    const { status, body } = await test().client('GET', `${path}/${prefix}missing`);
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  it('404 for another organization’s id, the same bytes as for a missing one apart from the request id', async () => {
    const theirs = `${path}/${id.replace('cedar', 'other')}`;
    expect((await test().client('GET', theirs, { key: test().other.key })).status).toBe(200);
    const missing = await test().client('GET', `${path}/${prefix}missing`);
    expectSameAnswer(await test().client('GET', theirs), missing);
    expectSameAnswer(await test().client('GET', theirs, { headers: { 'If-None-Match': '*' } }), missing);
  });

  it.each([
    ['an id of another resource', wrong],
    ['the text after the prefix alone', id.slice(prefix.length)],
    ['the prefix alone', prefix],
    ['the prefix in capitals', id.replace(prefix, prefix.toUpperCase())],
    ['other capitals', id.slice(0, -1) + id.slice(-1).toUpperCase()],
    ['a wildcard of SQL', `${prefix}%25`],
    ['a quote of SQL', `${prefix}x'%20OR%20'1'='1`],
    ['white space after it', `${id}%20`],
  ])('404 for %s', async (_what, asked) => {
    expectSameAnswer(
      await test().client('GET', `${path}/${asked}`),
      await test().client('GET', `${path}/${prefix}missing`),
    );
  });
}
