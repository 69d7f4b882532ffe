// The registry of dialects. Each is loaded when it is asked for: a server has one driver.
import type { Database } from './database';
import type { Scheme } from './schemes';

export interface OpenOptions {
  /** False for a database that must be there already: a file is then not made. */
  create?: boolean;
}

type Open = (url: string, options: OpenOptions) => Promise<Database>;

const openPostgres: Open = async (url) => (await import('./postgres.js')).openPostgres(url);

/** How to open each: complete by the compiler. */
const DIALECTS: Record<Scheme, Open> = {
  sqlite: async (url, options) => (await import('./sqlite.js')).openSqlite(url, options),
  postgres: openPostgres,
  postgresql: openPostgres,
};

/** Opens and migrates the database of `url`, such as `sqlite:data/inventory.sqlite`, whose scheme has been checked. @throws ApiError `unavailable`. */
export const openDatabase = (url: string, options: OpenOptions = {}): Promise<Database> => DIALECTS[url.slice(0, url.indexOf(':')) as Scheme](url, options);
