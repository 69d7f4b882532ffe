// The database as the stores see it, and the registry of dialects.
import type { Knex } from 'knex';
import type { Statement } from './statement';
import { openSqlite } from './sqlite';

export interface Transaction {
  /** Rows of a query, or those that a change returns. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** Number of rows changed. */
  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number>;
}

/** What differs between databases in SQL that the stores build. */
export interface Dialect {
  /** A JSON object built by the database. A member is a column name or an expression. */
  jsonObject(members: Record<string, string | Knex.Raw>): Knex.Raw;
  /** A JSON array, as text, of `element` over all rows in the order of a column. */
  jsonArray(element: Knex.Raw, orderBy: string): Knex.Raw;
  /** Which constraint a statement broke, if it was one. */
  brokenConstraint(error: unknown): 'unique' | 'foreign key' | undefined;
}

export interface Database {
  /** Builds statements and migrates; requests go through `read` and `write`. */
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** One query that sees one consistent state. @throws ApiError `unavailable` when the database cannot answer. */
  read<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** Runs `work` in one transaction: durable when this resolves, without effect when it rejects. @throws ApiError `unavailable`. */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** One line a dialect: the scheme of its URLs, and how to open one. */
const DIALECTS: Record<string, (url: string) => Promise<Database>> = {
  sqlite: openSqlite,
};

export const schemeOf = (url: string): string => url.slice(0, Math.max(0, url.indexOf(':')));

export const knownSchemes = (): string[] => Object.keys(DIALECTS);

/** Opens and migrates the database of `url`, such as `sqlite:data/inventory.sqlite`. */
export async function openDatabase(url: string): Promise<Database> {
  const open = DIALECTS[schemeOf(url)];
  if (!open) throw new Error(`DATABASE_URL must begin with one of ${knownSchemes().join(', ')} and a colon.`);
  return open(url);
}
