// The parts of migrations that differ between databases, and those that all tables have in common.
import type { Knex } from 'knex';

/** The origin of requests: the API, or the Settings pages, which have all rights of the API. */
export type Role = 'server' | 'settings';

export interface SchemaDialect {
  /**
   * Runs `work` in a transaction that holds the locks of all tables. Waits for writers.
   * @throws ApiError `unavailable` that names the writers when they do not end within `wait` milliseconds.
   */
  transact<Result>(knex: Knex, wait: number, work: (transaction: Knex) => Promise<Result>): Promise<Result>;
  /** Runs first in the transaction of the migrations. Creates the table of migrations. */
  prepare(transaction: Knex, migrations: string): Promise<void>;
  /**
   * Isolates the organizations in a new table by `column`, by default `organization_id`. `requests`: the privileges of
   * requests in SQL.
   */
  isolate(transaction: Knex, table: string, role: Role, requests: string, column?: string): Promise<void>;
  /** Lets a request find its organization by the digest of its key. */
  admitKeys(transaction: Knex): Promise<void>;
  /**
   * Shows rows to a request of the Settings pages that holds something of theirs (statement.ts).
   * `visible`: the condition in SQL with `:holder` and `:organization`, which replaces an earlier one.
   * `requests`: the privileges in a table without an organization; left out for an isolated table.
   */
  admitHolders(transaction: Knex, table: string, visible: string, requests?: string): Promise<void>;
  /** Isolates the organizations in a table of the Settings pages for a server that gets rights to it when it starts. */
  admitServer(transaction: Knex, table: string): Promise<void>;
  /** Grants requests more privileges. A view that they may read shows rows of all organizations, as its owner sees them. */
  grant(transaction: Knex, privileges: string, name: string, role: Role): Promise<void>;
  /** Rejects changes, deletions and replacements of rows. `number` counts the rows of an organization. */
  appendOnly(transaction: Knex, table: string, number: string): Promise<void>;
  /** Lets the entries of the activity log leave that `activity_archives` covers. */
  letArchivedLeave(transaction: Knex): Promise<void>;
  /**
   * Lets the log of a deleted organization leave. A row in `organization_deletions` stays, and rejects the organization:
   * neither can it be there at the end of the transaction, nor be created again.
   */
  letDeletedLeave(transaction: Knex): Promise<void>;
  /** Rejects the deletion of an organization's one row, and any change that does not increase `number`. */
  growOnly(transaction: Knex, table: string, number: string): Promise<void>;
}

/** A column for a prefix, an underscore and at most 64 characters. */
export const idColumn = (table: Knex.CreateTableBuilder, name: string) =>
  table.string(name, 80).notNullable();

/** Lets a column refer to a row of the same organization. */
export const refer = (table: Knex.CreateTableBuilder, column: string, to: string) =>
  table.foreign(['organization_id', column]).references(['organization_id', 'id']).inTable(to);

/** Creates a table whose rows belong to an organization. `requests`: the privileges of requests in SQL. */
export async function tenantTable(
  knex: Knex,
  schema: SchemaDialect,
  name: string,
  role: Role,
  requests: string,
  columns: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  await knex.schema.createTable(name, (table) => {
    idColumn(table, 'organization_id').references('id').inTable('organizations');
    columns(table);
  });
  await schema.isolate(knex, name, role, requests);
}
