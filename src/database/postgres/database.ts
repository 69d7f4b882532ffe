// PostgreSQL: a pool of connections, on each of which statements are prepared once. A read is one round trip.
import type { Pool } from 'pg';
import { groupBy } from '../../group-by';
import { type PendingLookup, createQueryBatcher, queryOf } from '../query-batcher';
import type { Database } from '../database';
import { GroupCommit } from '../group-commit';
import { FairSemaphore } from '../../fair-semaphore';
import { runBatch } from './batch';
import {
  fromPostgresError,
  isPostgresContention,
  isReadOnly,
  postgresDialect,
  readOnlyError,
} from './dialect';
import { requireUtf8 } from './encoding';
import { maySettings, requireServerRole } from './make-roles';
import { PATIENCE_MILLISECONDS, createKnex, createPool, withClient } from './pool';
import { enter } from './roles';
import { migrateAsOwner, ownsTables } from './schema';
import { begin, inSnapshot } from './transaction';
import { type Scope, tenantOf } from '../scope';
import { type BoundStatement, type LookupRow, type Statement, bindTo } from '../statement';
import { createWriteCheck } from '../write-check';

const CONNECTIONS = 10;
/** So many lists and reports are read at a time: lookups and changes, which are small, never wait behind them. */
const QUERIES = 7;
/** So many large lists are read at a time: more would not be sooner done, and each takes memory and a connection. */
const SNAPSHOTS = 2;

const scopeName = (scope: Scope): string => JSON.stringify(scope);

/** Opens and migrates the database of `postgres://…`. @throws ApiError `unavailable`. */
export async function openPostgres(url: string): Promise<Database> {
  const knex = createKnex(url);
  try {
    await requireUtf8(knex);
    const migrated = await migrateAsOwner(knex);
    await requireServerRole(knex);
    const [operates, servesSettings] = [await ownsTables(knex), await maySettings(knex)];
    const pool = createPool(url, CONNECTIONS);
    return {
      ...createDatabase(pool),
      knex,
      dialect: postgresDialect(knex),
      migrated,
      operates,
      servesSettings,
      close: async () => void (await Promise.all([pool.end(), knex.destroy()])),
    };
  } catch (error) {
    await knex.destroy();
    throw fromPostgresError(error);
  }
}

function createDatabase(
  pool: Pool,
): Pick<
  Database,
  'find' | 'read' | 'readRecent' | 'snapshot' | 'write' | 'transaction' | 'writes' | 'connectionUse'
> {
  // Of one server's transactions that would wait for a row, all but the first wait here, and leave the connections to others.
  const groups = new Map<string, GroupCommit>();
  const queries = new FairSemaphore({ slots: QUERIES, maxWait: PATIENCE_MILLISECONDS });
  const snapshots = new FairSemaphore({ slots: SNAPSHOTS, maxWait: PATIENCE_MILLISECONDS });

  async function inGroup<Result>(
    scope: Scope,
    work: (group: GroupCommit) => Promise<Result>,
  ): Promise<Result> {
    const name = scopeName(scope);
    const group = groups.get(name) ?? new GroupCommit(() => begin(pool, scope));
    groups.set(name, group);
    try {
      return await work(group);
    } catch (error) {
      throw fromPostgresError(error);
    } finally {
      if (group.pending === 0) groups.delete(name);
    }
  }

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
    isContention: isPostgresContention,
  });

  /** In one message: the scope before each query that has another than the one before. */
  async function send(groups: PendingLookup[][]): Promise<LookupRow[][]> {
    const steps: BoundStatement[] = [];
    const places = groups.map((group, index) => {
      const [{ scope }] = group as [PendingLookup];
      if (index === 0 || scopeName(scope) !== scopeName(groups[index - 1]![0]!.scope))
        steps.push(enter(scope));
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
      const [, result] = await queries.run(
        () => withClient(pool, (client) => runBatch(client, [enter(scope), bindTo(statement, params)])),
        tenantOf(scope),
      );
      return result!.rows as Row[];
    } catch (error) {
      throw fromPostgresError(error);
    }
  }

  return {
    find: createQueryBatcher(
      (asked) => [
        [...groupBy(asked, ({ scope }) => scopeName(scope)).values()].flatMap((ofScope) => [
          ...groupBy(ofScope, ({ lookup }) => lookup).values(),
        ]),
      ],
      send,
    ),
    async snapshot(scope, work) {
      try {
        const tenant = tenantOf(scope);
        const read = () => withClient(pool, (client) => inSnapshot(client, scope, work));
        return await snapshots.run(() => queries.run(read, tenant), tenant);
      } catch (error) {
        throw fromPostgresError(error);
      }
    },
    read,
    readRecent: read, // PostgreSQL does not say whether anything was committed
    write: (scope, work) => writes.watch(() => inGroup(scope, (group) => group.write(work))),
    transaction: (scope, work) => writes.watch(() => inGroup(scope, (group) => group.transaction(work))),
    writes,
    connectionUse: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: [...groups.values()].reduce(
        (sum, { pending }) => sum + pending - 1,
        pool.waitingCount + queries.waiting + snapshots.waiting,
      ),
    }),
  };
}
