// Runs commands in reused processes (standing-process.cjs), which saves the startup of a process per command.
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

/** Reads the output until the command or the process ends. */
function readOutput(stream: Readable): Promise<string> {
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

/** Returns the exit status of the command, or of the process when the command ended the process. */
function statusOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    const end = (status: unknown): void => {
      child.off('message', end).off('exit', end);
      resolve(status as number | null);
    };
    child.on('message', end).on('exit', end);
  });
}

/** Runs a command with exactly this environment. Concurrent commands use separate processes. */
export async function runStanding(args: string[], environment: Record<string, string>): Promise<Ended> {
  const child = idle.pop() ?? add();
  child.send({ args, environment });
  const [status, stdout, stderr] = await Promise.all([
    statusOf(child),
    readOutput(child.stdout!),
    readOutput(child.stderr!),
  ]);
  if (child.exitCode === null && child.signalCode === null) idle.push(child);
  return { status, stdout, stderr };
}
