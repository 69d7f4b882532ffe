// The interface of a database, as the stores use it.
import type { Knex } from 'knex';
import type { Month } from '../base/day';
import type { BoundStatement, Lookup, Scope, Statement } from './statement';
import type { WriteCheck } from './write-check';

export interface Transaction {
  /** Returns the rows of a query, or those that a change returns. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number>;
}

/** A query that a group of transactions runs once for all members that ask it at the same time. */
export interface BatchedQuery<Key, Result> {
  /** Returns one result for each key, in the order of the keys. */
  run(all: Transaction['all'], keys: Key[]): Promise<Result[]>;
  /** Names the record that the caller is about to change. Members with the same lock take turns. */
  lock?(key: Key): string;
}

/** A change that a shared transaction makes for all its members with the same statements. */
export interface BatchedChange<Item> {
  /** A change of many rows yields statements of some rows, between which other work runs. */
  statements(items: Item[]): Iterable<BoundStatement>;
  /** Returns the error to report when the database rejects the change of this item alone. */
  translateError?(error: unknown, item: Item): unknown;
}

/** A transaction that its members share: the statements of all members together cost as much as those of one. */
export interface SharedTransaction {
  query<Key, Result>(query: BatchedQuery<Key, Result>, key: Key): Promise<Result>;
  /** Queues a change for the commit. Queries do not see it. A member that throws changes nothing. */
  change<Item>(change: BatchedChange<Item>, item: Item): void;
}

/**
 * A member of a JSON object: a column, an expression,
 * or a `plain` column, never null and without text that JSON escapes.
 */
export type Member = string | Knex.Raw | { plain: string };

/** The parts of SQL that differ between databases. */
export interface Dialect {
  /**
   * Whether several servers hold the rows, placed by organization. A statement then names one organization as
   * a value, and a transaction changes one organization.
   */
  isDistributed: boolean;
  /** A JSON object built by the database. */
  jsonObject(members: Record<string, Member>): Knex.Raw;
  /** A JSON array of `element` over all rows, in their order. Returned as bytes where the driver can. */
  jsonArray(element: Knex.Raw): Knex.Raw;
  /**
   * Returns which kind of constraint of the table `error` reports. Statements sent together fail with the same error.
   */
  brokenConstraint(error: unknown, table: string): 'unique' | 'foreign key' | undefined;
  /** Rows of a table from a JSON text, as `p` with these columns. */
  recordset(table: string, columns: readonly string[], json: string): Knex.Raw;
  /** The objects of a JSON array, as `p` with `position`, their order, and these members as columns of text. */
  elements(members: readonly string[], json: string): Knex.Raw;
  /**
   * Columns of all tables (catalog.ts): `table_name`, `column_name`, and `key_position`, 0 or null outside
   * the primary key.
   */
  catalogColumns(): Knex.Raw;
  /** Foreign keys: `table_name`, and the `referenced` table. */
  catalogReferences(): Knex.Raw;
  /** Returns whether another transaction holds a lock that a statement needed. */
  isContention(error: unknown): boolean;
  /**
   * Removes the entries of the activity log that `activity_archives` covers, in transactions that end soon. After an
   * interruption, it removes the rest. `end`: the month after the last archived one.
   */
  removeArchived(write: Database['write'], end: Month): Promise<void>;
  /** Prepares the activity log for many entries of these months. */
  prepareMonths(transaction: Transaction, months: readonly Month[]): Promise<void>;
  /** Locks out the changes of all organizations until the transaction ends. Waits briefly for those under way. */
  lockOrganizations(transaction: Transaction): Promise<void>;
  /** Locks tables against changes by other transactions. Undefined where one transaction writes at a time anyway. */
  lockTables(names: string[]): Knex.Raw | undefined;
  /**
   * Lets rows leave before those that refer to them, up to the commit. Undefined where they cannot, and rows that
   * describe an organization are checked at the commit instead.
   */
  deferReferences(): Knex.Raw | undefined;
  /** Runs the triggers that wait for the commit. Undefined where none waits. */
  fireDeferredTriggers(): Knex.Raw | undefined;
  /**
   * Updates the statistics of tables that have got many rows. PostgreSQL does so by itself within minutes.
   * Until then it may read all rows of an organization for each of them.
   */
  analyze(transaction: Transaction, names: string[]): Promise<void>;
}

/** The current use of a database's connections. */
export interface ConnectionUse {
  /** Connections that run a statement or a transaction. */
  busy: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** Bytes on disk by part. PostgreSQL's log and disk belong to the whole server, so that only SQLite has the others. */
export interface DatabaseSize {
  data: number;
  wal?: number;
  /** Free bytes of the file system. */
  free?: number;
}

export interface OpenOptions {
  /**
   * `migrate`, the default, makes the newest schema. `create` does so in a database without tables. `use` changes
   * nothing: the schema may be that of the previous minor version. `read` does the same where rows cannot be changed.
   */
  schema?: 'migrate' | 'create' | 'use' | 'read';
  /** Whether the file is deleted after its use, so that no change waits for the disk. */
  isTemporary?: boolean;
  /** How long a migration waits for writers, in milliseconds. A minute by default. */
  migrationWait?: number;
  /** Rejects a database whose schema is not that of a new one, now and when its file is replaced. */
  verifySchema?: boolean;
}

export interface Database {
  /** Builds statements and migrates. Requests use the methods below. */
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** The migrations that were applied when it was opened. */
  readonly migrated: string[];
  /** The migrations that the schema lacked then: commands work on that of the previous version too. */
  readonly missing: readonly string[];
  /** Whether this login may do the work of operators too, or, in a database opened to `read`, see all rows. */
  readonly operates: boolean;
  /** Whether no change is possible. Known of a database opened to `read` only. */
  readonly isReadOnly: boolean;
  /** Whether this login may serve the Settings pages. */
  readonly servesSettings: boolean;
  /** Runs one query. @throws ApiError `unavailable` when the database cannot answer. */
  read<Params, Row>(scope: Scope, statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** Like `read`, but may return the same rows again while nothing has been committed. Callers must not change them. */
  readRecent<Params, Row extends object>(
    scope: Scope,
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]>;
  /**
   * Runs queries that see one consistent state. `work` must wait for nothing else: meanwhile SQLite's log
   * grows, and PostgreSQL keeps all dead rows. @throws ApiError `unavailable`.
   */
  snapshot<Result>(scope: Scope, work: (all: Transaction['all']) => Promise<Result>): Promise<Result>;
  /** Finds one small text. Lookups of one turn of the event loop are sent together. @throws ApiError `unavailable`. */
  find<Params extends object>(
    scope: Scope,
    lookup: Lookup<Params>,
    params: Params,
  ): Promise<string | undefined>;
  /**
   * Runs `work` in a transaction. Resolves when the changes are durable. Rejects when they have no effect, or
   * when the connection is lost during the commit. Transactions of one organization run one after the other.
   * @throws ApiError `unavailable`.
   */
  write<Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` together with other such works in one transaction (group-commit.ts). Resolves and rejects as `write`
   * does. `work` may run several times, and must wait for nothing but its queries.
   */
  transaction<Result>(
    scope: Scope,
    work: (transaction: SharedTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Whether the database accepts changes. */
  readonly writes: Pick<WriteCheck, 'isWritable' | 'hasFailed' | 'failure' | 'failures'>;
  connectionUse(): ConnectionUse;
  /** Gives requests of the API the right to change tables that operations of the contract change. */
  allowChanges(tables: readonly string[]): Promise<void>;
  /**
   * Compares the schema with that of a new database. Returns a sentence for each part that is missing, changed or
   * added; undefined when the schema is an earlier one that cannot be compared. @throws ApiError `unavailable`.
   */
  schemaFaults(): Promise<string[] | undefined>;
  /** @throws Error when the database does not respond. */
  size(): Promise<DatabaseSize>;
  close(): Promise<void>;
}

/** A source to read from: a server's database, or a file. */
export type ReadSource = Pick<Database, 'knex' | 'read' | 'snapshot'>;
