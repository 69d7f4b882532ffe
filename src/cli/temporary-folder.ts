// A folder for as long as a command works in it. It goes also when a signal ends the command half-way.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGNALS } from './signals';

/** `name` says whose it is. */
export async function inTemporaryFolder<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 }); // something may still be written into it
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return; // somebody else ends it in good order
    remove();
    process.off(signal, onSignal);
    process.kill(process.pid, signal); // as if nobody had listened
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    folder = mkdtempSync(join(tmpdir(), `compliance-inventory-${name}-`)); // at once: no signal finds it made and not yet known
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    remove();
  }
}
