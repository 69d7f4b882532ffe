// PostgreSQL: a pool of connections with statements prepared once on each. A read is one round trip.
import type { Pool } from 'pg';
import type { Database, DatabaseSize, OpenOptions } from '../database';
import { findApplied, missingAfter } from '../migrate';
import { requireNoFaults } from '../schema-comparison';
import { FairSemaphore } from '../../base/scheduling/fair-semaphore';
import { createFind } from './lookups';
import { type StepResult, runBatch } from './pipeline';
import {
  acceptsOthers,
  fromPostgresError,
  isReadOnly,
  postgresDialect,
  readOnlyError,
  throwFromPostgres,
} from './dialect';
import {
  completeLogPartitions,
  dropArchivedPartitions,
  prepareAsOwner,
  queryOn,
  readRights,
  requireUtf8,
} from './schema';
import { schemaFaults } from './schema-parts';
import { CITUS_OPTIONS, distribute, hasCitus } from './citus';
import { createGroups } from './groups';
import { allowChanges, maySettings, requireServerRole } from './roles';
import {
  PATIENCE_MILLISECONDS,
  createKnex,
  createPool,
  requirePreparedStatements,
  runWithClient,
  withClient,
} from './pool';
import { Servers } from './servers';
import { inSnapshot, runInScope } from './transaction';
import { type BoundStatement, type Scope, type Statement, bindTo, getTenant, plain } from '../statement';
import { createWriteCheck } from '../write-check';

const CONNECTIONS = 10;
/** Maximum number of lists and reports at a time. The other connections are for lookups and changes. */
const QUERIES = 7;
/** Maximum number of large lists at a time. More would not finish sooner, and each takes memory and a connection. */
const SNAPSHOTS = 2;

/** Opens and migrates the database of `postgres://…`. @throws ApiError `unavailable`. */
export async function openPostgres(url: string, options: OpenOptions = {}): Promise<Database> {
  const servers = new Servers(url);
  await requirePreparedStatements(servers);
  const knex = createKnex(servers.url); // the server that the check has found
  try {
    await requireUtf8(knex);
    const prepared = await prepareAsOwner(knex, options);
    const { schema = 'migrate', verifySchema } = options;
    const { owns, seesAll, isReadOnly } = await readRights(knex);
    const isReader = schema === 'read' && !owns && seesAll;
    if (!isReader) await requireServerRole(knex);
    const servesSettings = await maySettings(knex);
    const isDistributed = await hasCitus(knex);
    if (isDistributed && (schema === 'migrate' || schema === 'create')) await distribute(knex);
    if (owns && schema === 'migrate') await completeLogPartitions(knex);
    const readFaults = (): Promise<string[] | undefined> => schemaFaults(queryOn(knex), isDistributed);
    if (verifySchema) requireNoFaults((await readFaults()) ?? []);
    const pool = createPool(servers, CONNECTIONS, isDistributed ? CITUS_OPTIONS : undefined);
    const database = createDatabase(pool, isDistributed);
    return {
      ...database,
      ...(isReader && readAsLogin(database)),
      knex,
      dialect: postgresDialect(knex, isDistributed, (end) => dropArchivedPartitions(knex, end)),
      ...prepared,
      operates: owns || isReader,
      isReadOnly,
      servesSettings,
      allowChanges: async (tables) => {
        if (tables.length > 0) await allowChanges(knex, tables);
      },
      schemaFaults: () => readFaults().catch(throwFromPostgres),
      size: createSize((steps) => withClient(pool, (client) => runBatch(client, steps))),
      close: async () => void (await Promise.all([pool.end(), knex.destroy()])),
    };
  } catch (error) {
    await knex.destroy();
    throw fromPostgresError(error);
  }
}

/** Reads without the server's role, of which a login that may only read is no member. */
const readAsLogin = ({ read, snapshot }: Pick<Database, 'read' | 'snapshot'>): Partial<Database> => ({
  read: (_scope, statement, params) => read('operator', statement, params),
  readRecent: (_scope, statement, params) => read('operator', statement, params),
  snapshot: (_scope, work) => snapshot('operator', work),
});

/** Returns the migrations to apply, and changes nothing. @throws ApiError `unavailable`. */
export async function planPostgres(url: string): Promise<{ missing: string[] }> {
  const knex = createKnex(new Servers(url).url);
  try {
    await requireUtf8(knex);
    return { missing: missingAfter((await findApplied(knex)) ?? []) };
  } catch (error) {
    throw fromPostgresError(error);
  } finally {
    await knex.destroy();
  }
}

const READ_ONLY = plain(`select current_setting('transaction_read_only') as value`);

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
      const [result] = await runBatch(client, [READ_ONLY]);
      if (result!.rows[0]!['value'] === 'on') throw readOnlyError();
    });

  /** Tries twice: the first connection may be older than a failover, and the second one is then new. */
  const checkWrites = (): Promise<void> =>
    requireWritable()
      .catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
        return requireWritable();
      })
      .catch(throwFromPostgres);
  const writes = createWriteCheck(checkWrites, acceptsOthers);

  async function read<Params, Row>(
    scope: Scope,
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    const run = () =>
      runWithClient(pool, (client) => runInScope(client, scope, isDistributed, [bindTo(statement, params)]));
    const [result] = await queries.run(run, getTenant(scope)).catch(throwFromPostgres);
    return result!.rows as Row[];
  }

  return {
    find: createFind(pool, isDistributed),
    snapshot(scope, work) {
      const tenant = getTenant(scope);
      const read = () => withClient(pool, (client) => inSnapshot(client, scope, isDistributed, work));
      return snapshots.run(() => queries.run(read, tenant), tenant).catch(throwFromPostgres);
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

const SIZE = plain('select pg_database_size(current_database()) as bytes');

/** A size is asked again after this time, because PostgreSQL adds up the sizes of all files of the database. */
const FRESH_MILLISECONDS = 60_000;

/** Returns a function that asks PostgreSQL at most once a minute, and again after an error. */
export function createSize(
  run: (steps: BoundStatement[]) => Promise<StepResult[]>,
): () => Promise<DatabaseSize> {
  let last: { at: number; size: Promise<DatabaseSize> } | undefined;
  return () => {
    const now = performance.now();
    if (last && now - last.at < FRESH_MILLISECONDS) return last.size;
    const size = run([SIZE]).then(([result]) => ({ data: Number(result!.rows[0]!['bytes']) }));
    last = { at: now, size };
    size.catch(() => (last = undefined));
    return size;
  };
}
