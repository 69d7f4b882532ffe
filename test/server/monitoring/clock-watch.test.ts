import { watchClock } from '../../../src/server/monitoring/clock-watch';

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('logs one line for a jump of the clock in either direction, and none for time that passes', () => {
  jest.useFakeTimers();
  const lines: unknown[][] = [];
  const end = watchClock({ warn: (...line: unknown[]) => void lines.push(line) });
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
  jest.setSystemTime(Date.now() - 3 * 3600_000);
  jest.advanceTimersByTime(5000);
  jest.setSystemTime(Date.now() + 86_400_000);
  jest.advanceTimersByTime(5000);
  end();
  jest.setSystemTime(Date.now() + 86_400_000);
  jest.advanceTimersByTime(5000);
  expect(lines).toEqual([
    [{ seconds: -10_800 }, 'the system clock jumped'],
    [{ seconds: 86_400 }, 'the system clock jumped'],
  ]);
});
