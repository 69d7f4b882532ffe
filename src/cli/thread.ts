// Work on documents that are not trusted, in a thread that can be ended: a pattern of theirs may never come to its end.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export const MAX_MEGABYTES = 1024;

/** The thread was ended: half a sentence that says why. */
export class Ended extends Error {}

/** Posts back what its promise gives. `name` is a module of this room, without `.js`. @throws Ended, or the Error that ended the thread. */
export async function inThread<Result>(
  name: string,
  workerData: unknown,
  mostSeconds: number,
): Promise<Result> {
  const worker = new Worker(join(__dirname, `${name}.js`), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  let patience: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      patience = setTimeout(
        () => reject(new Ended(`it takes longer than ${mostSeconds} seconds`)),
        mostSeconds * 1000,
      );
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new Ended(`it takes more than ${MAX_MEGABYTES} MB`)
            : error,
        ),
      );
      worker.once('exit', () => reject(new Ended('the thread that does it ended early')));
    });
  } finally {
    clearTimeout(patience);
    await worker.terminate();
  }
}
