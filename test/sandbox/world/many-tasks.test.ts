// A world with many tasks reads few of them about as fast as a world with few tasks.
import { create, read } from '../../support/world';
import { costOf } from '../../support/processor-time';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, createWorld } from '../../support/worlds';

const FEW = 40;
const MANY = 2000;
const REQUESTS = 5;
const MAX_BULK = 100;

let sandbox: Sandbox;
let small: TestWorld;
let large: TestWorld;

const task = (title: string) => ({ title, dueDate: '2099-12-31' });

async function worldWith(count: number): Promise<TestWorld> {
  const world = await createWorld(sandbox, { from: 'empty' });
  for (let made = 0; made < count; made += MAX_BULK) {
    const size = Math.min(MAX_BULK, count - made);
    const tasks = Array.from({ length: size }, (_, index) => task(`Task ${made + index}`));
    await create(world.client, '/tasks/bulk', { tasks });
  }
  return world;
}

beforeAll(async () => {
  sandbox = await startSandbox();
  [small, large] = [await worldWith(FEW), await worldWith(MANY)];
});
afterAll(() => sandbox.close());

const createOne = ({ client }: TestWorld): Promise<{ id: string }> => create(client, '/tasks', task('One'));

async function costIn(world: TestWorld, path: string, isChanged: boolean, limit = 0): Promise<number> {
  const request = async (): Promise<void> => {
    if (isChanged) await createOne(world);
    await read(world.client, path);
  };
  await request(); // a failure would have a cost too
  return costOf(async () => {
    for (let count = 0; count < REQUESTS; count++) await request();
  }, limit);
}

describe.each([
  ['a get', (id: string) => `/tasks/${id}`],
  ['a filter that matches no task', () => '/tasks?status=complete'],
])('%s', (_what, pathOf) => {
  it.each([
    ['without a change', false, 2],
    ['after each change', true, 2.5], // the kept list takes the change over
  ])(`costs about as much with ${MANY} tasks as with ${FEW} %s`, async (_when, isChanged, ratio) => {
    const [one, other] = [await createOne(small), await createOne(large)];
    const most = (await costIn(small, pathOf(one.id), isChanged)) * ratio;
    expect(await costIn(large, pathOf(other.id), isChanged, most)).toBeLessThanOrEqual(most);
  });
});
