import { RateLimiterCluster, RateLimiterRes } from 'rate-limiter-flexible';
import { countInCluster } from '../../../src/server/api/rate-limit';

afterEach(() => jest.restoreAllMocks());

/** Returns the limiter of a worker. `consume` is the primary's response. */
function open(consume: () => Promise<RateLimiterRes>) {
  const asked = jest.spyOn(RateLimiterCluster.prototype, 'consume').mockImplementation(consume);
  const { send } = worker.process;
  worker.process.send = () => true; // there is no primary
  const count = countInCluster(40, 2, { warn: () => {} });
  Object.assign(worker.process, { send });
  worker.process.off('message', worker.process.listeners('message').at(-1)!); // the limiter's listener
  return { count, asked };
}

it('allows the worker its part of the limit while the primary does not respond', async () => {
  const { count } = open(() => Promise.reject(new Error('no response')));
  const counts = await Promise.all(Array.from({ length: 40 }, () => count('key')));
  expect(counts.filter(({ isOver }) => !isOver)).toHaveLength(20);
});

it('ends a window in time after the system clock was set back', async () => {
  const over = new RateLimiterRes(0, 30_000, 41) as unknown as Error; // The library rejects with a value that is no Error.
  const { count, asked } = open(() => Promise.reject(over));
  expect(await count('key')).toMatchObject({ isOver: true, remaining: 0 });
  const [clock, time] = [Date.now(), performance.now()];
  jest.spyOn(Date, 'now').mockReturnValue(clock - 3_600_000);
  expect((await count('key')).milliseconds).toBeLessThanOrEqual(30_000);
  expect(asked).toHaveBeenCalledTimes(1);
  jest.spyOn(performance, 'now').mockReturnValue(time + 30_000);
  asked.mockResolvedValue(new RateLimiterRes(39, 60_000, 1));
  expect(await count('key')).toMatchObject({ isOver: false });
});
