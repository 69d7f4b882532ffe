// A customer's size, for tests: runs large-data.mjs, which says what it writes.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface LargeOrganization {
  id: string;
  slug: string;
  /** One of its API keys. */
  key: string;
  /** The administrator of `big` and `small`. `secret` is of the second factor, encrypted with SETTINGS_SECRET. */
  admin?: { id: string; email: string; secret: string };
  assetId: string;
  assetName: string;
  assets: number;
  entries: number;
  /** The time of its first entry. */
  begin: string;
}

export interface LargeData {
  big: LargeOrganization;
  small: LargeOrganization;
  smalls: LargeOrganization[];
}

export interface LargeSizes {
  /** Of `big`; 100,000 by default. */
  assets?: number;
  /** Of the log of `big`; ten for each asset by default. */
  entries?: number;
  /** The small organizations; 1,000 by default. */
  organizations?: number;
  months?: number;
  /** Whether the database then has statistics; true by default. */
  statistics?: boolean;
}

/** Writes the data into a migrated database. */
export function writeLargeData(
  databaseUrl: string,
  { statistics = true, ...sizes }: LargeSizes = {},
): LargeData {
  const options = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const args = [join(__dirname, 'large-data.mjs'), databaseUrl, ...options];
  if (!statistics) args.push('--no-statistics');
  return JSON.parse(execFileSync(process.execPath, args, { maxBuffer: 100_000_000 }).toString()) as LargeData;
}
