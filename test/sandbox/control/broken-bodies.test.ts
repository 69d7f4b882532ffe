// Tests the scripted faults of a proxy: its statuses and pages, and bodies that end early or arrive slowly.
import type { HarEntry } from '../../../generated/files';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createWorld } from '../../support/worlds';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
beforeEach(async () => void (world = await createWorld(sandbox)));

const script = (...rules: object[]) => control(sandbox, 'PUT', `/${world.id}/faults`, rules);
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(sandbox.url + path, {
    method,
    headers: { 'X-API-Key': world.key, 'Content-Type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: '{"title":"A"}' } : {}),
  });
const titles = async () =>
  ((await world.client('GET', '/tasks')).body.data as { title: string }[]).filter(
    ({ title }) => title === 'A',
  );
const entries = async (): Promise<HarEntry[]> =>
  (await control(sandbox, 'GET', `/${world.id}/calls`)).body.log.entries;

it.each([
  [502, 'Bad Gateway'],
  [504, 'Gateway Timeout'],
])('returns %i as a proxy does, with an HTML page, before the operation runs', async (status, reason) => {
  const fault = { method: 'POST', path: '/tasks', status };
  expect((await script({ ...fault, count: 1 })).status).toBe(200);
  const response = await send('POST', '/tasks', { 'Accept-Encoding': 'gzip' });
  expect([response.status, response.statusText, response.headers.get('content-type')]).toEqual([
    ...[status, reason],
    'text/html; charset=utf-8',
  ]);
  expect(response.headers.get('x-answered-by')).toBe('fault');
  expect(await response.text()).toContain(`<h1>${status} ${reason}</h1>`);
  expect(await titles()).toHaveLength(0);
  const [entry] = await entries();
  expect(entry).toMatchObject({
    _fault: fault,
    response: { status, content: { mimeType: 'text/html; charset=utf-8' } },
  });
});

it.each([
  ['with the status of the fault, before the operation runs', { status: 503 }, 503, 0],
  ['with the status of the operation, after it ran', {}, 201, 1],
])('replaces the body by an HTML page %s', async (_when, more, status, created) => {
  await script({ method: 'POST', path: '/tasks', count: 1, body: 'html', ...more });
  const response = await send('POST', '/tasks');
  expect(response.status).toBe(status);
  expect(await response.text()).toMatch(/^<html>/);
  expect(await titles()).toHaveLength(created);
});

it.each([
  ['the response of a change', 'POST', '/tasks'],
  ['a record', 'GET', '/users/me'],
  ['a large list', 'GET', '/cyber-assets'],
])('ends the body of %s early, after the operation ran', async (_what, method, path) => {
  await script({ method, path, count: 1, body: 'cut' });
  const response = await send(method, path);
  expect([response.ok, Number(response.headers.get('content-length')) > 0]).toEqual([true, true]);
  await expect(response.text()).rejects.toThrow('terminated');
  expect((await send(method, path)).ok).toBe(true);
  expect(await titles()).toHaveLength(method === 'POST' ? 2 : 0);
});

it('records the part of a body that the client received', async () => {
  await script({ method: 'GET', path: '/users/me', count: 1, body: 'cut' });
  await expect((await send('GET', '/users/me')).text()).rejects.toThrow();
  const whole = await (await send('GET', '/users/me')).text();
  const [cut] = await entries();
  const { text } = cut!.response.content;
  expect([whole.startsWith(text!), text!.length]).toEqual([true, Math.floor(whole.length / 2)]);
});

it.each(['/users/me', '/cyber-assets'])('sends the body of %s slowly, within the delay', async (path) => {
  const usual = await (await send('GET', path)).text();
  await script({ method: 'GET', path, count: 1, body: 'slow', delay: 300 });
  const since = performance.now();
  const response = await send('GET', path);
  const head = performance.now() - since;
  let parts = 0;
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    parts++;
    text += part;
  }
  expect([response.status, text === usual, parts > 2]).toEqual([200, true, true]);
  expect(performance.now() - since - head).toBeGreaterThanOrEqual(250);
});

it('sends a slow error too', async () => {
  await script({ method: 'GET', path: '/users/me', count: 1, status: 500, body: 'slow', delay: 50 });
  const response = await send('GET', '/users/me');
  expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
    500,
    'internal_error',
  ]);
});

it('keeps the connection of other requests while a body arrives slowly', async () => {
  await script({ method: 'GET', path: '/users/me', count: 1, body: 'slow', delay: 5000 });
  const slow = await send('GET', '/users/me');
  expect((await send('GET', '/users/me')).status).toBe(200);
  await slow.body!.cancel();
});

it.each([
  ['an unknown body', { body: 'xml' }, 'body must be one of html, cut, slow'],
  ['a body of a dropped request', { body: 'html', drop: 'after' }, 'drop'],
  ['a slow body without its time', { body: 'slow' }, '0.delay is missing: set the milliseconds'],
  ['a status that no server of the API returns', { status: 505 }, 'status'],
])('returns 400 for %s', async (_what, rule, message) => {
  const refused = await script({ method: 'GET', path: '/tasks', count: 1, ...rule });
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_error']);
  expect(refused.body.message).toContain(message);
});
