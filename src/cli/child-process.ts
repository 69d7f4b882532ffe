// Like thread.ts, for work with a database: its driver ends the whole process when a thread is ended while it closes one.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Ended, MAX_MEGABYTES } from './thread';

type Outcome<Result> = { result: Result } | { error: string };

/** Sends the task, and resolves with what its promise gives. `name` is a module of this room, without `.js`. @throws Ended, or the Error of the work. */
export async function inProcess<Result>(name: string, task: unknown, mostSeconds: number): Promise<Result> {
  const child = fork(join(__dirname, `${name}.js`), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MAX_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let patience: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      patience = setTimeout(
        () => reject(new Ended(`it takes longer than ${mostSeconds} seconds`)),
        mostSeconds * 1000,
      );
      child.once('message', (outcome: Outcome<Result>) =>
        'error' in outcome ? reject(new Error(outcome.error)) : resolve(outcome.result),
      );
      child.once('error', reject);
      // V8 ends a process that needs more memory in this way.
      child.once('exit', (_code, signal) =>
        reject(
          new Ended(
            signal === 'SIGABRT'
              ? `it takes more than ${MAX_MEGABYTES} MB`
              : 'the process that does it ended early',
          ),
        ),
      );
      child.send(task as object);
    });
  } finally {
    clearTimeout(patience);
    child.kill('SIGKILL');
  }
}

/** In the child: does the one task that it is sent. */
export function onTask<Task>(work: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit()); // whoever wanted to know has gone
  process.once('message', (task: Task) => {
    const tell = (outcome: Outcome<unknown>): void => void process.send!(outcome);
    work(task).then(
      (result) => tell({ result }),
      (error: unknown) => tell({ error: (error as Error).message }),
    );
  });
}
