// Measures the sync time of the disk, which limits the throughput of writes, and increases it on request.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMES = 200;
const PAGE = Buffer.alloc(4096, 1);

/** Returns the median milliseconds to append a page durably. */
export function syncMilliseconds(folder) {
  const path = join(folder, 'sync');
  const file = openSync(path, 'w');
  const took = Array.from({ length: TIMES }, () => {
    writeSync(file, PAGE);
    const since = performance.now();
    fdatasyncSync(file);
    return performance.now() - since;
  });
  closeSync(file);
  rmSync(path);
  return took.sort((one, other) => one - other)[TIMES / 2];
}

/** Returns the `environment` that slows down a program's disk syncs, or the reason as `unmeasured`. */
export function withSlowSyncs(folder, milliseconds) {
  const library = join(folder, 'slow-sync.so');
  try {
    if (!existsSync(library))
      execFileSync(
        'cc',
        [
          '-shared',
          '-fPIC',
          '-O2',
          '-o',
          library,
          fileURLToPath(new URL('slow-sync.c', import.meta.url)),
          '-ldl',
        ],
        { stdio: 'pipe' },
      );
    return { environment: { LD_PRELOAD: library, SLOW_SYNC_MICROSECONDS: String(milliseconds * 1000) } };
  } catch (error) {
    return { unmeasured: `cc could not compile the library (${error.message.split('\n')[0]})` };
  }
}
