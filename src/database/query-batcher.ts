// Lookups that are under way: those of one turn of the event loop that are the same query are sent as one.
import { ApiError } from '../errors';
import type { Scope } from './scope';
import type { LookupRow, Lookup, Statement } from './statement';
import { batchByTick } from './turn';

/** A lookup that somebody waits for. */
export interface PendingLookup {
  scope: Scope;
  lookup: Lookup<object>;
  params: object;
  resolve: (value: string | undefined) => void;
  reject: (error: unknown) => void;
}

/** The statement, with its params, for lookups that are the same query. */
export function queryOf(asked: PendingLookup[]): [statement: Statement<object, LookupRow>, params: object] {
  const [{ lookup, params }] = asked as [PendingLookup];
  return asked.length === 1
    ? [lookup.one, params]
    : [
        lookup.each as Statement<object, LookupRow>,
        { lookups: JSON.stringify(asked.map((each) => each.params)) },
      ];
}

/** `send` runs queries and gives the rows of each; which lookups may go together is said by `parcels`. What fails together is tried alone: one of them may be to blame, unless the database cannot answer at all. */
export function createQueryBatcher(
  parcels: (asked: PendingLookup[]) => PendingLookup[][][],
  send: (groups: PendingLookup[][]) => Promise<LookupRow[][]>,
) {
  async function answer(groups: PendingLookup[][]): Promise<void> {
    try {
      const results = await send(groups);
      groups.forEach((group, index) =>
        group.forEach(({ resolve }, place) => resolve(results[index]![place]?.value ?? undefined)),
      );
    } catch (error) {
      const all = groups.flat();
      if (all.length === 1 || error instanceof ApiError) all.forEach(({ reject }) => reject(error));
      else await Promise.all(all.map((each) => answer([[each]])));
    }
  }
  const ask = batchByTick<PendingLookup>((asked) => parcels(asked).forEach((groups) => void answer(groups)));
  return <Params extends object>(
    scope: Scope,
    lookup: Lookup<Params>,
    params: Params,
  ): Promise<string | undefined> =>
    new Promise((resolve, reject) =>
      ask({ scope, lookup: lookup as unknown as Lookup<object>, params, resolve, reject }),
    );
}
