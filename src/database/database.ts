// The database as the stores see it.
import type { Knex } from 'knex';
import type { Scope } from './scope';
import type { Lookup, Statement } from './statement';
import type { WriteCheck } from './write-check';

export interface Transaction {
  /** Rows of a query, or those that a change returns. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** Number of rows changed; of what goes with the commit it may not be known (NaN). */
  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number>;
  /** Says that the statements of this very moment are the last: they may go on their way together with the commit. */
  last(): void;
}

/** What became of one item of a batch. */
export type Outcome<Result> = { result: Result } | { error: unknown };

/** Makes many changes with few statements. Where it throws, nothing of it stays, and it is given fewer at a time, in the end each alone. */
export type Batch<Item, Result> = (transaction: Transaction, items: Item[]) => Promise<Outcome<Result>[]>;

/** A member of a JSON object: a column, an expression, or a column that is never null and whose texts JSON need not escape, by the contract's own pattern for them. */
export type Member = string | Knex.Raw | { plain: string };

/** What differs between databases in SQL that the stores build. */
export interface Dialect {
  /** A JSON object built by the database. */
  jsonObject(members: Record<string, Member>): Knex.Raw;
  /** One of two JSON objects, by whether a column is null. */
  jsonChoice(column: string, whenNull: Knex.Raw, otherwise: Knex.Raw): Knex.Raw;
  /** A JSON array of `element` over all rows, in their order; as bytes where the driver can hand them over unread. */
  jsonArray(element: Knex.Raw): Knex.Raw;
  /** Which constraint of a table was broken, if it was one: statements that go together fail with the same error. */
  brokenConstraint(error: unknown, table: string): 'unique' | 'foreign key' | undefined;
  /** Rows of a table that come as a JSON text: `p`, with these columns. */
  recordset(table: string, columns: readonly string[], json: string): Knex.Raw;
  /** The members of a JSON array, as `p` with `key`, which has their order, and `value`. */
  elements(json: Knex.Raw): Knex.Raw;
  /** What the database itself knows of its tables (catalog.ts). Columns: `table_name`, `column_name` and `key_position`, which is 0 or null outside of the primary key. */
  catalogColumns(): Knex.Raw;
  /** Foreign keys: `table_name`, and the `referenced` table. */
  catalogReferences(): Knex.Raw;
  /** Until the transaction ends, only it changes these tables; others read them. Undefined where a transaction that writes keeps all others from it by itself. */
  lockTables(names: string[]): Knex.Raw | undefined;
}

/** How busy a database's connections are at this moment. */
export interface ConnectionUse {
  /** Connections that run a statement or a transaction. */
  busy: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

export interface Database {
  /** Builds statements and migrates; requests go through `read` and `write`. */
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** The migrations that opening it has applied. */
  readonly migrated: string[];
  /** Whether this login may do what operators do, and not only serve. */
  readonly operates: boolean;
  /** Whether this login may serve the Settings pages. */
  readonly servesSettings: boolean;
  /** One query that sees one consistent state. @throws ApiError `unavailable` when the database cannot answer. */
  read<Params, Row>(scope: Scope, statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** As `read`, for what costs much to build: the same rows may be given again, but only while nothing at all has been committed since. Nobody changes them. */
  readRecent<Params, Row extends object>(
    scope: Scope,
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]>;
  /**
   * Queries that all see one consistent state. It is kept only as long as `work` takes, which must wait for nobody outside: SQLite's log grows as long, and PostgreSQL keeps all dead rows.
   * @throws ApiError `unavailable`.
   */
  snapshot<Result>(scope: Scope, work: (all: Transaction['all']) => Promise<Result>): Promise<Result>;
  /** One small text, if there is one. What is asked in one turn of the event loop is sent together. @throws ApiError `unavailable`. */
  find<Params extends object>(
    scope: Scope,
    lookup: Lookup<Params>,
    params: Params,
  ): Promise<string | undefined>;
  /**
   * Runs `work` in one transaction: durable when this resolves, without effect when it rejects, except that it may hold when the connection is lost
   * during the commit. Transactions of one organization run one after the other. @throws ApiError `unavailable`.
   */
  write<Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Has `batch` make a change in one transaction with those that others ask of it meanwhile. Resolves and rejects as `write` does. */
  writeTogether<Item, Result>(scope: Scope, batch: Batch<Item, Result>, item: Item): Promise<Result>;
  /** Whether the database accepts changes. */
  readonly writes: Pick<WriteCheck, 'isWritable' | 'hasFailed'>;
  /** For metrics. */
  connectionUse(): ConnectionUse;
  close(): Promise<void>;
}

/** Reads from a server's database or from a file. */
export type ReadSource = Pick<Database, 'knex' | 'read' | 'snapshot'>;
