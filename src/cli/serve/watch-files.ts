// Watches files and reports a burst of changes once.
import { type FSWatcher, existsSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const BURST_MILLISECONDS = 100;

/** Returns the file itself, or the first missing folder on the way to it. */
const awaited = (file: string): string => (existsSync(dirname(file)) ? file : awaited(dirname(file)));

/**
 * Calls `onChange` with a function that watches other files instead. Returns a function that stops watching.
 * Watches folders, because editors replace files instead of writing them.
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

  /** A deleted folder reports its own name. A folder created in its place needs a new watcher. */
  function changed(folder: string, name: string | null): void {
    if (name === basename(folder)) unwatch(folder);
    else if (name === null || !wanted.has(join(folder, name))) return;
    schedule();
  }

  /** Returns whether a folder is newly watched. */
  function watchThese(these: string[]): boolean {
    wanted = new Set(these.map(awaited)); // the list may contain missing files
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
    if (!stopped && watchThese(others)) schedule(); // changes before the watcher started were not reported
  }

  watchThese(files);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
