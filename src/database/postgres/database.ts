// PostgreSQL: a pool of connections with statements prepared once on each. A read is one round trip.
import type { Pool } from 'pg';
import { groupBy } from '../../base/group-by';
import { type PendingLookup, createQueryBatcher, queryOf } from '../query-batcher';
import type { Database } from '../database';
import { FairSemaphore } from '../../base/fair-semaphore';
import { runBatch } from './pipeline';
import { acceptsOthers, fromPostgresError, isReadOnly, postgresDialect, readOnlyError } from './dialect';
import { completeLogPartitions, migrateAsOwner, ownsTables, requireUtf8 } from './schema';
import { CITUS_OPTIONS, distribute, hasCitus } from './citus';
import { createGroups } from './groups';
import { enter, maySettings, requireServerRole } from './roles';
import { PATIENCE_MILLISECONDS, createKnex, createPool, withClient } from './pool';
import { isForCoordinator, sendToShard, toShardMessages } from './shard-lookups';
import { createSize } from './size';
import { requirePreparedStatements } from './pooler';
import { Servers } from './servers';
import { inSnapshot, runInScope } from './transaction';
import { type Scope, scopeName, tenantOf } from '../scope';
import { type BoundStatement, type LookupRow, type Statement, bindTo } from '../statement';
import { createWriteCheck } from '../write-check';

const CONNECTIONS = 10;
/** Maximum number of lists and reports at a time. The other connections are for lookups and changes. */
const QUERIES = 7;
/**
 * Maximum number of large lists at a time.
 * More would not finish sooner, and each takes memory and a connection.
 */
const SNAPSHOTS = 2;

/** Puts lookups of one scope side by side, and those of the same query into one group. */
const toGroups = (pending: PendingLookup[]): PendingLookup[][] =>
  [...groupBy(pending, ({ scope }) => scopeName(scope)).values()].flatMap((ofScope) => [
    ...groupBy(ofScope, ({ lookup }) => lookup).values(),
  ]);

/** Opens and migrates the database of `postgres://…`. @throws ApiError `unavailable`. */
export async function openPostgres(url: string): Promise<Database> {
  const servers = new Servers(url);
  await requirePreparedStatements(servers);
  const knex = createKnex(servers.url); // the server that the check has found
  try {
    await requireUtf8(knex);
    const migrated = await migrateAsOwner(knex);
    await requireServerRole(knex);
    const [operates, servesSettings] = [await ownsTables(knex), await maySettings(knex)];
    const isDistributed = await hasCitus(knex);
    if (isDistributed) await distribute(knex);
    if (operates) await completeLogPartitions(knex);
    const pool = createPool(servers, CONNECTIONS, isDistributed ? CITUS_OPTIONS : undefined);
    return {
      ...createDatabase(pool, isDistributed),
      knex,
      dialect: postgresDialect(knex, isDistributed),
      migrated,
      operates,
      servesSettings,
      size: createSize((steps) => withClient(pool, (client) => runBatch(client, steps))),
      close: async () => void (await Promise.all([pool.end(), knex.destroy()])),
    };
  } catch (error) {
    await knex.destroy();
    throw fromPostgresError(error);
  }
}

function createDatabase(
  pool: Pool,
  isDistributed: boolean,
): Pick<
  Database,
  'find' | 'read' | 'readRecent' | 'snapshot' | 'write' | 'transaction' | 'writes' | 'connectionUse'
> {
  const groups = createGroups(pool, isDistributed);
  const queries = new FairSemaphore({ slots: QUERIES, maxWait: PATIENCE_MILLISECONDS });
  const snapshots = new FairSemaphore({ slots: SNAPSHOTS, maxWait: PATIENCE_MILLISECONDS });

  /** @throws a read-only error, for a standby too. */
  const requireWritable = (): Promise<void> =>
    withClient(pool, async (client) => {
      const [result] = await runBatch(client, [
        { sql: `select current_setting('transaction_read_only') as value`, values: [] },
      ]);
      if (result!.rows[0]!['value'] === 'on') throw readOnlyError();
    });

  /** Tries twice: the first connection may be older than a failover, and the second one is then new. */
  const checkWrites = (): Promise<void> =>
    requireWritable()
      .catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
        return requireWritable();
      })
      .catch((error: unknown) => {
        throw fromPostgresError(error);
      });

  const writes = createWriteCheck({
    check: checkWrites,
    isContention: acceptsOthers,
  });

  /** Sends all queries in one message, and sets the scope wherever it changes. */
  async function send(groups: PendingLookup[][]): Promise<LookupRow[][]> {
    const steps: BoundStatement[] = [];
    const places = groups.map((group, index) => {
      const [{ scope }] = group as [PendingLookup];
      const previous = groups[index - 1]?.[0]?.scope;
      if (previous === undefined || scopeName(scope) !== scopeName(previous))
        steps.push(enter(scope, previous));
      return steps.push(bindTo(...queryOf(group))) - 1;
    });
    try {
      const results = await withClient(pool, (client) => runBatch(client, steps));
      return places.map((place) => results[place]!.rows as unknown as LookupRow[]);
    } catch (error) {
      throw fromPostgresError(error);
    }
  }

  async function read<Params, Row>(
    scope: Scope,
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    try {
      const [result] = await queries.run(
        () =>
          withClient(pool, (client) => runInScope(client, scope, isDistributed, [bindTo(statement, params)])),
        tenantOf(scope),
      );
      return result!.rows as Row[];
    } catch (error) {
      throw fromPostgresError(error);
    }
  }

  return {
    find: createQueryBatcher(
      (pending) => (isDistributed ? toShardMessages(pending, toGroups) : [toGroups(pending)]),
      (groups) => (isDistributed && !isForCoordinator(groups) ? sendToShard(pool, groups) : send(groups)),
    ),
    async snapshot(scope, work) {
      try {
        const tenant = tenantOf(scope);
        const read = () => withClient(pool, (client) => inSnapshot(client, scope, isDistributed, work));
        return await snapshots.run(() => queries.run(read, tenant), tenant);
      } catch (error) {
        throw fromPostgresError(error);
      }
    },
    read,
    readRecent: read, // PostgreSQL has no cheap way to detect a commit
    write: (scope, work) => writes.watch(() => groups.write(scope, work)),
    transaction: (scope, work) => writes.watch(() => groups.transaction(scope, work)),
    writes,
    connectionUse: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: groups.waiting() + pool.waitingCount + queries.waiting + snapshots.waiting,
    }),
  };
}
