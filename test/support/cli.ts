// Runs the built command line in a new process, or in a reused process where the result is the same.
import { type ChildProcess, spawn, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export const ROOT = join(__dirname, '../..');
export const MAIN = join(ROOT, 'dist/src/main.js');

export type Environment = Record<string, string>;

const running = new Set<ChildProcess>();

// Stops the processes that a failed test has left running.
afterAll(() => Promise.all([...running].map(stop)));

function withInherited(environment: Environment): Environment {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return { ...inherited, OPERATIONS_PORT: 'off', DATABASE_WAIT_SECONDS: '0', ...environment };
}

/** Starts the command in a new process. */
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

/** Waits until the process exits and returns its status and output. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr!.on('data', (text: Buffer) => (stderr += text.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

/** These commands handle signals, set Node flags and start processes like their own. */
const NEW_PROCESS_COMMANDS = new Set(['serve', 'sandbox']);

/** Runs a command until it ends. To test process startup or exit itself, use `start`. */
export function cli(args: string[], environment: Environment = {}): Promise<Ended> {
  return NEW_PROCESS_COMMANDS.has(args[0]!)
    ? ended(start(args, environment))
    : runStanding(args, withInherited(environment));
}

/** Runs a command in a folder, and `serve` and `sandbox` too when they reject their options. */
export const cliIn = (folder: string, args: string[], environment: Environment = {}): Promise<Ended> =>
  runStanding(args, withInherited(environment), { folder });

/** Runs a command as a user whom file permissions bind, also as root. */
export const cliWithPermissions = (args: string[], environment: Environment = {}): Promise<Ended> =>
  runStanding(args, withInherited(environment), { dropsPrivileges: process.getuid?.() === 0 });

/** Waits until the output of a stream matches `pattern` and returns the match. */
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
    child.once('close', () => reject(new Error(`The process exited without ${pattern.source}: ${text}`)));
  });
}

/** Sends SIGTERM and waits until the process exits. Returns the exit status. */
export async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await closed)[0];
}

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

const standing = new Set<ChildProcess>();
const idle: ChildProcess[] = [];

afterAll(() => {
  for (const child of standing) child.kill('SIGKILL');
});

const bound = new WeakSet<ChildProcess>();

/** Drops what lets root pass by the permissions of files. The process keeps its user, who can read the programs. */
const DROP = ['--bounding-set', '-dac_override,-dac_read_search'];

function add(dropsPrivileges: boolean): ChildProcess {
  const child = fork(join(__dirname, 'standing-process.cjs'), {
    ...(dropsPrivileges ? { execPath: 'setpriv', execArgv: [...DROP, process.execPath] } : { execArgv: [] }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8');
  standing.add(child);
  if (dropsPrivileges) bound.add(child);
  child.once('close', () => standing.delete(child));
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
export async function runStanding(
  args: string[],
  environment: Record<string, string>,
  { dropsPrivileges = false, folder = ROOT } = {},
): Promise<Ended> {
  const at = idle.findLastIndex((each) => bound.has(each) === dropsPrivileges);
  const child = at < 0 ? add(dropsPrivileges) : idle.splice(at, 1)[0]!;
  child.send({ args, environment, folder });
  const [status, stdout, stderr] = await Promise.all([
    statusOf(child),
    readOutput(child.stdout!),
    readOutput(child.stderr!),
  ]);
  if (child.exitCode === null && child.signalCode === null) idle.push(child);
  return { status, stdout, stderr };
}
