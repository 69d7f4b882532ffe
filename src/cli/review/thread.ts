// Runs work on untrusted documents in a thread with limits
// of time and memory: their patterns may never finish.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const MAX_MEGABYTES = 1024;
const POLL_MILLISECONDS = 50;

/** The process only waits for its thread. Unlike a duration, processor time does not depend on other processes. */
function processorSeconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

/** The work exceeded a limit. The message completes "… because". */
export class LimitExceeded extends Error {}

/**
 * Runs the module `name` of this directory in a thread and returns the message that it posts.
 * @throws LimitExceeded, or the Error that ended the thread.
 */
export async function runInThread<Result>(
  name: string,
  workerData: unknown,
  maxSeconds: number,
): Promise<Result> {
  const worker = new Worker(join(__dirname, `${name}.js`), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  const start = process.cpuUsage();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      timer = setInterval(() => {
        if (processorSeconds(start) > maxSeconds)
          reject(new LimitExceeded(`it takes more than ${maxSeconds} seconds of processor time`));
      }, POLL_MILLISECONDS);
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new LimitExceeded(`it takes more than ${MAX_MEGABYTES} MB`)
            : error,
        ),
      );
      worker.once('exit', () => reject(new LimitExceeded('its thread ended early')));
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}
