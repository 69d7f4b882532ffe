// Tests the routes of the console pages: no key, sandbox only. guard.test.ts tests their guard.
import { control, createWorld } from '../support/worlds';
import { request } from 'node:http';
import { parse } from 'yaml';
import { contractDocument } from '../../src/contract/document';
import { demoData, demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { onDay } from '../../src/sandbox/demo-data/example-days';
import { newAsset } from '../support/assets';
import { type Sandbox, resetDemoData, startSandbox } from '../support/sandbox';
import { startTestServer } from '../support/server';
import { until } from '../support/until';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const send = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(sandbox.url + path, { method, headers });
const json = async (path: string, method = 'GET') => (await send(path, method)).json();
const SYSTEM = 'cs_01k9key4fteaess0fz2tt06azn';

/** Sends headers that fetch does not allow. */
const rawStatus = (path: string, method: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url);
    request({ hostname, port, path, method, headers }, (response) => resolve(response.resume().statusCode!))
      .once('error', reject)
      .end();
  });

test('no operation of the contract has a path of the console', () => {
  for (const path of Object.keys(contractDocument.paths))
    expect(path).not.toMatch(/^\/(console|docs)?(\/|$)/);
});

test.each([
  '/',
  '/docs',
  '/docs/journeys.json',
  '/console/settings.json',
  '/console/requests',
  '/console/worlds',
  '/console/console.js',
  '/console/base.css',
])('%s needs no key and is closed to other origins', async (path) => {
  const { status, headers } = await send(path);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';(?!.*unsafe)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  const foreign = await send(path, 'GET', { Origin: 'http://elsewhere.example' });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test.each(['json', 'yaml'])('/docs/openapi.%s is readable by pages on this machine', async (format) => {
  const path = `/docs/openapi.${format}`;
  const { status, headers } = await send(path, 'GET', { Origin: 'http://localhost:5173' });
  expect([status, headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining(`application/${format}`),
  ]);
  expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(await rawStatus(path, 'GET', { Host: 'rebound.example:4010' })).toBe(403);
});

test.each([
  ['/llms.txt', 'text/plain'],
  ['/docs/guide/index.md', 'text/markdown'],
  ['/docs/guide/sandbox.md', 'text/markdown'],
])('%s is readable by pages of every origin, at an own Host only', async (path, type) => {
  const { status, headers } = await send(path, 'GET', { Origin: 'http://elsewhere.example' });
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(await rawStatus(path, 'GET', { Host: 'rebound.example:4010' })).toBe(403);
});

test('every link of /llms.txt leads to a Markdown page or to the contract', async () => {
  const text = await (await send('/llms.txt')).text();
  const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(20);
  expect(text).toContain('npm ci && npm run sandbox');
  for (const link of links) {
    const { status, headers } = await send(`/${link}`);
    expect([link, status, headers.get('content-type')]).toEqual([
      link,
      200,
      expect.stringMatching(link.endsWith('.md') ? /^text\/markdown/ : /^application\/json/),
    ]);
  }
});

test('openapi.yaml and openapi.json are the same document', async () => {
  const readBoth = () =>
    Promise.all([send('/docs/openapi.yaml').then((sent) => sent.text()), json('/docs/openapi.json')]);
  for (const [yaml, document] of [await readBoth(), await readBoth()]) expect(parse(yaml)).toEqual(document);
});

