// Tests the recordings of worlds: their content, their secrets, and that a replay gives the same responses.
import { readFileSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { join } from 'node:path';
import { name, version } from '../../../package.json';
import type { Observation } from '../../../src/server/api/observe';
import { openSandbox } from '../../../src/app/sandbox';
import { createRecording } from '../../../src/sandbox/control/recording';
import { said, start, stop } from '../../support/cli';
import { temporaryFolder } from '../../support/folder';
import { brokenRulesOfHar } from './har-schema';
import { type Har, replayed } from '../../review/replay/replayed';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createWorld, keyOf } from '../../support/worlds';
import { until } from '../../support/until';

const folder = temporaryFolder();
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const harOf = async ({ id }: Pick<TestWorld, 'id'>): Promise<Har> =>
  (await control(sandbox, 'GET', `/${id}/calls`)).body;
/** Sends a GET without changes of its target, which `fetch` would make. */
const sendTarget = ({ key }: TestWorld, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url);
    const sent = startRequest({ hostname, port, path, headers: { 'X-API-Key': key } }, (response) => {
      response.resume().once('end', resolve);
    });
    sent.once('error', reject).end();
  });
const entriesOf = async (world: TestWorld) => (await harOf(world)).log.entries;

describe('GET /sandbox/worlds/{id}/calls', () => {
  it('returns the calls as HAR 1.2, oldest first', async () => {
    const world = await createWorld(sandbox, { from: 'empty', now: '2031-01-01T00:00:00Z' });
    const before = new Date().toISOString();
    await world.client('POST', '/tasks', { body: { title: 'A' } });
    await world.client('GET', '/tasks?status=open');
    const { log } = await harOf(world);
    expect(log).toMatchObject({
      version: '1.2',
      creator: { name, version },
      _world: { id: world.id, from: 'empty', now: '2031-01-01T00:00:00.000Z' },
    });
    expect(log.entries).toHaveLength(2);
    const [created, listed] = log.entries;
    expect(created).toEqual({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      time: expect.any(Number),
      _now: '2031-01-01T00:00:00.000Z',
      _user: expect.stringMatching(/^usr_/),
      _key: { id: log._world.key, access: 'full' },
      request: {
        method: 'POST',
        url: `${sandbox.url}/tasks`,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json' }]),
        headersSize: -1,
        bodySize: 13,
        queryString: [],
        postData: { mimeType: 'application/json', text: '{"title":"A"}' },
      },
      response: {
        status: 201,
        statusText: 'Created',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: expect.any(Array),
        headersSize: -1,
        bodySize: expect.any(Number),
        content: {
          size: expect.any(Number),
          mimeType: 'application/json; charset=utf-8',
          text: expect.any(String),
        },
        redirectURL: expect.stringMatching(/^\/tasks\/tsk_/),
      },
      cache: {},
      timings: { send: 0, wait: created!.time, receive: 0 },
    });
    expect(created!.startedDateTime >= before).toBe(true); // the real time
    expect(listed!.request.queryString).toEqual([{ name: 'status', value: 'open' }]);
    expect(listed!.response.content.text).toContain('"createdAt":"2031-01-01');
  });

  it('records rejected requests, also of a revoked key, and none with an unknown key', async () => {
    const world = await createWorld(sandbox, { from: 'empty' });
    const { id } = (await world.client('GET', '/users/me')).body;
    const { keyId, client } = await keyOf(sandbox, id, world.id);
    await control(sandbox, 'DELETE', `/${world.id}/keys/${keyId}`);
    await client('GET', '/tasks');
    await world.client('POST', '/tasks', { body: {} });
    await world.client('GET', '/nowhere');
    await fetch(`${sandbox.url}/tasks`, { headers: { 'X-API-Key': `${world.key}x` } });
    const entries = await entriesOf(world);
    expect(entries.map(({ response }) => response.status)).toEqual([200, 401, 400, 404]);
    expect(entries[1]!._key).toEqual({ id: keyId, access: 'full', rejection: 'revoked' });
  });

  it('records no requests to the control interface and the console', async () => {
    const world = await createWorld(sandbox, { from: 'empty' });
    const headers = { 'X-API-Key': world.key };
    for (const path of [
      '/',
      '/docs',
      '/console/requests',
      `/sandbox/worlds/${world.id}`,
      '/sandbox/worlds/x',
    ])
      await fetch(sandbox.url + path, { headers });
    await world.client('GET', '/tasks');
    expect((await entriesOf(world)).map(({ request }) => request.url)).toEqual([`${sandbox.url}/tasks`]);
  });

  it('has the path of a request as it was sent', async () => {
    const world = await createWorld(sandbox, { from: 'empty' });
    const targets = ['//', '//[', '/a/../tasks', '/tasks?limit=%zz'];
    for (const target of targets) await sendTarget(world, target);
    const har = await harOf(world);
    expect(har.log.entries.map(({ request }) => request.url)).toEqual(
      targets.map((target) => sandbox.url + target),
    );
  });

  it('has the calls of one world only', async () => {
    const [one, other] = [
      await createWorld(sandbox, { from: 'empty' }),
      await createWorld(sandbox, { from: 'empty' }),
    ];
    await one.client('POST', '/tasks', { body: { title: 'Of the first' } });
    await other.client('POST', '/tasks', { body: { title: 'Of the second' } });
    expect(JSON.stringify(await harOf(one))).not.toContain('Of the second');
    expect(await entriesOf(other)).toHaveLength(1);
  });

  it('says which bodies are binary or cut', async () => {
    const world = await createWorld(sandbox, { from: 'empty' });
    const form = new FormData();
    form.set(
      'file',
      new Blob(['%PDF-', new Uint8Array([255, 254, 0, 1])], { type: 'application/pdf' }),
      'policy.pdf',
    );
    await fetch(`${sandbox.url}/policy-documents/upload`, {
      method: 'POST',
      headers: { 'X-API-Key': world.key },
      body: form,
    });
    await world.client('POST', '/tasks', { body: { title: 'A', notes: 'x'.repeat(70_000) } });
    await fetch(`${sandbox.url}/tasks`, { method: 'HEAD', headers: { 'X-API-Key': world.key } });
    const har = await harOf(world);
    expect(brokenRulesOfHar(har)).toEqual([]);
    const bodies = har.log.entries.map(({ request }) => request.postData);
    expect(bodies[0]).toEqual({
      mimeType: expect.stringMatching(/^multipart/),
      comment: 'The body is binary and was not recorded.',
    });
    expect([bodies[1]!.text!.length, bodies[1]!.comment]).toEqual([
      65_536,
      'The text is the beginning of the body.',
    ]);
  });

  it('keeps every field of a list that it cuts, in the rows with a field that no earlier row has', async () => {
    const world = await createWorld(sandbox, { from: 'demo' });
    const assets = (await world.client('GET', '/cyber-assets')).body as Record<string, unknown>[];
    const har = await harOf(world);
    expect(brokenRulesOfHar(har)).toEqual([]);
    const { comment, _outline } = har.log.entries[0]!.response.content;
    expect(comment).toBe('The text is the beginning of the body.');
    const rows = JSON.parse(_outline!) as Record<string, unknown>[];
    const fieldsOf = (list: Record<string, unknown>[]) => [...new Set(list.flatMap(Object.keys))].sort();
    expect(fieldsOf(rows)).toEqual(fieldsOf(assets));
    expect(rows.length).toBeLessThanOrEqual(fieldsOf(assets).length);
    expect(assets).toEqual(expect.arrayContaining(rows));
  });
});

