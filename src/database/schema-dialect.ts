// What differs between databases in the migrations.
import type { Knex } from 'knex';

export interface SchemaDialect {
  /** Lets rows of a table only be added: none is changed, removed or replaced. `number` counts the rows of an organization. */
  appendOnly(transaction: Knex, table: string, number: string): Promise<void>;
  /** Keeps the one row of each organization: `number` in it only grows. */
  growOnly(transaction: Knex, table: string, number: string): Promise<void>;
}
