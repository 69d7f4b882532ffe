// Tells when any of some files changes, once for a burst of changes.
import { type FSWatcher, existsSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const BURST_MILLISECONDS = 100;

/** What must come for a file to come: the file itself, or the first folder on its way that is not there. */
const awaited = (file: string): string => (existsSync(dirname(file)) ? file : awaited(dirname(file)));

/**
 * `onChange` is given what watches other files from then on. Returns what stops the watching. Folders are watched, because editors replace files
 * instead of writing them.
 */
export function watchFiles(
  files: string[],
  onChange: (watchInstead: (files: string[]) => void) => Promise<void>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  let wanted = new Set<string>();
  const watchers = new Map<string, FSWatcher>();

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => onChange(watchInstead));
    }, BURST_MILLISECONDS);
  }

  function unwatch(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  /** A folder that goes tells its own name; one that comes in its place is another one. */
  function changed(folder: string, name: string | null): void {
    if (name === basename(folder)) unwatch(folder);
    else if (name === null || !wanted.has(join(folder, name))) return;
    schedule();
  }

  /** Whether there are folders among theirs that were not watched before. */
  function watchThese(these: string[]): boolean {
    wanted = new Set(these.map(awaited)); // files that are missed may be named too
    const folders = new Set([...wanted].map(dirname));
    for (const folder of watchers.keys()) if (!folders.has(folder)) unwatch(folder);
    const fresh = [...folders].filter((folder) => !watchers.has(folder));
    for (const folder of fresh)
      watchers.set(
        folder,
        watch(folder, (_event, name) => changed(folder, name)),
      );
    return fresh.length > 0;
  }

  function watchInstead(others: string[]): void {
    if (!stopped && watchThese(others)) schedule(); // what came there before it was watched was seen by nobody
  }

  watchThese(files);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