describe('the database', () => {
  const observed = (world: string, path: string): Observation => ({
    ...{ world, path, requestId: 'r', time: '2026-03-27T13:08:26.780Z', method: 'GET', status: 200 },
    ...{ milliseconds: 1, answeredBy: 'server', request: { headers: {} }, response: { headers: {} } },
  });
  let close: () => Promise<void>; // also after a failure: an open database keeps the process running
  afterEach(() => close());
  async function opened(file: string) {
    const { inventory, worlds } = await openSandbox(`sqlite:${join(folder, file)}`);
    close = inventory.close;
    const errors: unknown[] = [];
    const recording = await createRecording(inventory.database);
    recording.reportErrors((error) => errors.push(error));
    const { id } = await worlds.create({ from: 'empty' });
    const { knex } = inventory.database;
    const stored = async (): Promise<number> => {
      const rows = await knex('sandbox_calls')
        .where('organization_id', id)
        .select<{ call: string }[]>('call');
      return rows.flatMap(({ call }) => JSON.parse(call) as unknown[]).length;
    };
    const paths = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { path } of recording.calls(id)) found.push(path);
      return found;
    };
    return { recording, worlds, knex, id, errors, stored, paths };
  }
  const numbers = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => `/${from + index}`);

  it('keeps the newest 5,000 calls of a world, and few older ones', async () => {
    const { recording, id, stored, paths } = await opened('newest.sqlite');
    for (let call = 1; call <= 12_345; call++) {
      recording.add(observed(id, `/${call}`));
      if (call % 100 === 0) recording.add(observed('org_other', '/other'));
      if (call % 700 === 0) await recording.close();
    }
    const kept = await paths(); // a comparison of the arrays would take minutes when it fails
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([5000, '/7346', '/12345']);
    expect(kept.join() === numbers(7346, 12_345).join()).toBe(true);
    expect(await stored()).toBeLessThan(5500);
    expect(await recording.missing(id)).toBe(7345);
    await recording.clear(id);
    await recording.clear(id);
    expect(await recording.missing(id)).toBe(12_345);
    recording.add(observed(id, '/later'));
    expect([await paths(), await stored()]).toEqual([['/later'], 1]);
  });

  it('keeps no call of a deleted world, even when the request ends after the deletion', async () => {
    const { recording, worlds, id, stored } = await opened('deleted.sqlite');
    recording.add(observed(id, '/1'));
    await recording.close();
    expect(await stored()).toBe(1);
    recording.add(observed(id, '/2'));
    await worlds.delete(id);
    recording.add(observed(id, '/3'));
    await recording.close();
    expect(await stored()).toBe(0);
  });

  it('stores calls within half a second without a read', async () => {
    const { recording, id, stored } = await opened('soon.sqlite');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    recording.add(observed(id, '/1'));
    jest.advanceTimersByTime(500);
    jest.useRealTimers();
    await until(async () => (await stored()) !== 0);
    expect(await stored()).toBe(1);
  });

  it('reports a batch that it cannot store, and stores the next one', async () => {
    const { recording, knex, id, errors, paths } = await opened('failing.sqlite');
    await knex.schema.renameTable('sandbox_calls', 'away');
    recording.add(observed(id, '/1'));
    await recording.close();
    expect(errors).toHaveLength(1);
    await knex.schema.renameTable('away', 'sandbox_calls');
    recording.add(observed(id, '/2'));
    expect([await paths(), errors.length]).toEqual([['/2'], 1]);
  });
});

