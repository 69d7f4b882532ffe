// Runs a sequence of commands in a sandbox of its own, and shortens a sequence that diverges.
import type { Sandbox } from '../../../support/sandbox';
import { COMMANDS } from './areas';
import { type Choice, step } from './run';
import { type Counts, createSession } from './session';
import { learnWorld } from './start';

const START = Date.parse('2026-09-01T10:00:00Z');

/** The clock of the libraries, which Jest does not replace. */
const LibraryDate = (worker.process.constructor.constructor as FunctionConstructor)(
  'return Date',
)() as DateConstructor;
const NOT_FAKE = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Replaces the clock of the modules and of the libraries, which the next test file of the worker shares, in this file. */
export function useModelClock(): void {
  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: [...NOT_FAKE] });
    jest.spyOn(LibraryDate, 'now').mockImplementation(() => Date.now());
  });
  afterAll(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
}

/** Starts a sandbox with modules of its own, whose ids increase from the present time. */
async function startAnew(): Promise<Sandbox> {
  let started: Promise<Sandbox>;
  await jest.isolateModulesAsync(async () => {
    const { startSandbox } = await import('../../../support/sandbox.js');
    started = startSandbox();
  });
  return started!;
}

/** Returns the last requests and the fault of a sequence that diverges; undefined for one that does not. */
export async function faultOf(sequence: Choice[], counts: Counts = {}) {
  jest.setSystemTime(START);
  const sandbox = await startAnew();
  const session = createSession(sandbox.client, await learnWorld(sandbox.client), counts);
  let sent = 0;
  try {
    for (; sent < sequence.length; sent++) await step(session, COMMANDS, sequence[sent]!);
    return undefined;
  } catch (error) {
    return { sent: sent + 1, text: `${session.trace.slice(-30).join('\n')}\n${(error as Error).stack}` };
  } finally {
    await sandbox.close();
  }
}

/** Removes parts of a sequence while it still diverges, for a minute at most. */
export async function shrink(sequence: Choice[]): Promise<Choice[]> {
  const end = performance.now() + 60_000;
  let shortest = sequence;
  for (let size = shortest.length >> 1; size > 0; size >>= 1)
    for (let start = 0; start < shortest.length && performance.now() < end;) {
      const shorter = shortest.toSpliced(start, size);
      if (await faultOf(shorter)) shortest = shorter;
      else start += size;
    }
  return shortest;
}
