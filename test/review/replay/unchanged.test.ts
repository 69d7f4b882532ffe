// Records calls of a world, and replays them on another, unchanged sandbox: nothing differs.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createWorld } from '../../support/worlds';
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

it.each<[string, Work, object]>([
  ['a change of one date of a task with its tag', instances, { ...EMPTY, now: '2031-01-01T00:00:00Z' }],
  ['an uploaded file with its address', upload, DEMO],
])('reports no difference, and leaves out no call, for %s', async (_title, work, origin) => {
  const { differences, skipped, calls } = await replayOf(work, origin);
  expect({ differences, skipped }).toEqual({ differences: [], skipped: [] });
  expect(calls).toBeGreaterThan(1);
});
