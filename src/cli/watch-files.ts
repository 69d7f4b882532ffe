// Tells when any of some files changes, once for a burst of changes.
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

const BURST_MILLISECONDS = 100;

/** Returns what stops the watching. Folders are watched, because editors replace files instead of writing them. */
export function watchFiles(files: string[], onChange: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const names = new Map<string, Set<string>>();
  for (const file of files) names.set(dirname(file), (names.get(dirname(file)) ?? new Set()).add(basename(file)));

  const watchers = [...names].map(([folder, wanted]) =>
    watch(folder, (_event, name) => {
      if (name === null || !wanted.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(onChange);
      }, BURST_MILLISECONDS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
