// Tells when any of some files changes, once for a burst of changes.
import { type FSWatcher, existsSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

const BURST_MILLISECONDS = 100;

/** What must come for a file to come: the file itself, or the first folder on its way that is not there. */
const awaited = (file: string): string => (existsSync(dirname(file)) ? file : awaited(dirname(file)));

/**
 * `onChange` is given what watches other files from then on. Returns what stops the watching. Folders are watched, because editors replace files
 * instead of writing them.
 */
export function watchFiles(files: string[], onChange: (watchInstead: (files: string[]) => void) => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  let wanted = new Set<string>();
  const watchers = new Map<string, FSWatcher>();

  function changed(folder: string, name: string | null): void {
    if (name === null || !wanted.has(join(folder, name))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => onChange(watchInstead));
    }, BURST_MILLISECONDS);
  }

  function watchInstead(others: string[]): void {
    if (stopped) return;
    wanted = new Set(others.map(awaited)); // files that are missed may be named too
    const folders = new Set([...wanted].map(dirname));
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (!watchers.has(folder)) watchers.set(folder, watch(folder, (_event, name) => changed(folder, name)));
    }
  }

  watchInstead(files);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
