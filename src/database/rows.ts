// Statements about many rows. The rows are one JSON text,
// so that one prepared statement serves any number of them.
import type { Knex } from 'knex';
import type { BatchedChange, BatchedQuery, Database } from './database';
import { type Statement, bindTo, compile } from './statement';

/** Rows as the statements take them. */
export interface Rows {
  rows: string;
}

/** Takes rows with the columns of the statement. Values are texts, whole numbers and nulls. */
export const toRows = (rows: readonly object[]): Rows => ({ rows: JSON.stringify(rows) });

type RowSource = Pick<Database, 'knex' | 'dialect'>;

/** Inserts rows in their order. With `merge`, a row whose `key` exists updates the other columns instead. */
export function compileInsertRows(
  { knex, dialect }: RowSource,
  table: string,
  columns: readonly string[],
  merge?: { key: string[] },
): Statement<Rows, never> {
  const names = (list: readonly string[]) => list.map(() => '??').join(', ');
  const merged = columns.filter((column) => !merge?.key.includes(column));
  const onConflict = merge
    ? ` on conflict (${names(merge.key)}) do update set ${merged.map(() => '?? = excluded.??').join(', ')}`
    : '';
  return compile((param) =>
    // Without `where true`, SQLite parses `on conflict` as the condition of a join.
    knex.raw(`insert into ?? (${names(columns)}) select ${names(columns)} from ? where true${onConflict}`, [
      table,
      ...columns,
      ...columns.map((column) => `p.${column}`),
      dialect.recordset(table, columns, param('rows')),
      ...(merge ? [...merge.key, ...merged.flatMap((column) => [column, column])] : []),
    ] as Knex.RawBinding[]),
  );
}

const sameKey = (table: string, key: readonly string[]): [sql: string, names: string[]] => [
  key.map(() => '?? = ??').join(' and '),
  key.flatMap((column) => [`${table}.${column}`, `p.${column}`]),
];

/** Updates `columns` of the rows that `key` finds. */
export function compileUpdateRows(
  { knex, dialect }: RowSource,
  table: string,
  key: readonly string[],
  columns: readonly string[],
): Statement<Rows, never> {
  const [where, names] = sameKey(table, key);
  return compile((param) =>
    knex.raw(`update ?? set ${columns.map(() => '?? = ??').join(', ')} from ? where ${where}`, [
      table,
      ...columns.flatMap((column) => [column, `p.${column}`]),
      dialect.recordset(table, [...key, ...columns], param('rows')),
      ...names,
    ] as Knex.RawBinding[]),
  );
}

export function compileDeleteRows(
  { knex, dialect }: RowSource,
  table: string,
  key: readonly string[],
): Statement<Rows, never> {
  const names = key.map(() => '??').join(', ');
  return compile((param) =>
    knex.raw(`delete from ?? where (${names}) in (select ${names} from ?)`, [
      table,
      ...key,
      ...key.map((column) => `p.${column}`),
      dialect.recordset(table, key, param('rows')),
    ] as Knex.RawBinding[]),
  );
}

/** Selects the rows of a table that `key` finds. */
const selectByRows = (
  { knex, dialect }: RowSource,
  table: string,
  key: readonly string[],
  rows: string,
): Knex.QueryBuilder => {
  const [where, names] = sameKey(table, key);
  return knex
    .select()
    .from(
      knex.raw(`?? join ? on ${where}`, [
        table,
        dialect.recordset(table, key, rows),
        ...names,
      ] as Knex.RawBinding[]),
    );
};

/** Makes a statement about rows a change whose items are the rows. */
export const changeOf = <Row extends object>(
  statement: Statement<Rows, never>,
  translateError?: (error: unknown, row: Row) => unknown,
): BatchedChange<Row> => ({
  statements: (rows) => [bindTo(statement, toRows(rows))],
  ...(translateError && { translateError }),
});

/** Compiles a query for at most one row per key. `lock`: see BatchedQuery. */
export function compileFindRow<Key extends object, Row extends Key>(
  source: RowSource,
  table: string,
  key: readonly (keyof Key & string)[],
  columns: readonly string[],
  lock?: (key: Key) => string,
): BatchedQuery<Key, Row | undefined> {
  const select = compile<Rows, Row>((param) =>
    selectByRows(source, table, key, param('rows')).select(columns.map((column) => `${table}.${column}`)),
  );
  const idOf = (row: Key): string => key.map((column) => row[column]).join('\n');
  return {
    async run(all, keys) {
      const distinct = new Map(keys.map((each) => [idOf(each), each]));
      const rows = await all(select, toRows([...distinct.values()]));
      const found = new Map(rows.map((row) => [idOf(row), row]));
      return keys.map((each) => found.get(idOf(each)));
    },
    ...(lock && { lock }),
  };
}
