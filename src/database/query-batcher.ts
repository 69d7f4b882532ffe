// Lookups: queries for one small text. Those of one turn of the event loop are sent together, so that under
// load many lookups cost one round trip.
import type { Knex } from 'knex';
import { ApiError } from '../base/errors';
import type { BatchedQuery, Database, Transaction } from './database';
import { type Lookup, type LookupRow, type Scope, type Statement, compile } from './statement';

/**
 * Compiles a lookup twice: alone, and for an array of params. `build` selects one column, `value`, of at most one row.
 */
export function compileLookup<Params>(
  { knex, dialect }: Pick<Database, 'knex' | 'dialect'>,
  build: (value: (name: keyof Params & string) => Knex.Raw) => Knex.QueryBuilder,
): Lookup<Params> {
  const names = new Set<string>();
  const value = build((name) => {
    names.add(name);
    return knex.raw('??', [`p.${name}`]);
  });
  value.toSQL(); // only now Knex calls the functions of nested conditions, which name parameters too
  if (names.size === 0) names.add('none'); // a recordset without columns is a syntax error
  return {
    one: compile((param) => build((name) => knex.raw('?', param(name)))),
    each: compile((param) =>
      knex
        .select({ value })
        .from(dialect.elements([...names], param('lookups')))
        .orderBy('p.position'),
    ),
  };
}

/** Makes a query that `find` answers for each key. */
export const queryEach = <Key, Result>(
  find: (all: Transaction['all'], key: Key) => Promise<Result>,
): BatchedQuery<Key, Result> => ({ run: (all, keys) => Promise.all(keys.map((key) => find(all, key))) });

/** Returns the text, or null, for each of these params. */
export async function findEach<Params>(
  { dialect }: Pick<Database, 'dialect'>,
  all: Transaction['all'],
  { one, each }: Lookup<Params>,
  params: Params[],
): Promise<(string | null)[]> {
  if (dialect.isDistributed || params.length === 1)
    return (await Promise.all(params.map((given) => all(one, given)))).map(([row]) => row?.value ?? null);
  return (await all(each, { lookups: JSON.stringify(params) })).map(({ value }) => value);
}

const MAX_LOOKUPS = 256;

export interface PendingLookup {
  scope: Scope;
  lookup: Lookup<object>;
  params: object;
  resolve: (value: string | undefined) => void;
  reject: (error: unknown) => void;
}

/** Returns the statement, with its params, for pending lookups of the same query. */
export function createQuery(
  pending: PendingLookup[],
): [statement: Statement<object, LookupRow>, params: object] {
  const [{ lookup, params }] = pending as [PendingLookup];
  return pending.length === 1
    ? [lookup.one, params]
    : [
        lookup.each as Statement<object, LookupRow>,
        { lookups: JSON.stringify(pending.map((each) => each.params)) },
      ];
}

/**
 * Collects the lookups of one turn of the event loop. `toMessages` splits them into messages, each with groups of the
 * same query; `send` returns the rows of each group. No lookup joins a query that is under way, which could answer with
 * an older state. A failed message is repeated lookup by lookup, unless the database cannot answer at all.
 */
export function createQueryBatcher(
  toMessages: (pending: PendingLookup[]) => PendingLookup[][][],
  send: (groups: PendingLookup[][]) => Promise<LookupRow[][]>,
) {
  async function resolveAll(groups: PendingLookup[][]): Promise<void> {
    try {
      const results = await send(groups);
      groups.forEach((group, index) =>
        group.forEach(({ resolve }, place) => resolve(results[index]![place]?.value ?? undefined)),
      );
    } catch (error) {
      const all = groups.flat();
      if (all.length === 1 || error instanceof ApiError) all.forEach(({ reject }) => reject(error));
      else await Promise.all(all.map((each) => resolveAll([[each]])));
    }
  }
  let collected: PendingLookup[] = [];
  function sendCollected(): void {
    for (let start = 0; start < collected.length; start += MAX_LOOKUPS)
      for (const groups of toMessages(collected.slice(start, start + MAX_LOOKUPS))) void resolveAll(groups);
    collected = [];
  }
  return <Params extends object>(
    scope: Scope,
    lookup: Lookup<Params>,
    params: Params,
  ): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const pending = { scope, lookup: lookup as unknown as Lookup<object>, params, resolve, reject };
      if (collected.push(pending) === 1) setImmediate(sendCollected);
    });
}
