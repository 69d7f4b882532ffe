// The statements of an import: inserts of many rows, updates of one.
import type { Database, Transaction } from '../database/database';
import { type Statement, compile } from '../database/statement';
import type { CollectionName } from '../resources/collection';

/** A row as it is written: the same columns in every row of a call. */
export type Values = Record<string, string | null>;

type OnWritten = (count: number) => void;

/** Rows of one insert: few enough that every database takes their parameters. */
const CHUNK = 200;

export function createBulkStatements({ knex }: Database) {
  /** A value is named `<row>.<column>`. */
  const insertOf = (name: CollectionName, columns: string[], rows: number): Statement<Values, never> =>
    compile((param) =>
      knex(name).insert(Array.from({ length: rows }, (_, row) => Object.fromEntries(columns.map((column) => [column, param(`${row}.${column}`)])))),
    );

  return {
    /** Two statements for any number of rows: one for a full chunk, one for what is left over. `valuesOf` makes each row when its turn comes. */
    async insert<Item>(transaction: Transaction, name: CollectionName, items: readonly Item[], valuesOf: (item: Item) => Values, onWritten: OnWritten): Promise<void> {
      const statements = new Map<number, Statement<Values, never>>();
      for (let start = 0, rows = 0; start < items.length; start += rows) {
        rows = items.length - start >= CHUNK ? CHUNK : 1;
        const chunk = items.slice(start, start + rows).map(valuesOf);
        const statement = statements.get(rows) ?? insertOf(name, Object.keys(chunk[0]!), rows);
        statements.set(rows, statement);
        const params: Values = {};
        chunk.forEach((values, row) => {
          for (const column in values) params[`${row}.${column}`] = values[column]!;
        });
        await transaction.run(statement, params);
        onWritten(rows);
      }
    },

    /** Each row by itself. It is found by `organization_id` and `id`; the other values are set. */
    async update<Item>(transaction: Transaction, name: CollectionName, items: Iterable<Item>, valuesOf: (item: Item) => Values, onWritten: OnWritten): Promise<void> {
      let statement: Statement<Values, never> | undefined;
      for (const item of items) {
        const values = valuesOf(item);
        statement ??= compile((param) => {
          const columns = Object.keys(values).filter((column) => column !== 'organization_id' && column !== 'id');
          return knex(name)
            .where({ organization_id: param('organization_id'), id: param('id') })
            .update(Object.fromEntries(columns.map((column) => [column, param(column)])));
        });
        await transaction.run(statement, values);
        onWritten(1);
      }
    },
  };
}
