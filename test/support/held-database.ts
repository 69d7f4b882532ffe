// A database that returns no list until the test releases it, like a slow database.
import type { Database } from '../../src/database/database';

export interface HeldDatabase {
  /** Lists that wait for the database. */
  reads: () => number;
  release(): void;
  /** Resolves when so many lists wait. */
  waitsFor(reads: number): Promise<void>;
}

export function holdDatabase(database: Database): HeldDatabase {
  const read = database.readRecent;
  let letGo = (): void => {};
  let reads = 0;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  database.readRecent = (async (...call: Parameters<typeof read>) => {
    reads++;
    await held;
    return read.apply(database, call);
  }) as typeof read;
  return {
    reads: () => reads,
    release() {
      database.readRecent = read;
      letGo();
    },
    async waitsFor(expected) {
      while (reads < expected) await new Promise(setImmediate);
    },
  };
}
