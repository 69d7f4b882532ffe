// Opens a database with the stores of commands and pages, and gives verification and names the kinds of records. The
// stores of the API are in server/operations/handlers.ts.
import { type Clock, systemClock } from '../base/day';
import type { Backup } from '../database/backup';
import type { Database, OpenOptions } from '../database/database';
import { isSqlite, openDatabase } from './open-database';
import { type OnProgress, type TableMove, move } from '../database/move';
import { createLog, recordBy } from '../server/audit/append';
import type { RecordKind } from '../server/audit/compare-records';
import { accountName, byOperator } from '../server/audit/entry';
import type { Actors, NameSources } from '../server/audit/names';
import { createActivityReader } from '../server/audit/read';
import { type VerifyOrganization, inspectLogs, verifyOrganization } from '../server/audit/verify';
import { INVENTORY_KINDS } from '../server/import/collections';
import { createImporter } from '../server/import/importer';
import { shownKey } from '../server/keys/format';
import { KEY_KIND } from '../server/keys/key-rules';
import { createKeyStore } from '../server/keys/store';
import { createRecordStore } from '../server/records/table';
import { ORGANIZATION_KIND, createOrganizationStore } from '../server/organizations/store';
import type { SaveMember } from '../server/users/admission';
import { createUserStores } from '../server/users/stores';
import { type UserId, parseEmail } from '../server/users/user';
import { INVITATION_KIND, USER_KIND } from '../server/users/user-activity';

/** The kinds of records that the log describes, in the order of verification. */
const RECORD_KINDS: readonly RecordKind[] = [
  ORGANIZATION_KIND,
  ...INVENTORY_KINDS,
  KEY_KIND,
  USER_KIND,
  INVITATION_KIND,
];

export type Inventory = ReturnType<typeof inventoryIn>;

/** Opens and migrates the database. The activity log names `operator` for changes through the stores. */
export const openInventory = async (
  databaseUrl: string,
  operator?: string,
  clock?: Clock,
  options: OpenOptions = {},
): Promise<Inventory> => inventoryIn(await openDatabase(databaseUrl, options), operator, clock);

/** Loads the operations on users at the first change, because commands start faster without the contract. */
export function saveMemberIn(database: Database, clock: Clock): SaveMember {
  let loaded: Promise<SaveMember> | undefined;
  return async (...change) => {
    loaded ??= import('../server/operations/people.js').then(({ createSaveMember }) =>
      createSaveMember(database, clock),
    );
    return (await loaded)(...change);
  };
}

/** Returns the stores of an open database. */
export function inventoryIn(database: Database, operator = accountName(), clock: Clock = systemClock) {
  const log = createLog(database, clock);
  const actor = byOperator(operator);
  const record = recordBy(log, actor);
  return {
    database,
    clock,
    log,
    /** The operator, for changes that no key or user makes. */
    actor,
    activity: createActivityReader(database),
    organizations: createOrganizationStore(database, record),
    keys: createKeyStore(database, log, actor),
    users: createUserStores(database, log, saveMemberIn(database, clock)),
    importer: createImporter(database, record, clock),
    close: (): Promise<void> => database.close(),
  };
}

/** Verifies the log of an organization, and its records against the log. */
export const verifyLog = (
  { database }: Pick<Inventory, 'database'>,
  ...args: Parameters<VerifyOrganization>
): ReturnType<VerifyOrganization> => verifyOrganization({ source: database, kinds: RECORD_KINDS }, ...args);

/** Returns how the log finds the users and API keys that its entries name. */
export function createActors({
  database,
  users,
  keys,
}: Pick<Inventory, 'database' | 'users' | 'keys'>): Actors {
  const records = createRecordStore(database);
  const hasRecords = !database.missing.includes('0016-records');
  return {
    async list(organization) {
      const [members, listed] = await Promise.all([
        users.memberships.list(organization),
        keys.list(organization),
      ]);
      return [
        ...members.map(({ id, email }) => ({ actor_type: 'user', actor_id: id, name: email })),
        ...listed.map((key) => ({
          actor_type: 'api_key',
          actor_id: key.id,
          name: `${key.label} (${shownKey(key)})`,
        })),
      ];
    },
    async nameOf({ actor_type, actor_id }, id) {
      if (actor_type !== 'user') return undefined;
      const account = await users.accounts.byId(actor_id as UserId);
      const record =
        !account && hasRecords ? await records.find({ id, slug: '' }, 'User', actor_id, true) : undefined;
      return account?.email ?? (record?.email as string | undefined);
    },
    async find(id, name) {
      const [listed, accounts, found] = await Promise.all([
        keys.list(id),
        users.accounts.byEmail(parseEmail(name) ?? name),
        hasRecords ? records.search({ id, slug: '' }, 'User', 'email', name.toLowerCase()) : [],
      ]);
      const labeled = listed.filter(({ label }) => label === name);
      return [...new Set([name, ...[...labeled, ...accounts, ...found].map((each) => String(each.id))])];
    },
  };
}

/** Returns the sources of the names of entries. */
export const createNameSources = (
  inventory: Pick<Inventory, 'database' | 'users' | 'keys'>,
): NameSources => ({ database: inventory.database, actors: createActors(inventory) });

/**
 * Opens the backup commands of a database without serving requests. They also verify activity logs. `key`: of the HMAC
 * in digest files. Does not migrate: a backup before an update keeps the old schema.
 */
export async function openBackups(url: string, key?: string): Promise<Backup> {
  if (!isSqlite(url)) return (await import('../database/backup.js')).postgresBackup;
  const { sqliteBackup } = await import('../database/sqlite/backup.js');
  return sqliteBackup(url, (source, tables) => inspectLogs(source, tables, RECORD_KINDS), key);
}

/**
 * Copies everything from one database into another, in which it creates the tables.
 * @throws MoveError. The target is then empty.
 */
export async function moveInventory(
  fromUrl: string,
  toUrl: string,
  onProgress?: OnProgress,
): Promise<TableMove[]> {
  const from = await openDatabase(fromUrl, { schema: 'use' });
  try {
    const to = await openDatabase(toUrl, { schema: 'create' });
    return await move(from, to, onProgress).finally(() => to.close());
  } finally {
    await from.close();
  }
}