it('calls survive a reset, and DELETE …/calls clears them', async () => {
  const world = await createWorld(sandbox, { from: 'empty' });
  await world.client('GET', '/tasks');
  await control(sandbox, 'POST', `/${world.id}/reset`);
  expect(await entriesOf(world)).toHaveLength(1);
  expect((await control(sandbox, 'DELETE', `/${world.id}/calls`)).status).toBe(204);
  expect(await entriesOf(world)).toHaveLength(0);
});

it.each(['GET', 'DELETE'])('%s …/calls returns 404 for an unknown world', async (method) => {
  expect((await control(sandbox, method, '/org_1/calls')).status).toBe(404);
});

it('--no-recording records nothing', async () => {
  const child = start(['sandbox', '--no-recording'], { PORT: '0' });
  const [, url] = await said(child, 'stdout', /^Sandbox +(\S+)/m);
  const { body } = await control({ url: url! }, 'POST', '', { from: 'empty' });
  await fetch(`${url}/tasks`, { headers: { 'X-API-Key': body.key } });
  expect((await control({ url: url! }, 'GET', `/${body.id}/calls`)).body.log.entries).toEqual([]);
  await stop(child);
});

it('a persistent sandbox keeps its recordings', async () => {
  const file = join(folder, 'kept.sqlite');
  const args = ['sandbox', '--persist', file];
  const urlOf = async (child: ReturnType<typeof start>) =>
    (await said(child, 'stdout', /^Sandbox +(\S+)/m))[1]!;
  const first = start(args, { PORT: '0' });
  const url = await urlOf(first);
  const { body } = await control({ url }, 'POST', '', { from: 'empty' });
  await fetch(`${url}/tasks`, { headers: { 'X-API-Key': body.key } });
  await stop(first);
  const second = start(args, { PORT: '0' });
  const later = await urlOf(second);
  await fetch(`${later}/users`, { headers: { 'X-API-Key': body.key } });
  const har = (await control({ url: later }, 'GET', `/${body.id}/calls`)).body as Har;
  expect(har.log.entries.map(({ request }) => request.url)).toEqual([`${later}/tasks`, `${later}/users`]);
  await stop(second);
});

