// A PostgreSQL of a test's own, which it may stop and start.
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
  const answer = async (): Promise<string> => {
    const [first] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [undefined]),
    ])) as [string | undefined];
    if (first === undefined) throw new Error('The process of PostgreSQL has ended.');
    return first;
  };
  const tell = async (work: string): Promise<void> => {
    child.send(work);
    await answer();
  };
  return {
    url: await answer(),
    stop: () => tell('stop'),
    start: () => tell('start'),
    async remove() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
