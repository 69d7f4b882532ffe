// What differs between databases in the migrations.
import type { Knex } from 'knex';

/** Whose requests: of the API, or of the Settings pages, which may all that those may. */
export type Role = 'server' | 'settings';

export interface SchemaDialect {
  /** Runs first in the transaction of the migrations: whoever migrates at the same time waits. Makes the table that names those applied. */
  prepare(transaction: Knex, migrations: string): Promise<void>;
  /** After a table is made whose rows belong to the organization in `column`: whatever keeps tenants apart besides the stores. `requests`: what they do with it, as privileges of SQL. */
  isolate(
    transaction: Knex,
    table: string,
    requests: string,
    options?: { column?: string; role?: Role },
  ): Promise<void>;
  /** After the table of keys is made: lets a request find its organization by the digest of its key. */
  admitKeys(transaction: Knex): Promise<void>;
  /**
   * Shows rows to a request of the Settings pages that holds something of theirs (scope.ts). `visible`: when it may see one, as a condition of SQL. `requests`: what it
   * does with rows of a table that is of no organization; left out for one that is isolated already, whose rows it may then read as well.
   */
  admitHolders(
    transaction: Knex,
    table: string,
    visible: (holder: string, organization: string) => string,
    requests?: string,
  ): Promise<void>;
  /** Lets the Settings pages do more with a table that is isolated already, as privileges of SQL. */
  allowSettings(transaction: Knex, table: string, requests: string): Promise<void>;
  /** Lets rows of a table only be added: none is changed, removed or replaced. `number` counts the rows of an organization. */
  appendOnly(transaction: Knex, table: string, number: string): Promise<void>;
  /** Keeps the one row of each organization: `number` in it only grows. */
  growOnly(transaction: Knex, table: string, number: string): Promise<void>;
}
