// Opens the worlds of a sandbox: for requests, for the changes that time brings, and for the control interface.
import { createLog } from '../../server/audit/append';
import { type Actor, byOperator } from '../../server/audit/entry';
import { createActivityReader } from '../../server/audit/read';
import type { Clock } from '../../base/clock';
import type { Organization, OrganizationId } from '../../base/organization';
import type { Principal } from '../../contract/handler';
import type { Fields, RecordModel } from '../../contract/record-model';
import { isLarge } from '../../contract/validator';
import type { Database, SharedTransaction } from '../../database/database';
import { type Table, createTables } from '../../server/resources/tables';
import type { People } from '../people';
import { type Store, createRecordStore, parseRecord } from '../record-table';
import type { WorldMemory } from '../world-memory';
import { settle } from './time';
import { type Stores, World } from './world';

/** Changes of one organization take turns. */
const worldLock = {
  run: (_all: unknown, keys: string[]) => Promise.resolve(keys),
  lock: (organization: string) => `world ${organization}`,
};

export interface OpenWorldsOptions {
  database: Database;
  clock: Clock;
  model: RecordModel;
  people: People;
  memory: WorldMemory;
  /** Returns the origin at which callers reach the sandbox. */
  origin: () => string;
}

/** The tables of the inventory: planned operations change what released operations read. */
export function createInventoryStores(database: Database): Partial<Record<string, Store>> {
  const toStore = ({ collection, save }: Table): Store => ({
    find: async (transaction, organization, _name, id) =>
      parseRecord(
        await (transaction
          ? transaction.query(collection.forUpdate, { organization, id })
          : collection.get(organization, id)),
      ),
    async list(transaction, organization) {
      if (transaction) return (await transaction.query(collection.allForUpdate, organization)) as Fields[];
      const { body } = await collection.list(organization);
      if (!isLarge(body)) return JSON.parse(String(body)) as Fields[];
      return JSON.parse(await body.text().finally(() => body.discard())) as Fields[];
    },
    save: (transaction, organization, _name, before, after) => save(transaction, organization, before, after),
  });
  const tables = Object.entries(createTables(database));
  return Object.fromEntries(tables.map(([name, table]) => [name, toStore(table)]));
}

/** Changes worlds outside of requests. */
const OUTSIDE: Omit<Principal, 'organization'> = { keyId: 'sandbox', access: 'read_write' };
const OPERATOR = byOperator('sandbox');

export function createOpenWorlds({ database, clock, model, people, memory, origin }: OpenWorldsOptions) {
  const records = createRecordStore(database);
  const inventory = createInventoryStores(database);
  const stores: Stores = {
    model,
    storeOf: (collection) => inventory[collection] ?? records,
    clock,
    log: createLog(database, clock),
    activity: createActivityReader(database),
    people,
    memory,
    origin,
  };
  const open = (principal: Principal, actor: Actor, transaction?: SharedTransaction): World =>
    new World(stores, principal, actor, transaction);

  /** Forgets what the process keeps of a world. Call it after each commit. */
  function changed(id: OrganizationId, { changesPeople }: Pick<World, 'changesPeople'>): void {
    if (changesPeople) people.forget(id);
    memory.changed(id);
  }

  /** Locks a world for the rest of a transaction. Returns the head of its log. */
  async function lock(transaction: SharedTransaction, id: OrganizationId) {
    const [head] = await Promise.all([
      stores.log.findHead(transaction, id),
      transaction.query(worldLock, id),
    ]);
    return head;
  }

  const outside = (organization: Organization, transaction?: SharedTransaction): World =>
    open({ ...OUTSIDE, organization }, OPERATOR, transaction);

  /** Changes a world outside of requests, as the operator. */
  async function change<Result>(
    organization: Organization,
    work: (world: World) => Promise<Result>,
  ): Promise<Result> {
    const { id } = organization;
    const { world, result } = await database.transaction({ organization: id }, async (transaction) => {
      const head = await lock(transaction, id);
      const world = outside(organization, transaction);
      const result = await work(world);
      await world.flush(transaction, head);
      return { world, result };
    });
    changed(id, world);
    return result;
  }

  return {
    records,
    open,
    outside,
    lock,
    change,
    changed,

    /** Writes the entries of what time changed. */
    async settleDue(organization: Organization): Promise<void> {
      const { id } = organization;
      if (memory.turnOf(id) > clock.now(id).getTime()) return;
      memory.setTurn(id, await change(organization, settle));
      memory.changed(id);
    },
  };
}

export type OpenWorlds = ReturnType<typeof createOpenWorlds>;
