// How long the disk takes to make something durable, on which the speed of every change rests, and a way to make it take longer.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMES = 200;
const PAGE = Buffer.alloc(4096, 1);

/** Milliseconds from a page that was appended until it is durable, the median. */
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

/** The `environment` of a program whose syncs take longer, or why there is none. */
export function withSlowSyncs(folder, milliseconds) {
  const library = join(folder, 'slow-sync.so');
  try {
    if (process.platform !== 'linux') return { unmeasured: 'a library is preloaded as Linux does it' };
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
    return { unmeasured: `cc made no library to preload (${error.message.split('\n')[0]})` };
  }
}
