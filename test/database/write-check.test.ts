// Whether a database takes changes, by the outcomes of changes and checks, on a clock that the test moves.
import { createWriteCheck } from '../../src/database/write-check';
import { ApiError, unavailable } from '../../src/base/errors';

const BUSY = { code: 'busy' };
const full = () => Promise.reject(unavailable(new Error('disk full')));
const ok = () => Promise.resolve();
const settled = () => new Promise(setImmediate);

let now: number;
let check: jest.Mock<Promise<unknown>>;
const create = () =>
  createWriteCheck(
    () => check(),
    (error) => error === BUSY,
  );

beforeEach(() => {
  now = 1_000_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  check = jest.fn(ok);
});
afterEach(() => jest.restoreAllMocks());

it('a failed change counts at once, and a successful one ends it', async () => {
  const writes = create();
  await expect(writes.watch(full)).rejects.toThrow(ApiError);
  expect([writes.isWritable(), writes.hasFailed()]).toEqual([false, true]);
  await writes.watch(ok);
  expect([writes.isWritable(), writes.hasFailed()]).toEqual([true, false]);
  expect(check).not.toHaveBeenCalled();
});

it.each([
  ['that its own rules reject', new ApiError('conflict', 'Taken.')],
  ['whose turn comes too late', unavailable()],
  ['that waits for a lock in vain', unavailable(BUSY)],
  ['with a fault of its own', new TypeError('x')],
])('a change %s says nothing about the database', async (_what, error) => {
  const writes = create();
  await expect(writes.watch(() => Promise.reject(error))).rejects.toBe(error);
  expect([writes.isWritable(), writes.hasFailed()]).toEqual([true, false]);
});

it('checks once in five seconds without changes, however often it is asked', async () => {
  const writes = create();
  for (let asked = 0; asked < 3; asked++) writes.isWritable();
  await settled();
  now += 4999;
  writes.isWritable();
  expect(check).toHaveBeenCalledTimes(1);
  now += 1;
  check.mockImplementation(full);
  writes.isWritable();
  await settled();
  expect([check.mock.calls.length, writes.isWritable()]).toEqual([2, false]);
});

it('a failed change is checked again after five seconds, and counts until the check succeeds', async () => {
  const writes = create();
  await expect(writes.watch(full)).rejects.toThrow(ApiError);
  check.mockImplementation(full);
  now += 5000;
  expect([writes.isWritable(), writes.hasFailed()]).toEqual([false, false]);
  await settled();
  check.mockImplementation(ok);
  now += 5000;
  writes.isWritable();
  await settled();
  expect(writes.isWritable()).toBe(true);
});