test('pages have no inline scripts or styles', async () => {
  for (const path of ['/', '/docs'])
    expect(await (await send(path)).text()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
});

test('unknown paths and files outside the folder return 404', async () => {
  for (const path of [
    '/console/',
    '/console/nothing',
    '/console/requests/999',
    '/console/requests/x',
    '/docs/nothing',
    '/console/..%2frequest-log.ts',
    '/console/../request-log.ts',
    '/console/%2e%2e/request-log.ts',
  ]) {
    expect([path, await rawStatus(path, 'GET', {})]).toEqual([path, 404]);
  }
});

test('the real server has no pages', async () => {
  const real = await startTestServer();
  for (const path of ['/', '/docs', '/console/settings.json', '/console/requests'])
    expect((await fetch(real.url + path)).status).toBe(401);
  await real.close();
});

test('settings and the document name this sandbox', async () => {
  expect(await json('/console/settings.json')).toEqual({
    url: sandbox.url,
    key: sandbox.key,
    world: demoOrganization.id,
    operations: expect.arrayContaining(['POST /cyber-assets', 'POST /tasks']),
    contractVersion: contractDocument.info.version,
    firstRequestPath: '/facilities',
  });
  const { servers, ...rest } = await json('/docs/openapi.json');
  expect(servers).toEqual([{ url: sandbox.url, description: 'This sandbox.' }]);
  expect({ ...rest, servers: contractDocument['servers' as keyof typeof contractDocument] }).toEqual(
    onDay(contractDocument, new Date()),
  );
});

describe('requests of other sites', () => {
  it.each<[string, Record<string, string>]>([
    ['an Origin', { Origin: 'http://elsewhere.example' }],
    ['a null Origin', { Origin: 'null' }],
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
  ])('change nothing: %s', async (_what, headers) => {
    expect(await rawStatus('/console/reset', 'POST', headers)).toBe(403);
    expect(await rawStatus('/console/requests', 'DELETE', headers)).toBe(403);
  });

  // Such a request has no Origin: an image or a script can name every path.
  it.each(['/console/requests', '/docs/openapi.yaml', `/sandbox/worlds/${demoOrganization.id}/calls`])(
    'start no work: GET %s',
    async (path) => {
      for (const site of ['cross-site', 'same-site'])
        expect(await rawStatus(path, 'GET', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors' })).toBe(
          403,
        );
    },
  );

  it('may lead a person to a page, but not to a download of a world', async () => {
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect(await rawStatus('/docs', 'GET', link)).toBe(200);
    expect(await rawStatus(`/sandbox/worlds/${demoOrganization.id}/calls`, 'GET', link)).toBe(403);
  });

  it('return 403 for another host name', async () => {
    expect(await rawStatus('/console/requests', 'GET', { Host: 'rebound.example:4010' })).toBe(403);
    expect(await rawStatus('/console/requests', 'GET', { Host: 'localhost:4010' })).toBe(200);
  });
});

describe('requests of the API', () => {
  beforeEach(async () => void (await send('/console/requests', 'DELETE')));

  /** Returns the log entry of a request. The sandbox creates it shortly after the response. */
  async function entryOf(reply: { headers: Headers }) {
    const line = await until(async () =>
      (await json('/console/requests')).find(
        ({ requestId }: { requestId: string }) => requestId === reply.headers.get('x-request-id'),
      ),
    );
    return json(`/console/requests/${line.number}`);
  }

  it('are logged completely, without the key', async () => {
    const body = { name: 'MLB345-RTU02', cyberSystemId: SYSTEM, asset_type: 'hardware' };
    const entry = await entryOf(await sandbox.client('POST', '/cyber-assets?page=2', { body }));
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/cyber-assets?page=2',
      status: 400,
      operationId: 'createCyberAsset',
      availability: 'available',
      answeredBy: 'server',
      error: { code: 'validation_error' },
      request: { headers: { 'x-api-key': 'cik_****' }, body: { text: JSON.stringify(body) } },
      response: { headers: { 'content-type': 'application/json; charset=utf-8' } },
    });
    expect(entry.milliseconds).toBeGreaterThan(0);
    expect(JSON.parse(entry.response.body.text)).toMatchObject({ error: 'validation_error' });
    expect(entry.rule.faults.join()).toContain('did you mean cyber_system_id?');
    expect(JSON.stringify(entry)).not.toContain(sandbox.key);
  });

  it('state whether the server or the world responded', async () => {
    expect(await entryOf(await sandbox.client('GET', '/tasks'))).toMatchObject({
      answeredBy: 'world',
      availability: 'planned',
      operationId: 'getTasks',
    });
    expect(await entryOf(await sandbox.client('GET', '/facilities'))).toMatchObject({
      answeredBy: 'server',
      availability: 'available',
    });
  });

  it('are logged without a key too', async () => {
    const entry = await entryOf(await sandbox.client('GET', '/facilities', { key: null }));
    expect(entry).toMatchObject({
      status: 401,
      operationId: 'getFacilities',
      rule: { place: '#/components/securitySchemes/ApiKey' },
    });
  });

  it('contain the first part of a large body, and only the size of a binary body', async () => {
    const large = await entryOf(await sandbox.client('GET', '/cyber-assets'));
    expect(large.response.body).toMatchObject({ cut: true, text: expect.stringMatching(/^\[\{/) });
    expect(large.response.body.text.length).toBeLessThanOrEqual(65_536);
    const binary = await entryOf(
      await sandbox.client('POST', '/cyber-assets', { body: new Uint8Array([0, 159, 146, 150]) }),
    );
    expect(binary.request.body).toEqual({ bytes: 4 });
  });

  it('name the world and the user of a key that is rejected', async () => {
    const world = await createWorld(sandbox, { from: 'empty', now: '2031-05-04T00:00:00Z' });
    const [{ id: userId, name }] = (await world.client('GET', '/users')).body.data;
    const keysOf = (more: object) => control(sandbox, 'POST', `/${world.id}/keys`, { userId, ...more });
    const expired = (await keysOf({ expiresIn: 'P1D' })).body;
    const revoked = (await keysOf({})).body;
    await control(sandbox, 'PATCH', `/${world.id}`, { advance: 'P2D' });
    await control(sandbox, 'DELETE', `/${world.id}/keys/${revoked.id}`);
    for (const [key, reason] of [
      [expired.key, 'expired'],
      [revoked.key, 'revoked'],
    ])
      expect(await entryOf(await sandbox.client('GET', '/facilities', { key }))).toMatchObject({
        ...{ status: 401, world: world.id, user: { id: userId, name }, keyRejection: reason },
      });
    const { entries } = (await control(sandbox, 'GET', `/${world.id}/calls`)).body.log;
    expect(entries.map(({ response }: { response: { status: number } }) => response.status)).toEqual([
      200, 401, 401,
    ]);
    await control(sandbox, 'DELETE', `/${world.id}`);
    expect(await entryOf(await world.client('GET', '/facilities'))).toMatchObject({
      ...{ status: 401, world: world.id, keyRejection: 'deleted world' },
    });
  });

  it('do not include requests of the pages, of their browser and of the control interface', async () => {
    await send('/console/worlds');
    await send('/sandbox/worlds');
    await send('/');
    const icon = await send('/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    for (const path of ['/apple-touch-icon.png', '/.well-known/appspecific/com.chrome.devtools.json'])
      expect((await send(path)).status).toBe(404);
    expect(await json('/console/requests')).toEqual([]);
  });

  it('arrive as events', async () => {
    const stop = new AbortController();
    const { body, headers } = await fetch(`${sandbox.url}/console/events`, { signal: stop.signal });
    expect(headers.get('content-type')).toContain('text/event-stream');
    const requested = sandbox.client('GET', '/facilities');
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/event: request\ndata: .*\n\n/.test(text)) break;
    }
    expect(text).toContain((await requested).headers.get('x-request-id')!);
    stop.abort();
  });
});

test('open streams do not delay the shutdown', async () => {
  const other = await startSandbox();
  const { body } = await fetch(`${other.url}/console/events`);
  await other.server.close(120_000); // longer than Jest waits for a test
  await other.close();
  await body!.cancel();
});

describe('the demo data', () => {
  interface System {
    id: string;
    hardware: number;
    software: number;
  }
  const sitesOf = async (): Promise<{ kind: string; systems: System[] }[]> =>
    (await json(`/console/worlds/${demoOrganization.id}`)).sites;
  const countsOf = async () => {
    const sites = await sitesOf();
    const systems = sites.flatMap((site) => site.systems);
    return {
      facilities: sites.filter(({ kind }) => kind === 'facility').length,
      control_centers: sites.filter(({ kind }) => kind === 'control_center').length,
      cyber_systems: systems.length,
      cyber_assets: systems.reduce((sum, { hardware, software }) => sum + hardware + software, 0),
    };
  };
  const COUNTS = { facilities: 13, control_centers: 2, cyber_systems: 35, cyber_assets: 400 };

  it('is counted per site, system and asset', async () => {
    expect(await countsOf()).toEqual(COUNTS);
    for (const site of await sitesOf()) {
      for (const system of site.systems) {
        const assets = demoData().cyber_assets.filter(({ cyber_system_id }) => cyber_system_id === system.id);
        expect(system.hardware).toBe(assets.filter(({ asset_type }) => asset_type === 'hardware').length);
        expect(system.hardware + system.software).toBe(assets.length);
      }
    }
  });

  it('is complete after a reset: created, changed and deleted records and idempotency keys', async () => {
    const before = await sandbox.client('GET', '/cyber-assets');
    const headers = { 'Idempotency-Key': 'once' };
    const body = newAsset({ cyber_system_id: SYSTEM });
    const [first, second] = [before.body[0].id, before.body[1].id] as string[];
    await sandbox.client('POST', '/cyber-assets', { body, headers });
    await sandbox.client('PATCH', `/cyber-assets/${first}`, { body: { name: 'renamed' } });
    await sandbox.client('DELETE', `/cyber-assets/${second}`);
    await sandbox.client('POST', '/cyber-assets', { body: newAsset({ cyber_system_id: SYSTEM }) });
    expect((await countsOf()).cyber_assets).toBe(401);
    await resetDemoData(sandbox);
    expect(await countsOf()).toEqual(COUNTS);

    const after = await sandbox.client('GET', '/cyber-assets', {
      headers: { 'If-None-Match': before.headers.get('etag')! },
    });
    expect(after.body).toEqual(before.body); // and not 304, because a reset creates a new state
    const again = await sandbox.client('POST', '/cyber-assets', { body, headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
    await resetDemoData(sandbox);
  });

  it('is never partially empty during a reset', async () => {
    const resetting = [1, 2, 3].map(() => resetDemoData(sandbox));
    const sizes = await Promise.all(
      Array.from(
        { length: 30 },
        async () => (await sandbox.client('GET', '/cyber-assets')).body.length as number,
      ),
    );
    await Promise.all(resetting);
    expect(new Set(sizes)).toEqual(new Set([400]));
  });
});

describe('the data of worlds', () => {
  it('has the number of records of each world', async () => {
    const empty = await createWorld(sandbox, { from: 'empty', label: 'Nothing' });
    const worlds = await json('/console/worlds');
    expect(worlds.map(({ id, records }: { id: string; records: number }) => [id, records > 400])).toEqual([
      [demoOrganization.id, true],
      [empty.id, false],
    ]);
    expect(JSON.stringify(worlds)).not.toContain(empty.key);
  });

  it('has the records of planned operations of one world by kind, and each record as JSON', async () => {
    const world = await createWorld(sandbox, { from: 'empty' });
    const { body } = await world.client('POST', '/tasks', { body: { title: 'Review firewall rules' } });
    const { kinds } = await json(`/console/worlds/${world.id}`);
    expect(kinds.map(({ name }: { name: string }) => name)).toEqual(['task', 'user']);
    expect(kinds[0]).toEqual({
      collection: 'Task',
      name: 'task',
      total: 1,
      records: [{ id: body.id, title: 'Review firewall rules', status: 'open' }],
    });
    expect(await json(`/sandbox/worlds/${world.id}/records/Task/${body.id}`)).toEqual(body);
  });

  it('shows a record as it is at the time of its world', async () => {
    const world = await createWorld(sandbox, { from: 'empty', now: '2031-05-04T00:00:00Z' });
    const body = { title: 'Late', dueDate: '2031-05-03' };
    const { id } = (await world.client('POST', '/tasks', { body })).body;
    const { kinds } = await json(`/console/worlds/${world.id}`);
    expect(kinds[0].records).toEqual([{ id, title: 'Late', status: 'overdue' }]);
    expect((await json(`/sandbox/worlds/${world.id}/records/Task/${id}`)).status).toBe('overdue');
  });

  it('returns 404 for an unknown world', async () => {
    expect((await fetch(`${sandbox.url}/console/worlds/org_1`)).status).toBe(404);
  });

  it('shows no record of another world', async () => {
    const [one, other] = [await createWorld(sandbox), await createWorld(sandbox, { from: 'empty' })];
    const { body } = await one.client('POST', '/tasks', { body: { title: 'Of the first' } });
    expect(JSON.stringify(await json(`/console/worlds/${other.id}`))).not.toContain('Of the first');
    expect((await fetch(`${sandbox.url}/sandbox/worlds/${other.id}/records/Task/${body.id}`)).status).toBe(
      404,
    );
  });
});
