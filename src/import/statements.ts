// The statements of an import: many rows each.
import type { Database, Transaction } from '../database/database';
import { compileInsertRows, compileUpdateRows, toRows } from '../database/rows';
import type { CollectionName } from '../resources/collection';

/** A row as it is written: the same columns in every row of a call. */
export type Values = Record<string, string | null>;

type OnWritten = (count: number) => void;

/** Rows of one statement: enough that a round trip for each is nothing beside them, and few enough to be held at once. */
const CHUNK = 1000;

const KEY = ['organization_id', 'id'];

export function createBulkStatements(database: Database) {
  /** `valuesOf` makes each row when its turn comes. */
  const inChunks =
    (compileFor: (name: CollectionName, columns: string[]) => ReturnType<typeof compileInsertRows>) =>
    async <Item>(
      transaction: Transaction,
      name: CollectionName,
      items: readonly Item[],
      valuesOf: (item: Item) => Values,
      onWritten: OnWritten,
    ): Promise<void> => {
      let statement: ReturnType<typeof compileFor> | undefined;
      for (let start = 0; start < items.length; start += CHUNK) {
        const rows = items.slice(start, start + CHUNK).map(valuesOf);
        statement ??= compileFor(name, Object.keys(rows[0]!));
        await transaction.run(statement, toRows(rows));
        onWritten(rows.length);
      }
    };

  return {
    insert: inChunks((name, columns) => compileInsertRows(database, name, columns)),
    /** A row is found by `organization_id` and `id`; the other values are set. */
    update: inChunks((name, columns) =>
      compileUpdateRows(
        database,
        name,
        KEY,
        columns.filter((column) => !KEY.includes(column)),
      ),
    ),
  };
}
