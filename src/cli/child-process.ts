// Like thread.ts, in a process: the SQLite driver aborts the whole process
// when a thread ends while it closes a database.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { LimitExceeded, MAX_MEGABYTES } from './thread';

type Outcome<Result> = { result: Result } | { error: string };

/**
 * Runs the module `name` of this directory in a process, sends it the task, and returns its result.
 * @throws LimitExceeded, or the Error of the work.
 */
export async function runInProcess<Result>(name: string, task: unknown, maxSeconds: number): Promise<Result> {
  const child = fork(join(__dirname, `${name}.js`), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MAX_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new LimitExceeded(`it takes longer than ${maxSeconds} seconds`)),
        maxSeconds * 1000,
      );
      child.once('message', (outcome: Outcome<Result>) =>
        'error' in outcome ? reject(new Error(outcome.error)) : resolve(outcome.result),
      );
      child.once('error', reject);
      // V8 ends a process that exceeds its memory limit with SIGABRT.
      child.once('exit', (_code, signal) =>
        reject(
          new LimitExceeded(
            signal === 'SIGABRT' ? `it takes more than ${MAX_MEGABYTES} MB` : 'its process ended early',
          ),
        ),
      );
      child.send(task as object);
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** Runs the task that the parent sends. Called in the child process. */
export function onTask<Task>(work: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit()); // the parent has ended
  process.once('message', (task: Task) => {
    const send = (outcome: Outcome<unknown>): void => void process.send!(outcome);
    work(task).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: (error as Error).message }),
    );
  });
}
