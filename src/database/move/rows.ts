// Reads, digests and writes the rows of a table, in pages and in the order of the primary key.
import { createHash } from 'node:crypto';
import type { Table } from '../catalog';
import type { Database, Transaction } from '../database';
import { changeRows, compileInsertRows } from '../rows';
import { compile, once } from '../statement';

type Row = Record<string, string | number | null>;

/** Rows of one page. */
const PAGE = 1000;

/** Reads all rows, one page at a time. */
export async function* pagesOf(
  transaction: Transaction,
  { knex }: Database,
  { name, columns, key }: Table,
): AsyncGenerator<Row[], undefined> {
  const page = () => knex(name).select(columns).orderBy(key).limit(PAGE);
  const places = (mark: string): string => key.map(() => mark).join(', ');
  const next = compile<Row, Row>((param) =>
    page().whereRaw(`(${places('??')}) > (${places('?')})`, [...key, ...key.map(param)]),
  );
  let rows = await transaction.all(once<Row>(page()), {});
  while (rows.length > 0) {
    yield rows;
    rows = rows.length < PAGE ? [] : await transaction.all(next, rows.at(-1)!);
  }
  return undefined;
}

/** Returns a function that writes a page. */
export function createWritePage(
  transaction: Transaction,
  database: Database,
  { name, columns }: Table,
): (rows: Row[]) => Promise<void> {
  const insert = compileInsertRows(database, name, columns);
  return (rows) => changeRows(transaction, insert, rows);
}

/** Locks the tables against other writers until the transaction ends. */
export async function lock(transaction: Transaction, { dialect }: Database, tables: Table[]): Promise<void> {
  const statement = dialect.lockTables(tables.map(({ name }) => name));
  if (statement) await transaction.run(once(statement), {});
}

/** Returns the number of rows in all tables. */
export async function countRows(
  transaction: Transaction,
  { knex }: Database,
  tables: Table[],
): Promise<number> {
  let count = 0;
  for (const { name } of tables) {
    const all = once<{ rows: number | string }>(knex(name).count({ rows: '*' }));
    const [row] = await transaction.all(all, {});
    count += Number(row!.rows); // PostgreSQL returns a bigint as text
  }
  return count;
}

export interface TableContents {
  rows: number;
  /**
   * SHA-256 of the rows in the order of the primary key.
   * Each row is a line with a JSON list of texts and nulls.
   */
  digest: string;
}

interface Tally {
  add(rows: Row[]): void;
  contents(): TableContents;
}

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

export function createTally({ columns }: Table): Tally {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows) {
      for (const row of rows)
        hash.update(`${JSON.stringify(columns.map((column) => textOf(row[column])))}\n`);
      count += rows.length;
    },
    contents: () => ({ rows: count, digest: hash.digest('hex') }),
  };
}

export const sameContents = (one: TableContents, other: TableContents): boolean =>
  one.rows === other.rows && one.digest === other.digest;
