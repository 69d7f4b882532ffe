// Runs a separate PostgreSQL server for one test file, which the tests can stop and start.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface OwnPostgres {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const child = fork(join(__dirname, 'postgres-process.mjs'), { execArgv: [] });
  const nextMessage = async (): Promise<string> => {
    const [first] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [undefined]),
    ])) as [string | undefined];
    if (first === undefined) throw new Error('The PostgreSQL process exited.');
    return first;
  };
  const request = async (command: string): Promise<void> => {
    child.send(command);
    await nextMessage();
  };
  return {
    url: await nextMessage(),
    stop: () => request('stop'),
    start: () => request('start'),
    async remove() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
