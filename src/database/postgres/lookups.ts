// Lookups on PostgreSQL: those of one turn of the event loop go in one message. On Citus, those of an organization
// go to its shard in a message of their own, each with the organization as a value: a lost worker fails no other
// organization.
import type { Pool } from 'pg';
import { groupBy } from '../../base/values';
import type { Database } from '../database';
import { type PendingLookup, createQueryBatcher, createQuery } from '../query-batcher';
import { type BoundStatement, type LookupRow, bindTo, getOrganization, scopeName } from '../statement';
import { throwFromPostgres } from './dialect';
import { type StepResult, runBatch } from './pipeline';
import { runWithClient } from './pool';
import { enter } from './roles';
import { runInScope } from './transaction';

/** Puts lookups of one scope side by side, and those of the same query into one group. */
const toGroups = (pending: PendingLookup[]): PendingLookup[][] =>
  [...groupBy(pending, ({ scope }) => scopeName(scope)).values()].flatMap((ofScope) => [
    ...groupBy(ofScope, ({ lookup }) => lookup).values(),
  ]);

/** Sends all queries in one message, and sets the scope wherever it changes. */
async function send(pool: Pool, groups: PendingLookup[][]): Promise<StepResult[]> {
  const steps: BoundStatement[] = [];
  const places = groups.map((group, index) => {
    const [{ scope }] = group as [PendingLookup];
    const previous = groups[index - 1]?.[0]?.scope;
    if (previous === undefined || scopeName(scope) !== scopeName(previous))
      steps.push(enter(scope, previous));
    return steps.push(bindTo(...createQuery(group))) - 1;
  });
  const results = await runWithClient(pool, (client) => runBatch(client, steps));
  return places.map((place) => results[place]!);
}

/** Puts the lookups in tables of the coordinator into one message, and those of each organization into another. */
const toShardMessages = (pending: PendingLookup[]): PendingLookup[][][] =>
  [...groupBy(pending, ({ scope }) => getOrganization(scope) && scopeName(scope))].map(([shard, some]) =>
    shard === undefined ? toGroups(some) : some.map((each) => [each]),
  );

function sendToShard(pool: Pool, groups: PendingLookup[][]): Promise<StepResult[]> {
  const { scope } = groups[0]![0]!;
  const steps = groups.map((group) => bindTo(...createQuery(group)));
  return runWithClient(pool, (client) => runInScope(client, scope, true, steps));
}

export const createFind = (pool: Pool, isDistributed: boolean): Database['find'] =>
  createQueryBatcher(
    (pending) => (isDistributed ? toShardMessages(pending) : [toGroups(pending)]),
    async (groups) => {
      const isOfShard = isDistributed && getOrganization(groups[0]![0]!.scope) !== undefined;
      const sent = isOfShard ? sendToShard(pool, groups) : send(pool, groups);
      const results = await sent.catch(throwFromPostgres);
      return results.map(({ rows }) => rows as unknown as LookupRow[]);
    },
  );
