// The registry of dialects.
import type { Database } from './database';
import { openSqlite } from './sqlite';

/** One line a dialect: the scheme of its URLs, and how to open one. */
const DIALECTS: Record<string, (url: string) => Promise<Database>> = {
  sqlite: openSqlite,
};

/** Opens and migrates the database of `url`, such as `sqlite:data/inventory.sqlite`. @throws ApiError `unavailable`. */
export async function openDatabase(url: string): Promise<Database> {
  const open = DIALECTS[url.slice(0, Math.max(0, url.indexOf(':')))];
  if (!open) throw new Error(`DATABASE_URL must begin with one of ${Object.keys(DIALECTS).join(', ')} and a colon.`);
  return open(url);
}
