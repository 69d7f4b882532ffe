// The rows of a table, in pages: read in the order of the primary key, written in that order.
import type { Table } from '../database/catalog';
import type { Database, Transaction } from '../database/database';
import { type Statement, compile } from '../database/statement';

export type Row = Record<string, string | number | null>;

/** Few enough that every database takes the values of a page as parameters of one statement. */
const PAGE = 200;

/** Named after the row's place in its page. */
const parameter = (row: number, column: string): string => `${row}.${column}`;

const paramsOf = (rows: Row[]): Row => Object.fromEntries(rows.flatMap((row, index) => Object.entries(row).map(([column, value]) => [parameter(index, column), value])));

/** Reads all rows; no more than a page of them is held. */
export async function* pagesOf(transaction: Transaction, { knex }: Database, { name, columns, key }: Table): AsyncGenerator<Row[], undefined> {
  const page = () => knex(name).select(columns).orderBy(key).limit(PAGE);
  const first = compile<object, Row>(page);
  const places = (mark: string): string => key.map(() => mark).join(', ');
  const next = compile<Row, Row>((param) => page().whereRaw(`(${places('??')}) > (${places('?')})`, [...key, ...key.map(param)]));
  let rows = await transaction.all(first, {});
  while (rows.length > 0) {
    yield rows;
    rows = rows.length < PAGE ? [] : await transaction.all(next, rows.at(-1)!);
  }
  return undefined;
}

/** A writer of pages; a statement is compiled for each size of them, of which a table has two at most. */
export function createWritePage(transaction: Transaction, { knex }: Database, { name, columns }: Table): (rows: Row[]) => Promise<void> {
  const statements = new Map<number, Statement<Row, never>>();
  return async (rows) => {
    const statement =
      statements.get(rows.length) ??
      compile<Row, never>((param) => knex(name).insert(rows.map((_, index) => Object.fromEntries(columns.map((column) => [column, param(parameter(index, column))])))));
    statements.set(rows.length, statement);
    await transaction.run(statement, paramsOf(rows));
  };
}

/** Keeps the tables from everyone else's changes until the transaction ends. */
export async function lock(transaction: Transaction, { dialect }: Database, tables: Table[]): Promise<void> {
  const statement = dialect.lockTables(tables.map(({ name }) => name));
  if (statement) await transaction.run(compile<object, never>(() => statement), {});
}

/** Over all tables. */
export async function countRows(transaction: Transaction, { knex }: Database, tables: Table[]): Promise<number> {
  let count = 0;
  for (const { name } of tables) {
    const [row] = await transaction.all(compile<object, { rows: number | string }>(() => knex(name).count({ rows: '*' })), {});
    count += Number(row!.rows); // PostgreSQL counts further than a number does, and gives text
  }
  return count;
}

/** Tells the database to look at what it holds. PostgreSQL would otherwise sort the whole of a new table for each page of it. */
export async function analyze(transaction: Transaction, { knex }: Database, tables: Table[]): Promise<void> {
  for (const { name } of tables) await transaction.run(compile<object, never>(() => knex.raw('analyze ??', [name])), {});
}
