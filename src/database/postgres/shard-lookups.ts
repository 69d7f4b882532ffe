// Lookups on Citus. Those of an organization go to its shard in a message of their own, each with the
// organization as a value: a lost worker fails no other organization.
import type { Pool } from 'pg';
import { groupBy } from '../../base/group-by';
import { type PendingLookup, queryOf } from '../query-batcher';
import { organizationOf, scopeName } from '../scope';
import { type LookupRow, bindTo } from '../statement';
import { fromPostgresError } from './dialect';
import { withClient } from './pool';
import { runInScope } from './transaction';

/** Returns whether a message is about tables of the coordinator alone. */
export const isForCoordinator = (groups: PendingLookup[][]): boolean =>
  organizationOf(groups[0]![0]!.scope) === undefined;

/** `together`: makes one message of lookups in tables of the coordinator. */
export function toShardMessages(
  pending: PendingLookup[],
  together: (pending: PendingLookup[]) => PendingLookup[][],
): PendingLookup[][][] {
  const local = pending.filter(({ scope }) => organizationOf(scope) === undefined);
  const others = pending.filter(({ scope }) => organizationOf(scope) !== undefined);
  return [
    ...(local.length > 0 ? [together(local)] : []),
    ...[...groupBy(others, ({ scope }) => scopeName(scope)).values()].map((ofScope) =>
      ofScope.map((each) => [each]),
    ),
  ];
}

/** Sends a message of one scope. @throws ApiError `unavailable`. */
export async function sendToShard(pool: Pool, groups: PendingLookup[][]): Promise<LookupRow[][]> {
  const { scope } = groups[0]![0]!;
  const steps = groups.map((group) => bindTo(...queryOf(group)));
  try {
    const results = await withClient(pool, (client) => runInScope(client, scope, true, steps));
    return results.map(({ rows }) => rows as unknown as LookupRow[]);
  } catch (error) {
    throw fromPostgresError(error);
  }
}
