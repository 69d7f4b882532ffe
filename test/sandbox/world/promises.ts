// States promises that every planned operation of the sandbox keeps, and the steps that its tests share.
import { randomUUID } from 'node:crypto';
import type { Client, Reply } from '../../support/client';
import { atOnce, expectTagToMove, unknownIds } from '../../support/world';

export { create, operationsOf, read, unique, unknownIds } from '../../support/world';

/** Returns the status and the error code of a reply. */
export const outcome = ({ status, body }: Reply): unknown[] => [status, body?.error];

/** Returns the fields that a rejection names. */
export const faultyFields = ({ body }: Reply): string[] =>
  (body.details ?? []).map(({ field }: { field: string }) => field);

/** Returns the ids of a list, in its order. */
export const idsOf = ({ body }: Reply): string[] => (body.data ?? body).map(({ id }: { id: string }) => id);

const DAY = 86_400_000;
/** Returns the UTC day that is `days` after today, as `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Tests that each path below an unknown id returns 404. `pathOf` receives the id. */
export function itReturns404ForUnknownIds(
  send: Client,
  prefix: string,
  method: string,
  pathOf: (id: string) => string,
  body?: unknown,
): void {
  it.each(unknownIds(prefix))('returns 404 not_found for the id %j in the path', async (id) => {
    expect(outcome(await send(method, pathOf(id), { body }))).toEqual([404, 'not_found']);
  });
}

interface Retry {
  path: string;
  body: unknown;
  other: unknown;
  count: () => Promise<number>;
}
interface Change {
  path: string;
  change: () => Promise<unknown>;
}

/** Tests the replay of a POST. `prepare` returns the request, another body, and a count of its effects. */
export function itKeepsRetriesSafe(send: Client, prepare: () => Retry | Promise<Retry>): void {
  it('returns the first response again for a repeated Idempotency-Key, and changes nothing', async () => {
    const { path, body, count } = await prepare();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send('POST', path, { body, headers });
    const before = await count();
    const second = await send('POST', path, { body, headers });
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(first.status).toBeLessThan(300);
    for (const name of ['location', 'etag', 'content-type'])
      expect([name, second.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    const replayed = [first, second].map((reply) => reply.headers.get('idempotency-replayed'));
    expect([replayed, await count()]).toEqual([[null, 'true'], before]);
  });

  it('runs once when 12 requests with one Idempotency-Key arrive at once', async () => {
    const { path, body } = await prepare();
    const headers = { 'Idempotency-Key': randomUUID() };
    const replies = await atOnce(12, () => send('POST', path, { body, headers }));
    const done = replies.filter(({ status }) => status < 300);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter((reply) => reply.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    for (const reply of replies.filter((each) => !done.includes(each)))
      expect([...outcome(reply), reply.headers.has('retry-after')]).toEqual([409, 'conflict', true]);
  });

  it('returns 422 for a used Idempotency-Key with another body, and changes nothing', async () => {
    const { path, body, other, count } = await prepare();
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await send('POST', path, { body, headers })).status).toBeLessThan(300);
    const before = await count();
    expect(outcome(await send('POST', path, { body: other, headers }))).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    expect(await count()).toBe(before);
  });

  it('processes a rejected request again under the same Idempotency-Key', async () => {
    const { path, body } = await prepare();
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await send('POST', path, { body: { ...(body as object), wrong: 1 }, headers })).status).toBe(400);
    const reply = await send('POST', path, { body, headers });
    expect([reply.status < 300, reply.headers.get('idempotency-replayed')]).toEqual([true, null]);
  });
}

/** Tests If-Match of a change. `prepare` returns the path, a body, and the path whose tag counts. */
export function itHonorsIfMatch(
  send: Client,
  method: 'PATCH' | 'PUT' | 'DELETE',
  prepare: () => Promise<{ path: string; tagPath?: string; body?: unknown }>,
): void {
  it('returns 412 for a tag that is not current, and changes nothing', async () => {
    const { path, tagPath = path, body } = await prepare();
    const before = await send('GET', tagPath);
    const stale = await send(method, path, { body, headers: { 'If-Match': '"stale"' } });
    expect(outcome(stale)).toEqual([412, 'precondition_failed']);
    const after = await send('GET', tagPath);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
  });

  it('accepts the current tag, once: the tag moves with the change', async () => {
    const { path, tagPath = path, body } = await prepare();
    const tag = (await send('GET', tagPath)).headers.get('etag')!;
    const first = await send(method, path, { body, headers: { 'If-Match': tag } });
    expect([first.status, tag]).toEqual([method === 'DELETE' ? 204 : 200, expect.stringMatching(/^".+"$/)]);
    const second = await send(method, path, { body, headers: { 'If-Match': tag } });
    expect(second.status).toBe(method === 'DELETE' ? 404 : 412);
    if (method !== 'DELETE')
      expect(first.headers.get('etag')).toBe((await send('GET', tagPath)).headers.get('etag'));
  });
}

/** Tests If-None-Match of a read. `prepare` returns the path and a change that the read shows. */
export function itReturns304(send: Client, prepare: () => Change | Promise<Change>): void {
  it('returns 304 for the current tag, and 200 with another tag after a change', async () => {
    const { path, change } = await prepare();
    await expectTagToMove(send, path, change);
  });
}

/** Tests that simultaneous creations succeed and have ids of their own. */
export function itCreatesSimultaneously(send: Client, path: string, bodyOf: () => unknown): void {
  it('gives 12 simultaneous creations 12 ids, and lists them all', async () => {
    const replies = await atOnce(12, () => send('POST', path, { body: bodyOf() }));
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
    const ids = new Set(replies.map(({ body }) => body.id as string));
    expect(ids.size).toBe(12);
    expect(idsOf(await send('GET', path))).toEqual(expect.arrayContaining([...ids]));
  });
}

/** Tests that each body returns 400 `validation_error` with the field, and that nothing changes. */
export function itRejectsBodies(
  send: Client,
  method: string,
  pathOf: () => string,
  cases: [string, unknown, string | undefined][],
): void {
  it.each(cases)('returns 400 validation_error for %s', async (_what, body, field) => {
    const reply = await send(method, pathOf(), { body });
    expect(outcome(reply)).toEqual([400, 'validation_error']);
    if (field !== undefined) expect(faultyFields(reply)).toContain(field);
  });
}
