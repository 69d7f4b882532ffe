// PostgreSQL: a pool of connections, on each of which statements are prepared once. A read is one round trip.
import type { Pool } from 'pg';
import type { Database, Transaction } from './database';
import { GroupCommit } from './group-commit';
import { runBatch } from './postgres-batch';
import { fromPostgresError, postgresDialect } from './postgres-dialect';
import { createKnex, createPool, withClient } from './postgres-pool';
import { enter } from './postgres-roles';
import { migrateAsOwner, ownsTables, requireServerRole } from './postgres-schema';
import { begin, stepOf } from './postgres-transaction';
import type { Scope } from './scope';
import type { Statement } from './statement';

const CONNECTIONS = 10;

/** Opens and migrates the database of `postgres://…`. @throws ApiError `unavailable`. */
export async function openPostgres(url: string): Promise<Database> {
  const knex = createKnex(url);
  try {
    const migrated = await migrateAsOwner(knex);
    await requireServerRole(knex);
    const operates = await ownsTables(knex);
    const pool = createPool(url, CONNECTIONS);
    return { ...createDatabase(pool), knex, dialect: postgresDialect(knex), migrated, operates, close: async () => void (await Promise.all([pool.end(), knex.destroy()])) };
  } catch (error) {
    await knex.destroy();
    throw fromPostgresError(error);
  }
}

function createDatabase(pool: Pool): Pick<Database, 'read' | 'write' | 'connectionUse'> {
  // Of one server's transactions that would wait for a row, all but the first wait here, and leave the connections to others.
  const groups = new Map<string, GroupCommit>();

  async function transact<Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const name = JSON.stringify(scope);
    const group = groups.get(name) ?? new GroupCommit(() => begin(pool, scope));
    groups.set(name, group);
    try {
      return await group.transact(work);
    } finally {
      if (group.pending === 0) groups.delete(name);
    }
  }

  return {
    async read<Params, Row>(scope: Scope, statement: Statement<Params, Row>, params: Params) {
      try {
        const [, result] = await withClient(pool, (client) => runBatch(client, [enter(scope), stepOf(statement, params)]));
        return result!.rows as Row[];
      } catch (error) {
        throw fromPostgresError(error);
      }
    },
    async write(scope, work) {
      try {
        return await transact(scope, work);
      } catch (error) {
        throw fromPostgresError(error);
      }
    },
    connectionUse: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: [...groups.values()].reduce((sum, { pending }) => sum + pending - 1, pool.waitingCount) }),
  };
}
