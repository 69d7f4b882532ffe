// Which transactions of a process share a commit (spec/decisions/0017-group-commit.md).
import type { Pool } from 'pg';
import type { Database } from '../database';
import { GroupCommit } from '../group-commit';
import { type Scope, isOfRequest, scopeName } from '../statement';
import { OrganizationLocked } from '../shared-transaction';
import { throwFromPostgres } from './dialect';
import { begin } from './transaction';
import { ORGANIZATION_MILLISECONDS } from './pool';

/** The name of the group of all organizations. */
const ALL = 'all organizations';

/** Transactions of ALL at once: while PostgreSQL runs one, this process prepares the other. More gained nothing. */
const MAX_TRANSACTIONS = 2;

/**
 * Returns the methods of a database that write. Requests of all organizations share commits. On a cluster, those of
 * one organization do, because a commit of several nodes takes longer than several commits.
 */
export function createGroups(
  pool: Pool,
  isDistributed: boolean,
): Pick<Database, 'write' | 'transaction'> & { waiting(): number } {
  // Transactions of one scope wait here for their turn, not on a connection for the lock of a row.
  const groups = new Map<string, GroupCommit>();

  async function inGroup<Result>(
    name: string,
    work: (group: GroupCommit) => Promise<Result>,
  ): Promise<Result> {
    const group =
      groups.get(name) ??
      new GroupCommit(
        () => begin(pool, { skipLocked: name === ALL, isDistributed }),
        name === ALL ? MAX_TRANSACTIONS : 1,
        name === ALL ? undefined : ORGANIZATION_MILLISECONDS,
      );
    groups.set(name, group);
    try {
      return await work(group).catch(throwFromPostgres);
    } finally {
      if (group.pending === 0) groups.delete(name);
    }
  }

  /** Behind works that already wait for their organization's lock, a work waits too. */
  const sharesWithAll = (scope: Scope): boolean =>
    !isDistributed && isOfRequest(scope) && !groups.has(scopeName(scope));

  return {
    write: (scope, work) => inGroup(scopeName(scope), (group) => group.write(scope, work)),
    async transaction(scope, work) {
      if (sharesWithAll(scope)) {
        try {
          return await inGroup(ALL, (group) => group.transaction(scope, work));
        } catch (error) {
          if (!(error instanceof OrganizationLocked)) throw error;
        }
      }
      return inGroup(scopeName(scope), (group) => group.transaction(scope, work));
    },
    waiting: () => [...groups.values()].reduce((sum, { pending }) => sum + pending - 1, 0),
  };
}
