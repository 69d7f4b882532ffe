// The registry of dialects.
import type { Database } from './database';
import type { Scheme } from './schemes';
import { openSqlite } from './sqlite';

/** How to open each: complete by the compiler. */
const DIALECTS: Record<Scheme, (url: string) => Promise<Database>> = {
  sqlite: openSqlite,
};

/** Opens and migrates the database of `url`, such as `sqlite:data/inventory.sqlite`, whose scheme has been checked. @throws ApiError `unavailable`. */
export const openDatabase = (url: string): Promise<Database> => DIALECTS[url.slice(0, url.indexOf(':')) as Scheme](url);
