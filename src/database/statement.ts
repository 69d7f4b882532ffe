// Statements compiled once: Knex builds the SQL when a store is made, and requests only bind values to it.
import type { Knex } from 'knex';

/** A query before it is compiled. */
export type Query = Knex.QueryBuilder;

/** Parameters are passed by name; a Row is what one result row holds. `Row` is carried for the compiler alone. */
export interface Statement<Params, Row> {
  readonly sql: string;
  readonly bind: (params: Params) => Value[];
  readonly row?: Row;
}

/** Values of the stores are texts, numbers and nulls. */
export type Value = string | number | null | undefined;

/** A statement with its values, ready to be sent. */
export interface BoundStatement {
  sql: string;
  values: readonly Value[];
}

export const bindTo = <Params>(
  { sql, bind }: Statement<Params, unknown>,
  params: Params,
): BoundStatement => ({ sql, values: bind(params) });

export interface LookupRow {
  value: string | null;
}

/** A query for one small text, compiled twice (lookup.ts). */
export interface Lookup<Params> {
  readonly one: Statement<Params, LookupRow>;
  /** A row for each member of a JSON array of params, in its order. */
  readonly each: Statement<{ lookups: string }, LookupRow>;
}

/** Makes a placeholder that Knex carries through as if it were a value. */
export type Placeholder<Params> = (name: keyof Params & string) => string;

// A value that no caller can mean: NUL is refused in every text that reaches the database.
const MARK = '\u0000param:';

/** Compiles the query that `build` makes; each placeholder becomes a named parameter, any other value stays as it is. */
export function compile<Params, Row>(
  build: (param: Placeholder<Params>) => Knex.QueryBuilder | Knex.Raw,
): Statement<Params, Row> {
  const { sql, bindings } = build((name) => MARK + name)
    .toSQL()
    .toNative();
  const slots = bindings.map((value) =>
    typeof value === 'string' && value.startsWith(MARK)
      ? { name: value.slice(MARK.length) as keyof Params }
      : { value },
  );
  return {
    sql,
    bind: (params) => slots.map((slot) => ('name' in slot ? params[slot.name] : slot.value) as Value),
  };
}
