// The registry of dialects. Each is loaded when it is asked for: a server has one driver.
import type { Database } from './database';
import type { Scheme } from './schemes';

type Open = (url: string) => Promise<Database>;

const openPostgres: Open = async (url) => (await import('./postgres.js')).openPostgres(url);

/** How to open each: complete by the compiler. */
const DIALECTS: Record<Scheme, Open> = {
  sqlite: async (url) => (await import('./sqlite.js')).openSqlite(url),
  postgres: openPostgres,
  postgresql: openPostgres,
};

/** Opens and migrates the database of `url`, such as `sqlite:data/inventory.sqlite`, whose scheme has been checked. @throws ApiError `unavailable`. */
export const openDatabase = (url: string): Promise<Database> => DIALECTS[url.slice(0, url.indexOf(':')) as Scheme](url);
