// Lookups on PostgreSQL: those of one turn of the event loop go in one message. On Citus, those of an organization
// go to its shard in a message of their own, each with the organization as a value: a lost worker fails no other
// organization.
import type { Pool } from 'pg';
import { groupBy } from '../../base/values';
import type { Database } from '../database';
import { type PendingLookup, createQueryBatcher, queryOf } from '../query-batcher';
import { type BoundStatement, type LookupRow, bindTo, organizationOf, scopeName } from '../statement';
import { fromPostgresError } from './dialect';
import { runBatch } from './pipeline';
import { runWithClient } from './pool';
import { enter } from './roles';
import { runInScope } from './transaction';

/** Puts lookups of one scope side by side, and those of the same query into one group. */
const toGroups = (pending: PendingLookup[]): PendingLookup[][] =>
  [...groupBy(pending, ({ scope }) => scopeName(scope)).values()].flatMap((ofScope) => [
    ...groupBy(ofScope, ({ lookup }) => lookup).values(),
  ]);

/** Sends all queries in one message, and sets the scope wherever it changes. */
async function send(pool: Pool, groups: PendingLookup[][]): Promise<LookupRow[][]> {
  const steps: BoundStatement[] = [];
  const places = groups.map((group, index) => {
    const [{ scope }] = group as [PendingLookup];
    const previous = groups[index - 1]?.[0]?.scope;
    if (previous === undefined || scopeName(scope) !== scopeName(previous))
      steps.push(enter(scope, previous));
    return steps.push(bindTo(...queryOf(group))) - 1;
  });
  try {
    const results = await runWithClient(pool, (client) => runBatch(client, steps));
    return places.map((place) => results[place]!.rows as unknown as LookupRow[]);
  } catch (error) {
    throw fromPostgresError(error);
  }
}

/** Returns whether a message is about tables of the coordinator alone. */
const isForCoordinator = (groups: PendingLookup[][]): boolean =>
  organizationOf(groups[0]![0]!.scope) === undefined;

/** Puts the lookups in tables of the coordinator into one message, and those of each organization into another. */
function toShardMessages(pending: PendingLookup[]): PendingLookup[][][] {
  const local = pending.filter(({ scope }) => organizationOf(scope) === undefined);
  const others = pending.filter(({ scope }) => organizationOf(scope) !== undefined);
  return [
    ...(local.length > 0 ? [toGroups(local)] : []),
    ...[...groupBy(others, ({ scope }) => scopeName(scope)).values()].map((ofScope) =>
      ofScope.map((each) => [each]),
    ),
  ];
}

/** Sends a message of one scope. @throws ApiError `unavailable`. */
async function sendToShard(pool: Pool, groups: PendingLookup[][]): Promise<LookupRow[][]> {
  const { scope } = groups[0]![0]!;
  const steps = groups.map((group) => bindTo(...queryOf(group)));
  try {
    const results = await runWithClient(pool, (client) => runInScope(client, scope, true, steps));
    return results.map(({ rows }) => rows as unknown as LookupRow[]);
  } catch (error) {
    throw fromPostgresError(error);
  }
}

export const createFind = (pool: Pool, isDistributed: boolean): Database['find'] =>
  createQueryBatcher(
    (pending) => (isDistributed ? toShardMessages(pending) : [toGroups(pending)]),
    (groups) => (isDistributed && !isForCoordinator(groups) ? sendToShard(pool, groups) : send(pool, groups)),
  );
