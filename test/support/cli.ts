// Runs the command line as people do: the built program, in a process of its own, or in one that stands ready where that cannot be told apart.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Ended, runStanding } from './standing';

export const ROOT = join(__dirname, '../..');
export const MAIN = join(ROOT, 'dist/src/main.js');

export type { Ended };
export type Environment = Record<string, string>;

const running = new Set<ChildProcess>();

// No process stays behind, also when a test fails half-way, and none of their folders.
afterAll(() => Promise.all([...running].map(stop)));

function withInherited(environment: Environment): Environment {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return { ...inherited, OPERATIONS_PORT: 'off', ...environment };
}

/** A process of its own. */
export function start(
  args: string[],
  environment: Environment = {},
  command: string[] = [process.execPath, MAIN],
): ChildProcess {
  const [program, ...first] = command;
  const child = spawn(program!, [...first, ...args], {
    env: withInherited(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/** These listen to signals, set flags of Node, and start processes that are as they are. */
const OF_THEIR_OWN = new Set(['serve', 'sandbox']);

/** A command from its start to its end. What has to see a process that begins and ends starts one. */
export function cli(args: string[], environment: Environment = {}): Promise<Ended> {
  return OF_THEIR_OWN.has(args[0]!)
    ? ended(start(args, environment))
    : runStanding(args, withInherited(environment));
}

/** Waits until a stream has said something that matches, and returns the match. */
export function said(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  pattern: RegExp,
): Promise<RegExpExecArray> {
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
