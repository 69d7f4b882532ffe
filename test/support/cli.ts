// Runs the command line as people do: the built program in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');
export const MAIN = join(ROOT, 'dist/src/main.js');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

export type Environment = Record<string, string>;

const running = new Set<ChildProcess>();

// A test that fails half-way leaves no process behind.
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

export function start(args: string[], environment: Environment = {}, command: string[] = [process.execPath, MAIN]): ChildProcess {
  const [program, ...first] = command;
  const inherited = Object.fromEntries(['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = spawn(program!, [...first, ...args], { env: { ...inherited, OPERATIONS_PORT: 'off', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Waits for the end of a command. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr!.on('data', (text: Buffer) => (stderr += text.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

export const cli = (args: string[], environment?: Environment): Promise<Ended> => ended(start(args, environment));

/** Waits until a stream has said something that matches, and returns the match. */
export function said(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const listen = (chunk: Buffer): void => {
      text += chunk.toString();
      const match = pattern.exec(text);
      if (match) resolve(match);
    };
    child[stream]!.on('data', listen);
    child.once('close', () => reject(new Error(`It ended before it said ${pattern.source}: ${text}`)));
  });
}

/** Asks it to stop and waits for its end. */
export async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await closed)[0];
}
