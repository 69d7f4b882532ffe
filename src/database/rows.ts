// Statements about many rows. Several rows are one JSON text, so that one prepared statement serves any number
// of them. A single row costs less as values of its own. A distributed database gets a statement for each row,
// because it finds the server by the organization that a statement names.
import type { Knex } from 'knex';
import type { BatchedChange, BatchedQuery, Database, Transaction } from './database';
import { sendAll } from './shared-transaction';
import { type BoundStatement, type Statement, bindTo, compile } from './statement';

/** Rows as a statement about all of them takes them. */
export interface Rows {
  rows: string;
}

type Row = Record<string, string>;

/** Returns the statements that change these rows. All rows have the columns of the statement. */
export type RowsStatement = (rows: readonly object[]) => BoundStatement[];

/** Takes rows with the columns of the statement. Values are texts, whole numbers and nulls. */
export const toRows = (rows: readonly object[]): Rows => ({ rows: JSON.stringify(rows) });

type RowSource = Pick<Database, 'knex' | 'dialect'>;

const compileRows =
  ({ dialect }: RowSource, one: Statement<Row, never>, many: Statement<Rows, never>): RowsStatement =>
  (rows) =>
    dialect.isDistributed || rows.length === 1
      ? rows.map((row) => bindTo(one, row as Row))
      : [bindTo(many, toRows(rows))];

export const changeRows = (
  transaction: Transaction,
  statement: RowsStatement,
  rows: readonly object[],
): Promise<void> => sendAll([{ transaction, statements: statement(rows) }]);

/** Returns the columns of a table with the params of the same names. */
export const toValues = (columns: readonly string[], param: (name: never) => string): Row =>
  Object.fromEntries(columns.map((column) => [column, param(column as never)]));

/** Inserts rows in their order. With `merge`, a row whose `key` exists updates the other columns instead, if any. */
export function compileInsertRows(
  source: RowSource,
  table: string,
  columns: readonly string[],
  merge?: { key: string[] },
): RowsStatement {
  const { knex, dialect } = source;
  const names = (list: readonly string[]) => list.map(() => '??').join(', ');
  const merged = columns.filter((column) => !merge?.key.includes(column));
  const change =
    merged.length === 0 ? 'nothing' : `update set ${merged.map(() => '?? = excluded.??').join(', ')}`;
  const onConflict = merge ? ` on conflict (${names(merge.key)}) do ${change}` : '';
  const mergeNames = merge ? [...merge.key, ...merged.flatMap((column) => [column, column])] : [];
  const insert = (values: string, ...bindings: (string | Knex.Raw)[]): Knex.Raw =>
    knex.raw(`insert into ?? (${names(columns)}) ${values}${onConflict}`, [
      table,
      ...columns,
      ...bindings,
      ...mergeNames,
    ]);
  const places = columns.map((column) => `p.${column}`);
  return compileRows(
    source,
    compile((param) => insert(`values (${columns.map(() => '?').join(', ')})`, ...columns.map(param))),
    // Without `where true`, SQLite parses `on conflict` as the condition of a join.
    compile((param) =>
      insert(
        `select ${names(columns)} from ? where true`,
        ...places,
        dialect.recordset(table, columns, param('rows')),
      ),
    ),
  );
}

const sameKey = (table: string, key: readonly string[]): [sql: string, names: string[]] => [
  key.map(() => '?? = ??').join(' and '),
  key.flatMap((column) => [`${table}.${column}`, `p.${column}`]),
];

/** Updates `columns` of the rows that `key` finds. */
export function compileUpdateRows(
  source: RowSource,
  table: string,
  key: readonly string[],
  columns: readonly string[],
): RowsStatement {
  const { knex, dialect } = source;
  const [where, names] = sameKey(table, key);
  return compileRows(
    source,
    compile((param) => knex(table).where(toValues(key, param)).update(toValues(columns, param))),
    compile((param) =>
      knex.raw(`update ?? set ${columns.map(() => '?? = ??').join(', ')} from ? where ${where}`, [
        table,
        ...columns.flatMap((column) => [column, `p.${column}`]),
        dialect.recordset(table, [...key, ...columns], param('rows')),
        ...names,
      ] as Knex.RawBinding[]),
    ),
  );
}

export function compileDeleteRows(source: RowSource, table: string, key: readonly string[]): RowsStatement {
  const { knex, dialect } = source;
  const names = key.map(() => '??').join(', ');
  return compileRows(
    source,
    compile((param) => knex(table).where(toValues(key, param)).delete()),
    compile((param) =>
      knex.raw(`delete from ?? where (${names}) in (select ${names} from ?)`, [
        table,
        ...key,
        ...key.map((column) => `p.${column}`),
        dialect.recordset(table, key, param('rows')),
      ] as Knex.RawBinding[]),
    ),
  );
}

/** Rows of one statement. With 1,000 rows, an import of 100,000 assets took 100 MB more memory. */
const MAX_ROWS = 250;

/** Yields the rows of one statement at a time. */
export function* splitRows<Item>(rows: Iterable<Item>): Generator<Item[]> {
  let part: Item[] = [];
  for (const row of rows) {
    if (part.push(row) < MAX_ROWS) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

export function* inParts(statement: RowsStatement, rows: Iterable<object>): Generator<BoundStatement> {
  for (const part of splitRows(rows)) yield* statement(part);
}

/** Makes a statement about rows a change whose items are the rows. */
export const compileChange = <Row extends object>(
  statement: RowsStatement,
  translateError?: (error: unknown, row: Row) => unknown,
): BatchedChange<Row> => ({
  statements: (rows) => inParts(statement, rows),
  ...(translateError && { translateError }),
});

/** Compiles a query for the rows of distinct keys. */
export function compileSelectRows<Key extends object, Row>(
  { knex, dialect }: RowSource,
  table: string,
  key: readonly (keyof Key & string)[],
  columns: readonly string[],
): (all: Transaction['all'], keys: readonly Key[]) => Promise<Row[]> {
  const selected = columns.map((column) => `${table}.${column}`);
  const [where, names] = sameKey(table, key);
  const selectAll = compile<Rows, Row>((param) => {
    const joined = [table, dialect.recordset(table, key, param('rows')), ...names] as Knex.RawBinding[];
    return knex.select(selected).from(knex.raw(`?? join ? on ${where}`, joined));
  });
  const selectOne = compile<Key, Row>((param) => knex(table).where(toValues(key, param)).select(selected));
  return async (all, keys) =>
    dialect.isDistributed || keys.length === 1
      ? (await Promise.all(keys.map((each) => all(selectOne, each)))).flat()
      : all(selectAll, toRows(keys));
}

/** Compiles a query for at most one row per key. `lock`: see BatchedQuery. */
export function compileFindRow<Key extends object, Row extends Key>(
  source: RowSource,
  table: string,
  key: readonly (keyof Key & string)[],
  columns: readonly string[],
  lock?: (key: Key) => string,
): BatchedQuery<Key, Row | undefined> {
  const select = compileSelectRows<Key, Row>(source, table, key, columns);
  const toId = (row: Key): string => key.map((column) => row[column]).join('\n');
  return {
    async run(all, keys) {
      const distinct = new Map(keys.map((each) => [toId(each), each]));
      const rows = await select(all, [...distinct.values()]);
      const found = new Map(rows.map((row) => [toId(row), row]));
      return keys.map((each) => found.get(toId(each)));
    },
    ...(lock && { lock }),
  };
}
