// A temporary folder for the time of a command. It is also removed when a signal ends the command.
import { createTemporaryFolder, removeFolder } from '../../base/environment/temporary-folder';
import { SIGNALS } from './signals';

/** Creates the folder, runs `work`, and removes the folder. `name` is part of the folder's name. */
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
