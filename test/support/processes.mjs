// Starts and stops the child processes of the bench and the soak test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const running = new Set();

// Also stops them when the script ends with an unexpected error.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Starts a program. Keeps the last 100,000 characters of output in `said`, or writes all to the file `log`.
 */
export function startProcess(command, args, environment = {}, log = undefined) {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].filter((name) => process.env[name]).map((name) => [name, process.env[name]]),
  );
  const output = log === undefined ? 'pipe' : openSync(log, 'w');
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...inherited, ...environment },
    stdio: ['ignore', output, output],
  });
  if (log !== undefined) closeSync(output);
  running.add(child);
  child.said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (child.said = (child.said + text).slice(-100_000)));
  child.once('exit', () => running.delete(child));
  return child;
}

/** Sends a signal and waits for the exit. Returns the exit status, or the signal that ended the process. */
export async function stopProcess(child, signal = 'SIGTERM') {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode ?? child.signalCode;
}

export const stopEverything = () => Promise.all([...running].map((child) => stopProcess(child, 'SIGKILL')));
