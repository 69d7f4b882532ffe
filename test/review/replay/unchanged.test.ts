// Records calls of a world, and replays them on another, unchanged sandbox: nothing differs.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createPerson, createWorld, keyOf } from '../../support/worlds';
import { type Har, replayed } from './replayed';

let sandbox: Sandbox;
let other: Sandbox;
beforeAll(async () => void ([sandbox, other] = [await startSandbox(), await startSandbox()]));
afterAll(() => Promise.all([sandbox.close(), other.close()]));

type Work = (world: TestWorld) => Promise<unknown>;

/** Returns the result of a replay of what `work` sends in a new world. */
async function replayOf(work: Work, origin: object) {
  const world = await createWorld(sandbox, origin);
  await work(world);
  const har = (await control(sandbox, 'GET', `/${world.id}/calls`)).body as Har;
  return replayed(har, other);
}

const EMPTY = { from: 'empty' };
const DEMO = { from: 'demo' };
const SERIES = { title: 'Review', dueDate: '2031-03-31', recurrence: 'quarterly' };

const instances: Work = async ({ client }) => {
  const { body: task } = await client('POST', '/tasks', { body: SERIES });
  const [first, second] = task.instances;
  const tag = { 'If-Match': first.etag };
  const at = `/tasks/${task.id}/${first.dueDate}`;
  const { body } = await client('PUT', at, { body: { status: 'complete' }, headers: tag });
  await client('PUT', at, { body: { status: 'open', notes: 'Late' }, headers: tag });
  await client('PUT', at, { body: { ...body, notes: 'Late' } });
  await client('PUT', `/tasks/${task.id}/${second.dueDate}`, { body: { ...second, notes: 'Next' } });
  await client('GET', `/tasks/${task.id}`);
  await client('GET', '/tasks');
};

const upload: Work = async ({ client, key }) => {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4 text'], { type: 'application/pdf' }), 'policy.pdf');
  await fetch(`${sandbox.url}/policy-documents/upload`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  await client('GET', '/policy-documents/processing-files');
};

/** Sends a change with a read-only key of a person who has another key, and with one of the first user. */
const readOnlyKeys: Work = async (world) => {
  const { client } = world;
  const ada = await createPerson(sandbox, 'contributor', world);
  const own = (await client('GET', '/users/me')).body.id as string;
  for (const id of [ada.id, own]) {
    const reader = await keyOf(sandbox, id, world.id, { access: 'read_only' });
    await reader.client('GET', '/tasks');
    await reader.client('POST', '/tasks', { body: { title: 'A' } });
    await reader.client('DELETE', '/tasks/tsk_none');
  }
  await ada.client('POST', '/tasks', { body: { title: 'B' } });
  await client('GET', '/activity');
};

/** Sends requests with keys that are revoked, that expire, and whose user is deleted: before and after. */
const endedKeys: Work = async (world) => {
  const [ada, bob, cy] = [
    await createPerson(sandbox, 'contributor', world),
    await createPerson(sandbox, 'contributor', world),
    await createPerson(sandbox, 'contributor', world),
  ];
  const unused = await keyOf(sandbox, ada.id, world.id);
  const expiring = await keyOf(sandbox, bob.id, world.id, { expiresIn: 'PT1H' });
  const all = [ada, unused, expiring, cy];
  for (const { client } of [ada, expiring, cy]) await client('GET', '/users/me');
  for (const { keyId } of [ada, unused]) await control(sandbox, 'DELETE', `/${world.id}/keys/${keyId}`);
  await control(sandbox, 'PATCH', `/${world.id}`, { advance: 'PT2H' });
  await world.client('DELETE', `/users/${cy.id}`);
  for (const { client } of [...all, ...all]) await client('GET', '/tasks');
  await bob.client('GET', '/tasks');
  await world.client('GET', '/activity');
};

/** Resets the world twice, which keeps its keys. */
const resets: Work = async (world) => {
  const { id, client } = world;
  for (const title of ['A', 'B', 'C']) {
    const { body } = await client('POST', '/tasks', { body: { title, dueDate: '2031-03-01' } });
    await control(sandbox, 'PATCH', `/${id}`, { advance: 'P90D' });
    await client('GET', '/tasks');
    if (title === 'C') break;
    await control(sandbox, 'POST', `/${id}/reset`);
    await client('GET', `/tasks/${body.id}`);
    await client('GET', '/activity');
  }
};

it.each<[string, Work, object]>([
  ['a change of one date of a task with its tag', instances, { ...EMPTY, now: '2031-01-01T00:00:00Z' }],
  ['an uploaded file with its address', upload, DEMO],
  ['changes with read-only keys', readOnlyKeys, EMPTY],
  ['keys that end during the recording', endedKeys, EMPTY],
  ['a world that is reset', resets, EMPTY],
  ['a world with a set clock that is reset', resets, { ...DEMO, now: '2031-02-01T00:00:00Z' }],
])('reports no difference, and leaves out no call, for %s', async (_title, work, origin) => {
  const { differences, skipped, calls } = await replayOf(work, origin);
  expect({ differences, skipped }).toEqual({ differences: [], skipped: [] });
  expect(calls).toBeGreaterThan(1);
});

const RANDOM = 'The recorded response has random values (Prefer: dynamic=true).';
const EARLIER = 'The response differs, and the recording lacks earlier calls of its world.';

it('leaves out rehearsals with random values, and sends the calls after them', async () => {
  const work: Work = async ({ client }) => {
    const headers = { Prefer: 'dynamic=true' };
    await client('GET', '/tasks', { headers });
    await client('POST', '/tasks', { body: { title: 'A' }, headers });
    await client('GET', '/tasks/tsk_none', { headers: { Prefer: 'code=404, dynamic=true' } });
    await client('GET', '/tasks');
  };
  const { differences, skipped, sent } = await replayOf(work, DEMO);
  expect({ differences, sent }).toEqual({ differences: [], sent: 2 });
  expect(skipped).toEqual([1, 2].map((call) => ({ call, reason: RANDOM })));
});

it('leaves out what differs in a recording that was cleared, until a reset', async () => {
  const work: Work = async ({ id, client }) => {
    const { body } = await client('POST', '/tasks', { body: { title: 'A' } });
    await control(sandbox, 'DELETE', `/${id}/calls`);
    await client('GET', '/facilities');
    await client('GET', '/tasks');
    await client('PUT', `/tasks/${body.id}`, { body: { title: 'B', status: 'complete' } });
    await client('POST', '/tasks', { body: { title: 'C' } });
    await control(sandbox, 'POST', `/${id}/reset`);
    await client('GET', '/tasks');
  };
  const { differences, skipped, sent } = await replayOf(work, EMPTY);
  expect({ differences, sent }).toEqual({ differences: [], sent: 3 });
  expect(skipped).toEqual([2, 3].map((call) => ({ call, reason: EARLIER })));
});
