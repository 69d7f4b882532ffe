// Opens a database with the stores of commands and pages, and gives verification and names the kinds of records. The
// stores of the API are in server/operations/handlers.ts.
import { type Clock, systemClock } from '../base/clock';
import type { Backup } from '../database/backup';
import type { Database, OpenOptions } from '../database/database';
import { openBackups as openBackupsOf, openDatabase } from './open-database';
import { type OnProgress, type TableMove, move } from '../database/move/move';
import { createLog, recordBy } from '../server/audit/append';
import type { RecordKind } from '../server/audit/compare-records';
import { accountName, byOperator } from '../server/audit/entry';
import type { Actors, NameSources } from '../server/audit/names';
import { createActivityReader } from '../server/audit/read';
import { type VerifyOrganization, inspectLogs, verifyOrganization } from '../server/audit/verify';
import { createFindPresentRecords } from '../server/history/named-records';
import { INVENTORY_KINDS } from '../server/import/collections';
import { createImporter } from '../server/import/importer';
import { shownKey } from '../server/keys/format';
import { KEY_KIND } from '../server/keys/key-rules';
import { createKeyStore } from '../server/keys/store';
import { ORGANIZATION_KIND, createOrganizationStore } from '../server/organizations/store';
import { createUserStores } from '../server/users/stores';
import { type UserId, emailOf } from '../server/users/user';
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
    users: createUserStores(database, log),
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
export const actorsOf = ({ users, keys }: Pick<Inventory, 'users' | 'keys'>): Actors => ({
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
  nameOf: async ({ actor_type, actor_id }) =>
    actor_type === 'user' ? (await users.accounts.byId(actor_id as UserId))?.email : undefined,
  async find(organization, name) {
    const [listed, accounts] = await Promise.all([
      keys.list(organization),
      users.accounts.byEmail(emailOf(name) ?? name),
    ]);
    const labeled = listed.filter(({ label }) => label === name);
    return [name, ...[...labeled, ...accounts].map(({ id }) => id)];
  },
});

/** Returns what the names of entries come from. */
export const nameSourcesOf = (inventory: Pick<Inventory, 'database' | 'users' | 'keys'>): NameSources => ({
  database: inventory.database,
  actors: actorsOf(inventory),
  findPresentRecords: createFindPresentRecords(inventory.database),
});

/**
 * Opens the backup commands of a database without serving requests. They also verify activity logs. `key`: of the HMAC
 * in digest files.
 */
export const openBackups = (databaseUrl: string, key?: string): Promise<Backup> =>
  openBackupsOf(databaseUrl, (source, tables) => inspectLogs(source, tables, RECORD_KINDS), key);

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
