// Commands without the start of a process for each: one that stands ready runs them one after the other, and each ends as it would in a process of its own (standing-process.cjs).
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

const all = new Set<ChildProcess>();
const idle: ChildProcess[] = [];

afterAll(() => {
  for (const child of all) child.kill('SIGKILL');
});

function add(): ChildProcess {
  const child = fork(join(__dirname, 'standing-process.cjs'), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8');
  all.add(child);
  child.once('close', () => all.delete(child));
  return child;
}

/** What is written until the end of a command, or of the process. */
function written(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const end = (): void => {
      stream.off('data', listen).off('close', end);
      resolve(text);
    };
    const listen = (chunk: string): void => {
      const isLast = chunk.endsWith('\0');
      text += isLast ? chunk.slice(0, -1) : chunk;
      if (isLast) end();
    };
    stream.on('data', listen).on('close', end);
  });
}

/** The exit status of a command, or of the process when the command has ended that. */
function statusOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    const end = (status: unknown): void => {
      child.off('message', end).off('exit', end);
      resolve(status as number | null);
    };
    child.on('message', end).on('exit', end);
  });
}

/** The environment of the command is this one and nothing else. Commands that are run side by side have a process each. */
export async function runStanding(args: string[], environment: Record<string, string>): Promise<Ended> {
  const child = idle.pop() ?? add();
  child.send({ args, environment });
  const [status, stdout, stderr] = await Promise.all([
    statusOf(child),
    written(child.stdout!),
    written(child.stderr!),
  ]);
  if (child.exitCode === null && child.signalCode === null) idle.push(child);
  return { status, stdout, stderr };
}
