// Derives stable TypeIDs from names, so that the contract's examples can quote them.
import { createHash } from 'node:crypto';
import { typeIdOf } from '../record-table';

const DAY = 86_400_000;

/** First creation day by type. A facility is older than its systems, a system older than its assets. */
const FIRST_DAY: Record<string, number> = {
  org: Date.UTC(2025, 8, 1),
  usr: Date.UTC(2025, 8, 8),
  fac: Date.UTC(2025, 9, 6),
  cc: Date.UTC(2025, 9, 6),
  cs: Date.UTC(2025, 10, 3),
  ca: Date.UTC(2025, 11, 1),
};
const DEFAULT_FIRST_DAY = Date.UTC(2026, 2, 2);
const SPREAD_DAYS = 20;

export interface DemoId {
  id: string;
  createdAt: Date;
}

/** Returns the id and creation time of a demo record: the same on every machine and in every version. */
export function demoId(prefix: string, name: string): DemoId {
  const digest = createHash('sha256').update(`${prefix}:${name}`).digest();
  const offset = digest.readUIntBE(16, 6) % (SPREAD_DAYS * DAY);
  const milliseconds = (FIRST_DAY[prefix] ?? DEFAULT_FIRST_DAY) + offset;
  return { id: typeIdOf(prefix, milliseconds, digest.subarray(0, 16)), createdAt: new Date(milliseconds) };
}
