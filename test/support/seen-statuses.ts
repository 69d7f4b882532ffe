// Records which statuses tests see of each operation, for the coverage that `review` reports.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SeenStatus } from '../../src/review/coverage';

const ROOT = join(__dirname, '../..');
const RECORD = join(ROOT, 'coverage/statuses.ndjson');

const recorded = new Set<string>();

/** Once for each test file: the line is short, and so is written whole even while other workers write. */
export function recordSeen(seen: Omit<SeenStatus, 'test'>): void {
  const line = `${JSON.stringify({ ...seen, test: relative(ROOT, expect.getState().testPath!) } satisfies SeenStatus)}\n`;
  if (recorded.has(line)) return;
  recorded.add(line);
  mkdirSync(dirname(RECORD), { recursive: true });
  appendFileSync(RECORD, line);
}
