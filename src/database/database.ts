// The database as the stores see it.
import type { Knex } from 'knex';
import type { Scope } from './scope';
import type { BoundStatement, Lookup, Statement } from './statement';
import type { WriteCheck } from './write-check';

export interface Transaction {
  /** Returns the rows of a query, or those that a change returns. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number>;
}

/** A query that a shared transaction runs once for all members that ask it at the same time. */
export interface BatchedQuery<Key, Result> {
  /** Returns one result for each key, in the order of the keys. */
  run(all: Transaction['all'], keys: Key[]): Promise<Result[]>;
  /** Names what the caller is about to change. Members with the same lock take turns. */
  lock?(key: Key): string;
}

/** A change that a shared transaction makes for all its members with the same statements. */
export interface BatchedChange<Item> {
  statements(items: Item[]): BoundStatement[];
  /** Returns the error to report when the database rejects the change of this item alone. */
  translateError?(error: unknown, item: Item): unknown;
}

/** A transaction that its members share: the statements of all members together cost as much as those of one. */
export interface SharedTransaction {
  /** False for a single member: the database then reports its conflicts precisely, without a query before. */
  readonly isShared: boolean;
  query<Key, Result>(query: BatchedQuery<Key, Result>, key: Key): Promise<Result>;
  /** Queues a change for the commit. Queries do not see it. A member that throws changes nothing. */
  change<Item>(change: BatchedChange<Item>, item: Item): void;
}

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
   * Runs `work` in a transaction. Resolves when the changes are durable. Rejects when they have no effect, or when
   * the connection is lost during the commit. Transactions of one organization run one after the other.
   * @throws ApiError `unavailable`.
   */
  write<Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` together with other such works in one transaction (spec/decisions/0017-group-commit.md). Resolves
   * and rejects as `write` does. `work` may run several times, and must wait for nothing but its queries.
   */
  transaction<Result>(
    scope: Scope,
    work: (transaction: SharedTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Whether the database accepts changes. */
  readonly writes: Pick<WriteCheck, 'isWritable' | 'hasFailed'>;
  /** For metrics. */
  connectionUse(): ConnectionUse;
  close(): Promise<void>;
}

/** Reads from a server's database or from a file. */
export type ReadSource = Pick<Database, 'knex' | 'read' | 'snapshot'>;
