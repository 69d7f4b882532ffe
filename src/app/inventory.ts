// Wires a database to its stores: what every command and server works on.
import { accountName, byOperator } from '../server/audit/entry';
import { type Clock, systemClock } from '../base/clock';
import { type Log, createLog, recordBy } from '../server/audit/append';
import { type ArchiveLogs, createArchiveLogs } from '../server/audit/archive';
import { type ReadArchives, createReadArchives } from '../server/audit/archives';
import { type FindActors, createFindActors } from '../server/audit/actor-names';
import { type FindNamed, createFindNamed } from '../server/audit/records-named';
import { type RecordExport, createRecordExport } from '../server/audit/exports';
import { type NameEntries, createNameEntries } from '../server/audit/entry-names';
import { type ActivityReader, createActivityReader } from '../server/audit/read';
import { type VerifyOrganization, createVerifyOrganization, inspectLogs } from '../server/audit/verify';
import type { Backup } from '../database/backup';
import type { Database } from '../database/database';
import { openBackups as openBackupsOf, openDatabase } from './open-database';
import { type History, createHistory } from '../server/history/history';
import { type Importer, createImporter } from '../server/import/importer';
import { createKeyStore } from '../server/keys/store';
import { type OnProgress, type TableMove, move } from '../database/move/move';
import { createOrganizationStore } from '../server/organizations/store';
import { type UserStores, createUserStores } from '../server/users/stores';

export interface Inventory {
  database: Database;
  organizations: ReturnType<typeof createOrganizationStore>;
  keys: ReturnType<typeof createKeyStore>;
  importer: Importer;
  activity: ActivityReader;
  nameEntries: NameEntries;
  findNamed: FindNamed;
  findActors: FindActors;
  recordExport: RecordExport;
  /** The archives of a log, which `archiveLogs` writes. */
  archivesOf: ReadArchives;
  archiveLogs: ArchiveLogs;
  verify: VerifyOrganization;
  users: UserStores;
  history: History;
  log: Log;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database. The activity log names `operator` for changes through the stores, and the
 * API key for changes through the API.
 */
export async function openInventory(
  databaseUrl: string,
  operator = accountName(),
  clock: Clock = systemClock,
): Promise<Inventory> {
  const database = await openDatabase(databaseUrl);
  const log = createLog(database, clock);
  const actor = byOperator(operator);
  const record = recordBy(log, actor);
  const activity = createActivityReader(database);
  const keys = createKeyStore(database, log, actor);
  const users = createUserStores(database, log);
  return {
    database,
    organizations: createOrganizationStore(database, record),
    keys,
    importer: createImporter(database, record, clock),
    activity,
    findNamed: createFindNamed(database),
    findActors: createFindActors({ ...users, keys }),
    recordExport: createRecordExport(database, log, actor),
    nameEntries: createNameEntries(database, { ...users, keys }),
    archivesOf: createReadArchives(database),
    archiveLogs: createArchiveLogs(database, { log, actor, activity, clock }),
    verify: createVerifyOrganization(database),
    users,
    history: createHistory(database, activity, record, { ...users, keys }),
    log,
    close: () => database.close(),
  };
}

/** Opens the backup commands of a database without serving requests. They also verify activity logs. */
export const openBackups = (databaseUrl: string): Promise<Backup> => openBackupsOf(databaseUrl, inspectLogs);

/**
 * Copies everything from one database into another, which it creates and migrates.
 * @throws MoveError. The target is then empty.
 */
export async function moveInventory(
  fromUrl: string,
  toUrl: string,
  onProgress?: OnProgress,
): Promise<TableMove[]> {
  const from = await openDatabase(fromUrl, { create: false });
  try {
    const to = await openDatabase(toUrl);
    return await move(from, to, onProgress).finally(() => to.close());
  } finally {
    await from.close();
  }
}
