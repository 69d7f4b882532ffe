// Tests the worlds of a sandbox: creation, forks, resets, deletion, and that they share nothing.
import fc from 'fast-check';
import { demoOrganization } from '../../../src/sandbox/demo-data/demo-data';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, contentOf, control, createWorld } from '../../support/worlds';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const newTask = (title: string) => ({ body: { title } });
const titlesOf = async ({ client }: TestWorld): Promise<string[]> =>
  (await client('GET', '/tasks')).body.data.map(({ title }: { title: string }) => title);

describe('POST /sandbox/worlds', () => {
  it('creates a world from the demo data by default', async () => {
    const { body, status, headers } = await control(sandbox, 'POST');
    expect([status, headers.get('location')]).toEqual([201, `/sandbox/worlds/${body.id}`]);
    expect(body).toEqual({
      id: expect.stringMatching(/^org_[0-9a-z]{26}$/),
      key: expect.stringMatching(/^cik_test_\w{36}$/),
      label: null,
      from: 'demo',
      now: expect.any(String),
      clock: 'real',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const demo = await contentOf(sandbox);
    const created = await contentOf(await createWorld(sandbox));
    const asDemo = (text: string) =>
      text
        .replaceAll(/"organization_slug":"[^"]+"/g, '')
        .replaceAll(/"(sentAt|expiresAt|updatedAt)":"[^"]+"/g, '');
    expect(asDemo(JSON.stringify(created.slice(0, -1)))).toBe(asDemo(JSON.stringify(demo.slice(0, -1))));
  });

  it('creates an empty world, whose user is an administrator', async () => {
    const { client } = await createWorld(sandbox, { from: 'empty', label: 'Nothing' });
    for (const path of ['/facilities', '/cyber-assets']) expect((await client('GET', path)).body).toEqual([]);
    for (const path of ['/tasks', '/activity', '/policy-documents'])
      expect((await client('GET', path)).body.total).toBe(0);
    const me = (await client('GET', '/users/me')).body;
    expect(me).toMatchObject({ name: 'Sandbox', role: 'organization_admin' });
    expect((await client('GET', '/users')).body.data).toEqual([me]);
    const file = (await client('GET', '/policy-documents/processing-files')).body;
    expect(file).toBeDefined();
  });

  it.each([
    ['an unknown world in from', { from: 'org_01k4qsdg89fyc89dkyjez66000' }, 'invalid_reference'],
    ['an unknown field', { form: 'demo' }, 'validation_error'],
    ['a time that is none', { now: 'tomorrow' }, 'validation_error'],
    ['a list', [], 'validation_error'],
    ['a snapshot without tables', { from: { sandbox_records: 'x' } }, 'validation_error'],
    ['a snapshot with unknown columns', { from: { facilities: [{ x: 1 }] } }, 'validation_error'],
  ])('returns 400 for %s', async (_what, body, error) => {
    const refused = await control(sandbox, 'POST', '', body);
    expect([refused.status, refused.body.error]).toEqual([400, error]);
  });

  it('returns 415 for another media type and 400 for broken JSON', async () => {
    const send = (type: string, body: string) =>
      fetch(`${sandbox.url}/sandbox/worlds`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect((await send('text/plain', '{}')).status).toBe(415);
    expect(await (await send('application/json', '{')).json()).toMatchObject({ error: 'invalid_json' });
  });
});

describe('a fork', () => {
  it('starts as its parent, with the log of the parent', async () => {
    const parent = await createWorld(sandbox);
    await parent.client('POST', '/tasks', newTask('Before the fork'));
    const fork = await createWorld(sandbox, { from: parent.id });
    expect(fork.from).toBe(parent.id);
    const [ofParent, ofFork] = [await contentOf(parent), await contentOf(fork)].map((content) =>
      JSON.stringify(content),
    );
    const neutral = (text: string) => text.replaceAll(/org[_-][0-9a-z]{26}/g, 'org');
    const withoutHashes = (text: string) => text.replaceAll(/"(previousHash|hash)":"\w+"/g, '');
    expect(withoutHashes(neutral(ofFork!))).toBe(withoutHashes(neutral(ofParent!)));
    expect(ofFork).not.toContain(parent.id);
    expect(ofFork).not.toContain(parent.id.replace('_', '-'));
  });

  it('and its parent never see changes of each other', async () => {
    const change = fc.record({ inFork: fc.boolean(), title: fc.stringMatching(/^[A-Za-z]{5,20}$/) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const parent = await createWorld(sandbox);
        const fork = await createWorld(sandbox, { from: parent.id });
        const common = await titlesOf(parent);
        for (const { inFork, title } of changes)
          await (inFork ? fork : parent).client('POST', '/tasks', newTask(title));
        const titles = (inFork: boolean) =>
          changes.filter((each) => each.inFork === inFork).map(({ title }) => title);
        expect(await titlesOf(parent)).toEqual([...common, ...titles(false)]);
        expect(await titlesOf(fork)).toEqual([...common, ...titles(true)]);
        for (const { id } of [fork, parent])
          expect((await control(sandbox, 'DELETE', `/${id}`)).status).toBe(204);
      }),
      { numRuns: 20, seed: 26 },
    );
  });

  it('resets to the moment of the fork, also after its parent is gone', async () => {
    const parent = await createWorld(sandbox, { from: 'empty' });
    await parent.client('POST', '/tasks', newTask('Before the fork'));
    const fork = await createWorld(sandbox, { from: parent.id });
    await fork.client('POST', '/tasks', newTask('After the fork'));
    await control(sandbox, 'DELETE', `/${parent.id}`);
    expect((await control(sandbox, 'POST', `/${fork.id}/reset`)).status).toBe(200);
    expect(await titlesOf(fork)).toEqual(['Before the fork']);
  });

  it('has a log whose chain verifies', async () => {
    const parent = await createWorld(sandbox);
    await parent.client('POST', '/tasks', newTask('Before the fork'));
    const fork = await createWorld(sandbox, { from: parent.id });
    await fork.client('POST', '/tasks', newTask('After the fork'));
    const entries = (await fork.client('GET', '/activity?limit=100')).body.data;
    expect(entries[0].description).toContain('After the fork');
    for (const [index, { previousHash }] of entries.slice(0, -1).entries())
      expect(previousHash).toBe(entries[index + 1].hash);
  });
});

describe('POST /sandbox/worlds/{id}/reset', () => {
  it('leaves the clock of a world real', async () => {
    const { id } = await createWorld(sandbox);
    expect((await control(sandbox, 'POST', `/${id}/reset`)).body).toMatchObject({ id, clock: 'real' });
  });

  it('restores the records, the log and the keys for retries, and keeps the API key', async () => {
    const world = await createWorld(sandbox, { now: '2026-09-01T08:00:00Z' });
    const before = await contentOf(world);
    const headers = { 'Idempotency-Key': 'once' };
    const first = await world.client('POST', '/tasks', { ...newTask('A task'), headers });
    const [{ id }] = (await world.client('GET', '/tasks')).body.data;
    expect((await world.client('DELETE', `/tasks/${id}`)).status).toBe(204);
    const reset = await control(sandbox, 'POST', `/${world.id}/reset`);
    expect(reset).toMatchObject({ status: 200, body: { id: world.id, now: world.now, clock: 'set' } });
    expect(await contentOf(world)).toEqual(before);
    const again = await world.client('POST', '/tasks', { ...newTask('A task'), headers });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(again.body.id).not.toBe(first.body.id);
  });

  it('changes no other world', async () => {
    const [one, other] = [await createWorld(sandbox), await createWorld(sandbox)];
    await other.client('POST', '/tasks', newTask('Kept'));
    await control(sandbox, 'POST', `/${one.id}/reset`);
    expect(await titlesOf(other)).toContain('Kept');
  });
});

describe('DELETE /sandbox/worlds/{id}', () => {
  it('deletes a world, whose key then returns 401', async () => {
    const world = await createWorld(sandbox);
    expect((await control(sandbox, 'DELETE', `/${world.id}`)).status).toBe(204);
    expect((await world.client('GET', '/tasks')).status).toBe(401);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/reset'],
      ['PUT', '/faults'],
    ] as const)
      expect(
        (await control(sandbox, method, `/${world.id}${path}`, path === '/faults' ? [] : undefined)).status,
      ).toBe(404);
    expect((await control(sandbox, 'GET')).body.map(({ id }: TestWorld) => id)).not.toContain(world.id);
  });

  it('deletes a world whose keys were used for longer than the minute after which their use is stored', async () => {
    const world = await createWorld(sandbox);
    const { keys } = sandbox.inventory;
    for (const { id } of await keys.list(world.id))
      await keys.recordUse(world.id, id, {
        at: new Date().toISOString(),
        counts: [{ day: '2026-07-01', operationId: 'getTasks', requests: 1 }],
      });
    expect((await control(sandbox, 'DELETE', `/${world.id}`)).status).toBe(204);
    expect((await world.client('GET', '/tasks')).status).toBe(401);
  });

  it('returns 409 for the default world', async () => {
    const refused = await control(sandbox, 'DELETE', `/${demoOrganization.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  });
});

describe('GET /sandbox/worlds', () => {
  it('lists the worlds without their keys', async () => {
    const { key, ...world } = (await control(sandbox, 'POST', '', { label: 'Listed' })).body;
    const { body } = await control(sandbox, 'GET');
    expect(body[0]).toMatchObject({ id: demoOrganization.id, from: 'demo', label: 'Default' });
    expect(body).toContainEqual({ ...world, now: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain(key);
  });
});

it.each([
  ['PUT', '', 'GET, POST'],
  ['POST', '/org_1', 'GET, PATCH, DELETE'],
  ['GET', '/org_1/reset', 'POST'],
])('%s /sandbox/worlds%s returns 405', async (method, path, allow) => {
  const refused = await control(sandbox, method, path);
  expect([refused.status, refused.headers.get('allow'), refused.body.error]).toEqual([
    405,
    allow,
    'method_not_allowed',
  ]);
});
