// Signals that stop a command (Ctrl-C, a service manager, a closed terminal), and a temporary folder that they remove.
import { createTemporaryFolder, removeFolder } from '../../base/environment/temporary-folder';

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const POLL_MILLISECONDS = 100;
/** The parent when this process began. */
const parent = process.ppid;

/** npm and npx start a command in a shell, to which they pass signals. The shell ends without the command. */
const whenShellOfNpmEnds = (end: () => void): NodeJS.Timeout | undefined =>
  process.env['npm_command'] === undefined
    ? undefined
    : setInterval(() => process.ppid !== parent && end(), POLL_MILLISECONDS).unref();

/**
 * Calls `onSignal` at the first signal, or when the shell of npm has ended. A second signal ends the process, except
 * SIGHUP, which the system and the shell may both send. Returns a function that stops listening.
 */
export function onFirstSignal(onSignal: () => void): () => void {
  let isTold = false;
  const first = (): void => {
    if (isTold) return;
    isTold = true;
    clearInterval(poll);
    setImmediate(listenNoMore); // until then, other listeners see that the command stops gracefully
    process.on('SIGHUP', () => {}); // ignored from now on
    onSignal();
  };
  const poll = whenShellOfNpmEnds(first);
  const listenNoMore = (): void => {
    clearInterval(poll);
    for (const signal of SIGNALS) process.off(signal, first);
  };
  for (const signal of SIGNALS) process.on(signal, first);
  return listenNoMore;
}

/** Runs `work` with an AbortSignal that the first signal of the system aborts, after a call of `onStop`. */
export function withStopSignal<Result>(
  work: (stop: AbortSignal) => Promise<Result>,
  onStop: () => void = () => {},
): Promise<Result> {
  const stop = new AbortController();
  const listenNoMore = onFirstSignal(() => {
    onStop();
    stop.abort();
  });
  return work(stop.signal).finally(listenNoMore);
}

/**
 * Creates a temporary folder, runs `work`, and removes the folder, also when a signal ends the command. `name` is part of
 * the folder's name.
 */
export async function inTemporaryFolder<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) removeFolder(folder);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return; // another listener stops the command gracefully
    remove();
    process.off(signal, onSignal);
    process.kill(process.pid, signal); // ends the process as without a listener
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    // Synchronous: a signal cannot arrive between creation and assignment.
    folder = createTemporaryFolder(name);
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    remove();
  }
}
