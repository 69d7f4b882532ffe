// Reads the tables of a database from its own catalog, so that a new migration needs no list of tables.
import { groupBy } from '../base/values';
import type { Database, Transaction } from './database';
import { MIGRATIONS_TABLE } from './migrate';
import { once } from './statement';

/** Only the database of a sandbox has this table. */
export const SANDBOX_MARK = 'sandbox_worlds';

export interface Table {
  name: string;
  /** In alphabetical order, which is the same in every database. */
  columns: string[];
  /** The columns of the primary key, in its order. */
  key: string[];
}

interface Column {
  table_name: string;
  column_name: string;
  key_position: number | null;
}

interface Reference {
  table_name: string;
  referenced: string;
}

function toTable(name: string, columns: Column[]): Table {
  const key = columns
    .filter(({ key_position }) => key_position)
    .sort((one, other) => one.key_position! - other.key_position!);
  return {
    name,
    columns: columns.map(({ column_name }) => column_name).sort(),
    key: key.map(({ column_name }) => column_name),
  };
}

/** Sorts tables so that each comes after those that it references. */
function inOrder(tables: Table[], references: Reference[]): Table[] {
  const ordered = new Set<Table>();
  const visit = (table: Table): void => {
    for (const { table_name, referenced } of references) {
      if (table_name === table.name && referenced !== table.name)
        visit(tables.find(({ name }) => name === referenced)!);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

/** Reads all tables except that of the migrations, each after those that it references. */
export async function readTables({ dialect }: Database, { all }: Pick<Transaction, 'all'>): Promise<Table[]> {
  const found = await all(once<Column>(dialect.catalogColumns()), {});
  const columns = found.filter(({ table_name }) => table_name !== MIGRATIONS_TABLE);
  const tables = [...groupBy(columns, (column) => column.table_name)]
    .map(([name, ofTable]) => toTable(name, ofTable))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return inOrder(tables, await all(once<Reference>(dialect.catalogReferences()), {}));
}
