// How a worker counts with its primary: by time that passes and not by the clock, and by itself while the primary is silent.
import { RateLimiterCluster, RateLimiterRes } from 'rate-limiter-flexible';
import { countTogether } from '../../src/api/limiters';

afterEach(() => jest.restoreAllMocks());

/** A worker's limiter; `consume` is what its primary says. */
function open(consume: () => Promise<RateLimiterRes>) {
  const asked = jest.spyOn(RateLimiterCluster.prototype, 'consume').mockImplementation(consume);
  const { send } = process;
  process.send = () => true; // to no primary
  const count = countTogether(
    { points: 40, duration: 60 },
    { workers: 2, logger: { warn: () => {} } as never },
  );
  Object.assign(process, { send });
  process.off('message', process.listeners('message').at(-1)!); // that of the limiter
  return { count, asked };
}

it('while the primary does not answer, it lets its part of the limit through, and no more', async () => {
  const { count } = open(() => Promise.reject(new Error('no answer')));
  const counts = await Promise.all(Array.from({ length: 40 }, () => count('key')));
  expect(counts.filter(({ isOver }) => !isOver)).toHaveLength(20);
});

it('a window ends when its time has passed, also when the clock was set back meanwhile', async () => {
  const over = new RateLimiterRes(0, 30_000, 41) as unknown as Error; // the library refuses with what is no Error
  const { count, asked } = open(() => Promise.reject(over));
  expect(await count('key')).toMatchObject({ isOver: true, remaining: 0 });
  const [clock, time] = [Date.now(), performance.now()];
  jest.spyOn(Date, 'now').mockReturnValue(clock - 3_600_000);
  expect((await count('key')).milliseconds).toBeLessThanOrEqual(30_000);
  expect(asked).toHaveBeenCalledTimes(1); // what it was told holds
  jest.spyOn(performance, 'now').mockReturnValue(time + 30_000);
  asked.mockResolvedValue(new RateLimiterRes(39, 60_000, 1));
  expect(await count('key')).toMatchObject({ isOver: false });
});
