// Statements about many rows, which come as one JSON text: as many as there are cost one round trip, and one statement is prepared for any number.
import type { Knex } from 'knex';
import type { Database } from './database';
import { type Statement, compile } from './statement';

/** Rows as the statements take them. */
export interface Rows {
  rows: string;
}

/** All with the columns for which the statement was compiled. Values are texts, whole numbers and nulls. */
export const toRows = (rows: readonly object[]): Rows => ({ rows: JSON.stringify(rows) });

type RowSource = Pick<Database, 'knex' | 'dialect'>;

/** Inserts them in their order. `merge`: a row whose `key` is there already gives it its other values instead. */
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
    // Without `where true`, SQLite takes the `on` of a conflict for that of a join.
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

/** Sets the columns of those that are found by their `key`. */
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

/** Selects from a table what belongs to the rows. */
export const selectByRows = (
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
