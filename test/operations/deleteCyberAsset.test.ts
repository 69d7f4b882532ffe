// DELETE /cyber-assets/{id}
import { newAsset } from '../support/assets';
import { rawRequest } from '../support/raw';
import { expectSameAnswer } from '../support/client';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let path: string;
let tag: string;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  const { headers } = await test.client('POST', '/cyber-assets', { body: newAsset() });
  path = headers.get('location')!;
  tag = headers.get('etag')!;
});

const remove = (headers: Record<string, string> = {}) => test.client('DELETE', path, { headers });
const status = async () => (await test.client('GET', path)).status;

describe('deleteCyberAsset', () => {
  it('returns 204 with an empty body, and the asset is gone from GET and the list', async () => {
    const { status: deleted, text, headers } = await remove();
    expect([deleted, text, headers.get('content-type'), headers.get('content-length')]).toEqual([
      204,
      '',
      null,
      null,
    ]);
    expect(await status()).toBe(404);
    expect((await test.client('GET', '/cyber-assets')).text).not.toContain(path.split('/').at(-1));
  });

  it('returns 404 for the second call, the same bytes as for an id that never was', async () => {
    expect((await remove()).status).toBe(204);
    const again = await remove();
    expect([again.status, again.body.error]).toEqual([404, 'not_found']);
    expectSameAnswer(again, await test.client('DELETE', '/cyber-assets/ca_missing'));
  });

  it('returns 204 once and 404 for 19 of 20 calls at once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => remove()));
    expect(replies.map((reply) => reply.status).sort()).toEqual([204, ...Array<number>(19).fill(404)]);
  });

  it('returns 404 for another organization’s id, the same bytes as for a missing one, and it is still there', async () => {
    const missing = await test.client('DELETE', '/cyber-assets/ca_missing');
    expectSameAnswer(await test.client('DELETE', '/cyber-assets/ca_other_rtu'), missing);
    expectSameAnswer(
      await test.client('DELETE', '/cyber-assets/ca_other_rtu', { headers: { 'If-Match': '*' } }),
      missing,
    );
    expect((await test.client('GET', '/cyber-assets/ca_other_rtu', { key: test.other.key })).status).toBe(
      200,
    );
  });

  it('returns 404 for an id with the wrong prefix, and the system is still there', async () => {
    expect((await test.client('DELETE', '/cyber-assets/cs_cedar_ems')).status).toBe(404);
    expect((await test.client('GET', '/cyber-systems/cs_cedar_ems')).status).toBe(200);
  });

  it('returns 204 with If-Match of the current tag', async () => {
    expect((await remove({ 'If-Match': tag })).status).toBe(204);
  });

  it('returns 204 with If-Match: *', async () => {
    expect((await remove({ 'If-Match': '*' })).status).toBe(204);
  });

  it.each([
    ['another tag', () => '"other"'],
    ['the current tag as a weak one', (current: string) => `W/${current}`],
  ])('returns 412 with If-Match of %s, and the asset is still there', async (_what, ifMatch) => {
    const reply = await remove({ 'If-Match': ifMatch(tag) });
    expect([reply.status, reply.body.error, await status()]).toEqual([412, 'precondition_failed', 200]);
  });

  it('returns 412 when the asset has changed since it was read, and it is still there', async () => {
    await test.client('PATCH', path, { body: { asset_type: 'software' } });
    expect([(await remove({ 'If-Match': tag })).status, await status()]).toEqual([412, 200]);
  });

  it.each(['{"not json', 'x'.repeat(300_000)])('204 whatever body comes along', async (body) => {
    const headers: [string, string][] = [
      ['X-API-Key', test.cedar.key],
      ['Content-Type', 'text/plain'],
    ];
    expect((await rawRequest(test.url, 'DELETE', path, { headers, body })).status).toBe(204);
  });

  it('returns 400 for a query parameter, and the asset is still there', async () => {
    expect([(await test.client('DELETE', `${path}?force=true`)).status, await status()]).toEqual([400, 200]);
  });

  it('returns 401 without a key, and the asset is still there', async () => {
    expect([(await test.client('DELETE', path, { key: null })).status, await status()]).toEqual([401, 200]);
  });
});
