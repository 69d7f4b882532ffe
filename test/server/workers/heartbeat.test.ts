// Tests which workers the primary reports as unresponsive, on a clock that the test moves.
import type { Worker } from 'node:cluster';
import {
  HEARTBEAT_TIMEOUT_MILLISECONDS,
  STARTUP_TIMEOUT_MILLISECONDS,
  watchHeartbeats,
} from '../../../src/server/workers/primary';

const worker = { id: 1 } as Worker;
const other = { id: 2 } as Worker;
let unresponsive: Worker[];
let heartbeats: ReturnType<typeof watchHeartbeats>;

beforeEach(() => {
  jest.useFakeTimers();
  unresponsive = [];
  heartbeats = watchHeartbeats((each) => unresponsive.push(each));
  [worker, other].forEach(heartbeats.expect);
});
afterEach(() => {
  heartbeats.stop();
  jest.useRealTimers();
});

it('reports a silent worker once, and not the worker that sends heartbeats', () => {
  heartbeats.heard(worker);
  for (let passed = 0; passed < 3 * HEARTBEAT_TIMEOUT_MILLISECONDS; passed += 500) {
    heartbeats.heard(other);
    jest.advanceTimersByTime(500);
  }
  expect(unresponsive).toEqual([worker]);
});

it('does not report a worker that is silent for less than the timeout', () => {
  heartbeats.heard(worker);
  jest.advanceTimersByTime(HEARTBEAT_TIMEOUT_MILLISECONDS);
  heartbeats.heard(worker);
  jest.advanceTimersByTime(HEARTBEAT_TIMEOUT_MILLISECONDS);
  expect(unresponsive).toEqual([]);
});

it('reports a worker that does not start', () => {
  jest.advanceTimersByTime(STARTUP_TIMEOUT_MILLISECONDS + 1000);
  expect(unresponsive).toEqual([worker, other]);
});

it('does not report workers after a suspension of the primary', () => {
  heartbeats.heard(worker);
  jest.setSystemTime(Date.now() + 10 * STARTUP_TIMEOUT_MILLISECONDS);
  jest.advanceTimersByTime(500);
  expect(unresponsive).toEqual([]);
});

it('does not report a worker that has ended', () => {
  heartbeats.forget(worker);
  heartbeats.heard(worker); // a late message
  jest.advanceTimersByTime(2 * STARTUP_TIMEOUT_MILLISECONDS);
  expect(unresponsive).toEqual([other]);
});
