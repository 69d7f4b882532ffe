import { FairSemaphore } from '../../src/base/scheduling/fair-semaphore';

const MAX_WAIT = 20;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Holds a slot until `release` is called. */
function hold(semaphore: FairSemaphore, tenant?: string) {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const outcome = semaphore
    .run(() => held.then(() => 'done'), tenant)
    .catch((error: { code: string }) => error.code);
  return { release, outcome };
}

test('rejects a request after the maximum wait, and gives the slot to the next request', async () => {
  const semaphore = new FairSemaphore({ slots: 1, maxWait: MAX_WAIT });
  const [first, second] = [hold(semaphore), hold(semaphore)];
  expect([semaphore.held, semaphore.waiting]).toEqual([1, 1]);
  await jest.advanceTimersByTimeAsync(MAX_WAIT);
  expect([await second.outcome, semaphore.held, semaphore.waiting]).toEqual(['unavailable', 1, 0]);
  first.release();
  expect(await first.outcome).toBe('done');
  const third = hold(semaphore);
  third.release();
  expect([await third.outcome, semaphore.held]).toEqual(['done', 0]);
});

test('limits the wait of each request, and never the work of a request that holds a slot', async () => {
  const semaphore = new FairSemaphore({ slots: 1, maxWait: MAX_WAIT });
  const [first, second] = [hold(semaphore), hold(semaphore)];
  await jest.advanceTimersByTimeAsync(MAX_WAIT / 2);
  first.release();
  await first.outcome;
  expect(jest.getTimerCount()).toBe(0); // no request waits any more
  const third = hold(semaphore);
  await jest.advanceTimersByTimeAsync(MAX_WAIT - 1);
  second.release();
  third.release();
  expect([await second.outcome, await third.outcome, semaphore.held, semaphore.waiting]).toEqual([
    'done',
    'done',
    0,
    0,
  ]);
});

test('serves all requests in order when there is no maximum wait', async () => {
  const semaphore = new FairSemaphore({ slots: 1 });
  const order: number[] = [];
  const requests = [1, 2, 3].map((number) => semaphore.run(() => Promise.resolve(order.push(number))));
  expect([semaphore.waiting, jest.getTimerCount()]).toEqual([2, 0]);
  await Promise.all(requests);
  expect(order).toEqual([1, 2, 3]);
});

test('delays a tenant by at most one turn of a tenant with many waiting requests', async () => {
  const semaphore = new FairSemaphore({ slots: 1 });
  const served: string[] = [];
  const run = (tenant: string) => semaphore.run(() => Promise.resolve(void served.push(tenant)), tenant);
  await Promise.all([run('cedar'), run('cedar'), run('cedar'), run('cedar'), run('other')]);
  expect(served).toEqual(['cedar', 'cedar', 'other', 'cedar', 'cedar']);
});

test('keeps slots free for other tenants when one tenant holds its maximum', () => {
  const semaphore = new FairSemaphore({ slots: 3, slotsPerTenant: 2 });
  for (let count = 0; count < 4; count++) hold(semaphore, 'cedar');
  expect([semaphore.held, semaphore.waiting]).toEqual([2, 2]);
  hold(semaphore, 'other');
  expect([semaphore.held, semaphore.waiting]).toEqual([3, 2]);
});

test('drains once the slots that are held are free', async () => {
  const semaphore = new FairSemaphore({ slots: 2 });
  const request = hold(semaphore);
  let isDrained = false;
  const drained = semaphore.drain().then(() => (isDrained = true));
  await jest.advanceTimersByTimeAsync(1);
  expect(isDrained).toBe(false);
  request.release();
  await drained;
});
