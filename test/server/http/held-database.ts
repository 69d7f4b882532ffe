// Simulates a slow database: list reads wait until the test releases them.
import type { Database } from '../../../src/database/database';
import { until } from '../../support/until';

export interface HeldDatabase {
  /** Returns the number of waiting reads. */
  reads: () => number;
  release(): void;
  /** Resolves when this number of reads waits. */
  waitsFor(reads: number): Promise<void>;
}

export function holdDatabase(database: Database): HeldDatabase {
  const read = database.readRecent;
  let resume = (): void => {};
  let reads = 0;
  const held = new Promise<void>((resolve) => (resume = resolve));
  database.readRecent = (async (...args: Parameters<typeof read>) => {
    reads++;
    await held;
    return read.apply(database, args);
  }) as typeof read;
  return {
    reads: () => reads,
    release() {
      database.readRecent = read;
      resume();
    },
    async waitsFor(expected) {
      await until(() => reads >= expected);
    },
  };
}
