// SQLite: one writer and a few readers on a write-ahead log, with statements prepared once on each connection.
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import { groupBy } from '../../base/values';
import { UnreadableFile } from '../../base/read-file';
import { createQueryBatcher, createQuery } from '../query-batcher';
import type { Database, DatabaseSize, OpenOptions, Transaction } from '../database';
import { type PreparedSchema, missingAfter, prepareSchema, requireKnown } from '../migrate';
import { requireNoFaults } from '../schema-comparison';
import { type PreparedConnection, askFile, readMigrations, readOnlyName } from './connection';
import { type Connections, createPool, openConnections } from './pool';
import { fromSqliteError, isSqliteContention, sqliteDialect } from './dialect';
import { guardFile } from './file-guard';
import { sqliteSchema } from './schema';
import { schemaFaults } from './schema-parts';
import { type Statement, getTenant } from '../statement';
import { createWriteCheck } from '../write-check';

/**
 * Opens and migrates the file of `sqlite:PATH`. Creates it and its folder by default. @throws ApiError `unavailable`.
 */
export async function openSqlite(url: string, options: OpenOptions = {}): Promise<Database> {
  const file = url.slice('sqlite:'.length);
  if ((options.schema === 'use' || options.schema === 'read') && !existsSync(file))
    throw unavailable(`${file} does not exist. Correct the URL, or run \`migrate\` to create it.`);
  let knex: Knex | undefined;
  try {
    knex = createPool(file, options);
    const { prepared, connections } = await prepareAndOpen(file, knex, options);
    return serve(file, knex, prepared, connections, options);
  } catch (error) {
    await knex?.destroy();
    throw isOfFileSystem(error) ? unavailable(error) : fromSqliteError(error);
  }
}

/** Writes an otherwise unused number in the file's header (https://www.sqlite.org/pragma.html#pragma_user_version). */
const SMALL_CHANGE: Statement<void, never> = { sql: 'PRAGMA user_version = 0', bind: () => [] };

const isOfFileSystem = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException).syscall === 'string' || error instanceof UnreadableFile;

/**
 * Prepares the schema on a connection of its own, which stays open until the pool has others: SQLite removes its log with
 * the last connection. @throws ApiError `unavailable`, SchemaChanged.
 */
async function prepareAndOpen(
  file: string,
  knex: Knex,
  options: OpenOptions,
): Promise<{ prepared: PreparedSchema; connections: Connections }> {
  const preparing = createPool(file, options, 1);
  try {
    const prepared = await prepareSchema(preparing, sqliteSchema, options);
    if (options.verifySchema)
      requireNoFaults(await schemaFaults(async <Row>(sql: string) => (await preparing.raw(sql)) as Row[]));
    return { prepared, connections: await openConnections(knex) };
  } finally {
    await preparing.destroy();
  }
}

/** Opens the file that has replaced the one before. */
async function openAgain(file: string, knex: Knex, options: OpenOptions): Promise<Connections> {
  knex.initialize();
  try {
    return (await prepareAndOpen(file, knex, options)).connections;
  } catch (error) {
    await knex.destroy();
    throw error;
  }
}

/**
 * Opens and closes one connection, which moves the log into the file when no process uses it, so that a copy of the file
 * alone has all changes. Connections that close at the same time each take another one for the last.
 */
async function complete(file: string, options: OpenOptions): Promise<void> {
  const last = createPool(file, options, 1);
  await last.raw('PRAGMA schema_version').catch(() => undefined); // nothing is lost: the log stays
  await last.destroy();
}

function serve(
  file: string,
  knex: Knex,
  prepared: PreparedSchema,
  connections: Connections,
  options: OpenOptions,
): Database {
  const guard = guardFile(
    file,
    connections,
    () => openAgain(file, knex, options),
    () => complete(file, options),
  );

  async function guarded<Result>(work: (connections: Connections) => Promise<Result>): Promise<Result> {
    try {
      return await work(await guard.current());
    } catch (error) {
      guard.failed(error);
      throw fromSqliteError(error);
    }
  }

  // Writes one page, because a transaction without a change succeeds even on a full disk or a read-only file.
  const writes = createWriteCheck(
    () =>
      guarded(({ writer }) =>
        writer.write('operator', (transaction) => transaction.run(SMALL_CHANGE, undefined)),
      ),
    isSqliteContention,
  );

  return {
    knex,
    dialect: sqliteDialect(knex),
    ...prepared,
    operates: true,
    isReadOnly: options.schema === 'read' && readOnlyName(file) !== undefined,
    servesSettings: true,
    find: createQueryBatcher(
      // A file has no roles: lookups of several organizations go together, each with its organization in its params.
      (pending) => [...groupBy(pending, ({ lookup }) => lookup).values()].map((group) => [group]),
      (groups) =>
        guarded(({ leastBusy }) =>
          Promise.all(groups.map((group) => leastBusy().all(...createQuery(group)))),
        ),
    ),
    read: (scope, statement, params) =>
      guarded(({ query }) => query((connection) => connection.all(statement, params), getTenant(scope))),
    readRecent: (scope, statement, params) =>
      guarded(({ recent, query }) =>
        recent.rows(statement, params, () =>
          query((connection) => connection.all(statement, params), getTenant(scope)),
        ),
      ),
    snapshot: (scope, work) =>
      guarded(({ query }) => query((connection) => inSnapshot(connection, work), getTenant(scope))),
    write: (scope, work) => writes.watch(() => guarded(({ writer }) => writer.write(scope, work))),
    transaction: (scope, work) =>
      writes.watch(() => guarded(({ writer }) => writer.transaction(scope, work))),
    writes,
    connectionUse: () => guard.connectionUse(),
    allowChanges: () => Promise.resolve(),
    schemaFaults: () =>
      guarded(({ query }) =>
        query(
          (connection) => schemaFaults((sql) => connection.all({ sql, bind: () => [] }, undefined)),
          'operator',
        ),
      ),
    size: () => readSize(file),
    close: () => guard.close(),
  };
}

/** SQLite creates its log with the first change. */
async function readSize(file: string): Promise<DatabaseSize> {
  const [data, wal, disk] = await Promise.all([
    stat(file),
    stat(`${file}-wal`).catch(() => ({ size: 0 })),
    statfs(file),
  ]);
  return { data: data.size, wal: wal.size, free: disk.bavail * disk.bsize };
}

async function inSnapshot<Result>(
  connection: PreparedConnection,
  work: (all: Transaction['all']) => Promise<Result>,
): Promise<Result> {
  await connection.execute('BEGIN');
  let result: Result;
  try {
    result = await work((statement, params) => connection.all(statement, params));
  } catch (error) {
    // An unreadable disk has ended the transaction already. The first error is the one to report.
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await connection.execute('COMMIT');
  return result;
}

/** Returns what `migrate` would do to a file, and changes nothing. @throws ApiError `unavailable`. */
export async function planSqlite(url: string): Promise<{ missing: string[]; backupFile?: string }> {
  const file = url.slice('sqlite:'.length);
  const applied = existsSync(file)
    ? await askFile(file, readMigrations).catch((error: unknown) => {
        throw fromSqliteError(error);
      })
    : undefined;
  const missing = missingAfter(requireKnown(applied ?? []));
  if (applied === undefined || missing.length === 0) return { missing };
  const time = new Date().toISOString().replace(/[:.]/g, '');
  return { missing, backupFile: `${file}.before-${missing[0]}-${time}` };
}
