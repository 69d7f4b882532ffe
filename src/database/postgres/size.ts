// Measures the size of a PostgreSQL database.
import type { DatabaseSize } from '../database';
import type { BoundStatement } from '../statement';
import type { StepResult } from './pipeline';

const SIZE = { sql: 'select pg_database_size(current_database()) as bytes', values: [] };

/** PostgreSQL adds up the sizes of all files of the database. */
const FRESH_MILLISECONDS = 60_000;

/** Returns a function that asks PostgreSQL at most once a minute, and again after an error. */
export function createSize(
  run: (steps: BoundStatement[]) => Promise<StepResult[]>,
): () => Promise<DatabaseSize> {
  let last: { at: number; size: Promise<DatabaseSize> } | undefined;

  async function ask(): Promise<DatabaseSize> {
    const [result] = await run([SIZE]);
    return { data: Number(result!.rows[0]!['bytes']) };
  }

  return () => {
    const now = performance.now();
    if (last && now - last.at < FRESH_MILLISECONDS) return last.size;
    const size = ask();
    last = { at: now, size };
    size.catch(() => (last = undefined));
    return size;
  };
}
