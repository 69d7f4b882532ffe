// Bad input, concurrency: many callers at once, callers that are late, and callers that go away. The long
// versions are in test/soak.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { newAsset } from '../support/assets';
import { AVAILABLE, bytesOf, readyRequest } from '../support/available';
import { type Client, patient } from '../support/client';
import { everythingIn } from './everything';
import { type TestServer, startTestServer } from '../support/server';
import { until } from '../support/until';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

type Asset = { id: string; name: string };
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_none, index) => make(index));
const call: Client = (...request) => patient(test.client)(...request);
const create = (body: object, headers: Record<string, string> = {}) =>
  call('POST', '/cyber-assets', { body, headers });
const named = async (name: unknown) =>
  ((await test.client('GET', '/cyber-assets')).body as Asset[]).filter((asset) => asset.name === name);

/** How often each answer came, as `409 conflict`. */
function tally(replies: { status: number; body: { error?: string } | undefined }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const outcome = [status, body?.error].join(' ').trim();
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('bad input, concurrency', () => {
  it('returns 201 once and 409 for 99 of 100 equal creates at once, and one row', async () => {
    const body = newAsset();
    expect(tally(await Promise.all(times(100, () => create(body))))).toEqual({ 201: 1, '409 conflict': 99 });
    expect(await named(body['name'])).toHaveLength(1);
  });

  it('returns 200 for a change of another asset beside a create whose name is taken, and for one of the asset that has it', async () => {
    const [taken, other] = [newAsset(), newAsset()];
    const [holder, bystander] = [(await create(taken)).body as Asset, (await create(other)).body as Asset];
    for (const assetType of times(20, (index) => (index % 2 === 0 ? 'hardware' : 'software'))) {
      const change = ({ id }: Asset) =>
        call('PATCH', `/cyber-assets/${id}`, { body: { asset_type: assetType } });
      expect(
        (await Promise.all([create(taken), change(bystander), change(holder)])).map(({ status }) => status),
      ).toEqual([409, 200, 200]);
    }
  });

  it('returns 201 once for twins by letter case and composition at once', async () => {
    const [one, ...others] = ['Grünau RTU', 'GRÜNAU RTU', 'Gru\u0308nau RTU', 'grünau rtu'].map((name) =>
      newAsset({ name }),
    );
    expect(tally(await Promise.all(times(40, (index) => create([one, ...others][index % 4]!))))).toEqual({
      201: 1,
      '409 conflict': 39,
    });
  });

  it('one row for 100 calls at once with one Idempotency-Key: each is told of it, or to wait', async () => {
    const [body, headers] = [newAsset(), { 'Idempotency-Key': randomUUID() }];
    const replies = await Promise.all(times(100, () => create(body, headers)));
    const done = replies.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(tally(replies)).toEqual(
      done.length === 100 ? { 201: 100 } : { 201: done.length, '409 conflict': 100 - done.length },
    );
    expect(await named(body['name'])).toEqual([done[0]!.body]);
  });

  it('returns 200 once and 412 for 99 of 100 PATCHes at once with one If-Match', async () => {
    const { headers } = await create(newAsset());
    const path = headers.get('location')!;
    const patches = times(100, (index) =>
      call('PATCH', path, {
        body: { name: `one of a hundred ${index}` },
        headers: { 'If-Match': headers.get('etag')! },
      }),
    );
    const replies = await Promise.all(patches);
    expect(tally(replies)).toEqual({ 200: 1, '412 precondition_failed': 99 });
    expect((await test.client('GET', path)).text).toBe(replies.find(({ status }) => status === 200)!.text);
  });

  it('returns 200 for one and 409 for the other of two that take each other’s new name at once', async () => {
    const paths = [
      (await create(newAsset())).headers.get('location')!,
      (await create(newAsset())).headers.get('location')!,
    ];
    const name = randomUUID();
    expect(
      tally(await Promise.all(paths.map((path) => test.client('PATCH', path, { body: { name } })))),
    ).toEqual({ 200: 1, '409 conflict': 1 });
    expect(await named(name)).toHaveLength(1);
  });

  it('returns 409 for a rename onto a taken name, 200 onto itself', async () => {
    const { body: asset } = await create(newAsset());
    const rename = (name: string) => test.client('PATCH', `/cyber-assets/${asset.id}`, { body: { name } });
    const before = await everythingIn(test.inventory);
    expect(tally([await rename('cedar-RTU01'), await rename('CEDAR-rtu01')])).toEqual({ '409 conflict': 2 });
    expect(await everythingIn(test.inventory)).toEqual(before);
    expect((await rename(asset.name)).status).toBe(200);
  });

  it('returns 412 for a stale or weak If-Match of PATCH and of DELETE, 400 for one without quotes, and changes nothing', async () => {
    const { headers } = await create(newAsset());
    const path = headers.get('location')!;
    const stale = headers.get('etag')!;
    const current = (await test.client('PATCH', path, { body: { asset_type: 'software' } })).headers.get(
      'etag',
    )!;
    const before = await everythingIn(test.inventory);
    const [failed, malformed] = [[412, 'precondition_failed'] as const, [400, 'validation_error'] as const];
    for (const [ifMatch, expected] of [
      [stale, failed],
      [`W/${current}`, failed],
      ['"other"', failed],
      [current.slice(1, -1), malformed],
    ] as const) {
      for (const method of ['PATCH', 'DELETE']) {
        const reply = await test.client(method, path, {
          headers: { 'If-Match': ifMatch },
          ...(method === 'PATCH' ? { body: { name: 'late' } } : {}),
        });
        expect([ifMatch, reply.status, reply.body.error]).toEqual([ifMatch, ...expected]);
      }
    }
    expect(await everythingIn(test.inventory)).toEqual(before);
  });

  it('returns 204 once and 404 from then on for DELETE, which changes nothing any more', async () => {
    const path = (await create(newAsset())).headers.get('location')!;
    expect(tally(await Promise.all(times(20, () => test.client('DELETE', path))))).toEqual({
      204: 1,
      '404 not_found': 19,
    });
    const before = await everythingIn(test.inventory);
    expect(
      tally([
        await test.client('DELETE', path),
        await test.client('PATCH', path, { body: { name: 'back' } }),
      ]),
    ).toEqual({ '404 not_found': 2 });
    expect(await everythingIn(test.inventory)).toEqual(before);
  });

  it('a row that is deleted stays away, whatever PATCHes come with the DELETE', async () => {
    for (let round = 0; round < 20; round++) {
      const { body: asset, headers } = await create(newAsset());
      const path = `/cyber-assets/${asset.id}`;
      const patch = (name: string) =>
        call('PATCH', path, {
          body: { name },
          headers: round % 4 < 2 ? { 'If-Match': headers.get('etag')! } : {},
        });
      const patching = [patch(`${asset.name} a`), patch(`${asset.name} b`)];
      const begun = round % 2 ? Promise.race(patching) : Promise.resolve();
      const [removed, first, second] = await Promise.all([
        begun.then(() => call('DELETE', path)),
        ...patching,
      ]);
      expect(removed.status).toBe(204);
      for (const { status } of [first!, second!]) expect([200, 404, 412]).toContain(status);
      expect((await test.client('GET', path)).status).toBe(404);
      for (const name of [asset.name, `${asset.name} a`, `${asset.name} b`])
        expect((await create(newAsset({ name }))).status).toBe(201);
    }
  });
});

describe('a client that goes away', () => {
  /** Sends some bytes and closes, or resets, the connection at once. */
  const sendAndGo = (bytes: string, reset: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(test.url);
      const socket = connect(Number(port), hostname, () =>
        socket.write(bytes, () => (reset ? socket.resetAndDestroy() : socket.destroy())),
      );
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });

  const post = AVAILABLE.find(({ operationId }) => operationId === 'createCyberAsset')!;
  const bytesWith = (name: string, idempotencyKey: string) =>
    bytesOf({ ...readyRequest(post, 'cedar'), body: JSON.stringify(newAsset({ name })) }, [
      `X-API-Key: ${test.cedar.key}`,
      `Idempotency-Key: ${idempotencyKey}`,
    ]);

  it('in mid-body leaves nothing behind', async () => {
    const before = await everythingIn(test.inventory);
    const whole = bytesWith('half', randomUUID());
    for (const part of [0.3, 0.6, 0.9]) {
      await sendAndGo(whole.slice(0, whole.length * part), false);
      await sendAndGo(whole.slice(0, whole.length - 1), true);
    }
    expect((await test.client('GET', '/facilities')).status).toBe(200);
    expect(await everythingIn(test.inventory)).toEqual(before);
  });

  it('in mid-DELETE deletes nothing', async () => {
    const before = await everythingIn(test.inventory);
    const remove = AVAILABLE.find(({ operationId }) => operationId === 'deleteCyberAsset')!;
    const whole = bytesOf({ ...readyRequest(remove, 'cedar'), body: '{"why":"no more"}' }, [
      `X-API-Key: ${test.cedar.key}`,
    ]);
    for (const reset of [true, false]) await sendAndGo(whole.slice(0, -1), reset);
    expect((await test.client('GET', '/facilities')).status).toBe(200);
    expect(await everythingIn(test.inventory)).toEqual(before);
  });

  it('before the answer leaves all or nothing, and its retry makes it one row', async () => {
    for (let round = 0; round < 20; round++) {
      const [name, key] = [`gone ${round}`, randomUUID()];
      const bytes = bytesWith(name, key);
      await sendAndGo(bytes, round % 2 === 0);
      const body = JSON.parse(bytes.slice(bytes.indexOf('\r\n\r\n'))) as object;
      const reply = await until(async () => {
        const next = await create(body, { 'Idempotency-Key': key });
        return next.status !== 409 && next; // the first one is still running
      });
      expect([reply.status, await named(name)]).toEqual([201, [reply.body]]);
    }
  });
});
