// Queries for one small text, compiled twice: for one alone, and for as many as are asked in one turn of the event loop.
import type { Knex } from 'knex';
import type { Database } from './database';
import { type Lookup, compile } from './statement';

/** `build` selects one column, `value`, of at most one row. */
export function compileLookup<Params>(
  { knex, dialect }: Pick<Database, 'knex' | 'dialect'>,
  build: (value: (name: keyof Params & string) => Knex.Raw) => Knex.QueryBuilder,
): Lookup<Params> {
  return {
    one: compile((param) => build((name) => knex.raw('?', param(name)))),
    each: compile((param) =>
      knex
        .select({ value: build((name) => knex.raw(`p.value ->> '${name}'`)) })
        .from(dialect.elements(knex.raw('?', param('lookups'))))
        .orderBy('p.key'),
    ),
  };
}