it('no key, token or password is in a recording, in the database or in the log of the console', async () => {
  const file = join(folder, 'secrets.sqlite');
  const child = start(['sandbox', '--persist', file], { PORT: '0' });
  const url = (await said(child, 'stdout', /^Sandbox +(\S+)/m))[1]!;
  const { key, id } = (await control({ url }, 'POST', '', { from: 'empty' })).body;
  const send = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const invitation = await (
    await send('POST', '/invitations', '{"email":"a@b.example","role":"auditor"}')
  ).json();
  const { token } = invitation as { token: string };
  const resent = (
    (await (await send('POST', `/invitations/${(invitation as { id: string }).id}/resend`)).json()) as {
      token: string;
    }
  ).token;
  const sent = ['hunter2hunter2', 'sessionvalue', 'basicvalue', 'refreshvalue', '7431907431', 'headervalue'];
  const secrets = [key as string, token, resent, ...sent];
  await send('GET', `/invitations/validate?token=${token}`);
  await send('GET', `/invitations/validate?%74oken=${token}`);
  await send('POST', '/invitations/accept', `{"token":"${token}","name":"A"}`);
  await send('POST', '/invitations/accept', `{"tok\\u0065n":"${token}","name":"A"}`);
  await send('POST', '/invitations/accept', `{"name":"A","token":"${token}`);
  await send('POST', '/tasks', `{"title":"${key}","password":"hunter2hunter2"}`);
  await send('GET', `/tasks?api_key=${key}&password=hunter2hunter2`, undefined, {
    Cookie: 'session=sessionvalue',
    Authorization: 'Basic basicvalue',
  });
  await send('GET', '/tasks', undefined, {
    Cookie: `key=${key}; session=sessionvalue`,
    'X-Auth-Token': 'headervalue',
    Referer: `${url}/invitations/validate?token=${token}`,
  });
  await send('POST', '/tasks', '{"title":"A","password":7431907431,"secrets":["hunter2hunter2"]}');
  await send('POST', '/tasks', '{"title":"A","refresh_token":"refreshvalue","refresh_token":null}');
  await send('POST', '/tasks', JSON.stringify({ title: JSON.stringify({ token }) }));
  await send('POST', '/tasks', `{"tok\\u0065n":"${token}`);
  await send('POST', '/tasks', `{"notes":"${'x'.repeat(66_000)}","token":"${token}"}`);
  await send('POST', '/tasks', `{"token":"${token}","notes":"${'x'.repeat(66_000)}"}`);
  await send('POST', '/tasks', JSON.stringify({ title: `Rotate ${key}` }));
  const fork = (await control({ url }, 'POST', '', { from: id })).body;
  await fetch(`${url}/tasks`, { headers: { 'X-API-Key': fork.key } });
  const har = (await control({ url }, 'GET', `/${fork.id}/calls`)).body as Har;
  const calls = (await control({ url }, 'GET', `/${id}/calls`)).body as Har;
  secrets.push(fork.key as string);
  const texts = [
    JSON.stringify(calls),
    JSON.stringify(har),
    await (await fetch(`${url}/console/requests`)).text(),
    ...(await Promise.all(
      [...Array(calls.log.entries.length + 1).keys()].map(async (index) =>
        (await fetch(`${url}/console/requests/${index + 1}`)).text(),
      ),
    )),
  ];
  await stop(child);
  const opened = await openSandbox(`sqlite:${file}`);
  texts.push(JSON.stringify(await opened.inventory.database.knex('sandbox_calls').select('call')));
  await opened.inventory.close();
  expect(texts[0]).toContain('/invitations/validate');
  for (const secret of secrets)
    expect([secret, texts.findIndex((text) => text.includes(secret))]).toEqual([secret, -1]);
  expect(sent.filter((secret) => readFileSync(file).includes(secret))).toEqual([]);
  expect(JSON.stringify(har.log._world.from)).toContain('Rotate cik_****');
}, 30_000);

/**
 * Sends calls of every kind: creations, changes, lists, errors and deletions. It accepts no invitation: the token is
 * masked, so a replay cannot.
 */
