// What differs between databases in the migrations.
import type { Knex } from 'knex';

export interface SchemaDialect {
  /** Runs first in the transaction of the migrations: whoever migrates at the same time waits. Makes the table that names those applied. */
  prepare(transaction: Knex, migrations: string): Promise<void>;
  /** After a table is made whose rows belong to the organization in `column`: whatever keeps tenants apart besides the stores. `requests`: what they do with it, as privileges of SQL. */
  isolate(transaction: Knex, table: string, requests: string, column?: string): Promise<void>;
  /** After the table of keys is made: lets a request find its organization by the digest of its key. */
  admitKeys(transaction: Knex): Promise<void>;
  /** Lets rows of a table only be added: none is changed, removed or replaced. `number` counts the rows of an organization. */
  appendOnly(transaction: Knex, table: string, number: string): Promise<void>;
  /** Keeps the one row of each organization: `number` in it only grows. */
  growOnly(transaction: Knex, table: string, number: string): Promise<void>;
}
