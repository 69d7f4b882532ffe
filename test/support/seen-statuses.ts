// Records the statuses that tests receive from each operation, for the coverage in `review` reports.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SeenStatus } from '../../src/review/coverage';

const ROOT = join(__dirname, '../..');
const RECORD = join(ROOT, 'coverage/statuses.ndjson');

const recorded = new Set<string>();

/** Records a status once per test file. The line is short enough for an atomic append by parallel workers. */
export function recordSeen(seen: Omit<SeenStatus, 'test'>): void {
  const entry: SeenStatus = { ...seen, test: relative(ROOT, expect.getState().testPath!) };
  const line = `${JSON.stringify(entry)}\n`;
  if (recorded.has(line)) return;
  recorded.add(line);
  mkdirSync(dirname(RECORD), { recursive: true });
  appendFileSync(RECORD, line);
}