async function journey({ client, key }: TestWorld): Promise<void> {
  const [system] = (await client('GET', '/cyber-systems')).body;
  const create = async (path: string, body: object) =>
    (await client('POST', path, { body })).body.id as string;
  const asset = await create('/cyber-assets', {
    name: 'REPLAY-1',
    cyber_system_id: system.id,
    asset_type: 'hardware',
  });
  await create('/cyber-assets', { name: 'replay-1', cyber_system_id: system.id, asset_type: 'hardware' });
  const read = await client('GET', `/cyber-assets/${asset}`);
  const tag = { 'If-Match': read.headers.get('etag')! };
  await client('PATCH', `/cyber-assets/${asset}`, { body: { asset_type: 'software' }, headers: tag });
  await client('PATCH', `/cyber-assets/${asset}`, { body: { asset_type: 'hardware' }, headers: tag });
  for (let round = 0; round < 5; round++) {
    const task = await create('/tasks', { title: `Task ${round}`, dueDate: '2031-03-01' });
    await client('PUT', `/tasks/${task}`, {
      body: { title: `Renamed ${round}`, status: round % 2 ? 'complete' : 'in_progress' },
    });
    await client('GET', `/tasks/${task}`);
    if (round % 2) await client('DELETE', `/tasks/${task}`);
    await client('GET', `/tasks/${task}`);
    await client('GET', '/tasks?status=open');
    const document = await create('/policy-documents', { title: `Policy ${round}` });
    await client('POST', `/policy-documents/${document}/submit`);
    await client('POST', `/policy-documents/${document}/submit`);
    await client('POST', `/policy-documents/${document}/approve`);
    await client('GET', `/policy-documents/${document}/versions`);
  }
  const form = new FormData();
  form.set(
    'file',
    new Blob(['name,asset_type\nREPLAY-2,hardware\nREPLAY-3,none\n'], { type: 'text/csv' }),
    'assets.csv',
  );
  await fetch(`${sandbox.url}/cyber-systems/${system.id}/cyber-assets/import`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  const headers = { 'Idempotency-Key': 'replayed', 'User-Agent': 'cmdb/2.1' };
  for (let time = 0; time < 2; time++) await client('POST', '/tasks', { body: { title: 'Once' }, headers });
  await client('POST', '/invitations', { body: { email: 'new@cedar-valley.example', role: 'auditor' } });
  await client('DELETE', `/cyber-assets/${asset}`);
  for (const path of ['/cyber-assets', '/tasks', '/activity?limit=50', '/users/me', '/nowhere'])
    await client('GET', path);
}

it('the replay of a world with a moved clock moves the clock of the new world', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: '2031-01-01T00:00:00Z' });
  await world.client('POST', '/tasks', { body: { title: 'A', dueDate: '2031-01-15' } });
  await control(sandbox, 'PATCH', `/${world.id}`, { advance: 'P35D' });
  const listed = await world.client('GET', '/tasks');
  expect(listed.body.data[0].status).toBe('overdue');
  expect(await replayed(await harOf(world), sandbox)).toMatchObject({ sent: 2, differences: [] });
});

it('the replay of a recording in a new world gives the same responses, ids and times aside', async () => {
  const world = await createWorld(sandbox, { now: '2031-02-01T00:00:00Z' });
  await journey(world);
  const har = await harOf(world);
  expect(har.log.entries.length).toBeGreaterThan(60);
  expect(brokenRulesOfHar(har)).toEqual([]);
  expect(har.log._world.from).toBe('demo');
  expect(await replayed(har, sandbox)).toMatchObject({ sent: har.log.entries.length, differences: [] });
});

it('the replay of a fork starts with the snapshot in the file', async () => {
  const parent = await createWorld(sandbox, { now: '2031-02-01T00:00:00Z' });
  await parent.client('POST', '/tasks', { body: { title: 'Before the fork' } });
  const fork = await createWorld(sandbox, { from: parent.id });
  await journey(fork);
  const har = await harOf(fork);
  for (const { id } of [fork, parent]) await control(sandbox, 'DELETE', `/${id}`);
  expect(har.log._world.from).toMatchObject({ sandbox_records: expect.any(Array) });
  expect(await replayed(har, sandbox)).toMatchObject({ sent: har.log.entries.length, differences: [] });
});
