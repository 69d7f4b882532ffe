// Opens the worlds of a sandbox: for requests, for the changes that time brings, and for the control interface.
import { createLog } from '../audit/append';
import { type Actor, byOperator } from '../audit/entry';
import type { Limits } from '../audit/quota';
import { createActivityReader } from '../audit/read';
import type { Organization } from '../../base/organization';
import type { Principal } from '../../contract/handler';
import type { Fields, RecordModel } from '../../contract/record-model';
import { isLarge } from '../../contract/validator';
import type { Database, Transaction } from '../../database/database';
import { LINKS, createInvitationLinks } from './invitation-links';
import { type Table, createTables } from './tables';
import { type Store, type TableStore, createRecordStore } from './table';
import { nameKey } from '../../base/text';
import { searchedValues } from './searchable-fields';
import { type WorldTransaction, createWorldTransactions } from './transactions';
import { nextTurnOf, settle } from './time';
import { type Stores, World } from './world';

/** What all requests of a sandbox share. */
export interface WorldStores extends Omit<Stores, 'model'> {
  database: Database;
  transactions: ReturnType<typeof createWorldTransactions>;
}

/** The tables of the inventory: planned operations change what released operations read. */
export function createTableStores(database: Database): Partial<Record<string, TableStore>> {
  const toStore = ({ collection, save }: Table): TableStore => ({
    async find(transaction, organization, id) {
      const text = await (transaction
        ? transaction.query(collection.forUpdate, { organization, id })
        : collection.get(organization, id));
      return text === null || text === undefined ? undefined : (JSON.parse(text) as Fields);
    },
    async list(transaction, organization) {
      if (transaction) return (await transaction.query(collection.allForUpdate, organization)) as Fields[];
      const { body } = await collection.list(organization);
      if (!isLarge(body)) return JSON.parse(String(body)) as Fields[];
      return JSON.parse(await body.text().finally(() => body.discard())) as Fields[];
    },
    search(transaction, organization, field, given) {
      const isName = field === 'name';
      const query = collection.search.get(isName ? 'name_key' : field);
      const key = { organization, value: isName ? nameKey(given) : given };
      if (transaction) return query && (transaction.query(query, key) as Promise<Fields[]>);
      const read: Transaction['all'] = (statement, params) =>
        database.read({ organization: organization.id }, statement, params);
      return query?.run(read, [key]).then(([found]) => found as Fields[]);
    },
    save: (transaction, organization, _name, before, after) => save(transaction, organization, before, after),
  });
  const tables = Object.entries(createTables(database)).map(
    ([name, table]) => [name, toStore(table)] as const,
  );
  const stores: ReturnType<typeof createTableStores> = {
    ...Object.fromEntries(tables),
    [LINKS]: createInvitationLinks(database),
  };
  // Callers of the control interface name kinds, for example `__proto__`.
  Object.setPrototypeOf(stores, null);
  return stores;
}

/** Changes worlds outside of requests. */
const OUTSIDE: Omit<Principal, 'organization'> = { keyId: 'sandbox', access: 'read_write' };
const OPERATOR = byOperator('sandbox');

/** `origin` returns the origin at which callers reach the sandbox. */
export function createWorldStores(
  database: Database,
  {
    limits,
    ...given
  }: Pick<Stores, 'clock' | 'memory' | 'origin' | 'isSandbox' | 'keepFile'> & { limits?: Limits | undefined },
): WorldStores {
  const { clock, memory } = given;
  const records = createRecordStore(database, searchedValues);
  const tables = createTableStores(database);
  const storeOf = (collection: string): Pick<Store, 'save'> => tables[collection] ?? records;
  const log = createLog(database, clock, limits);
  const transactions = createWorldTransactions({ database, log, memory, storeOf });
  const activity = createActivityReader(database);
  return { ...given, database, records, tables, log, activity, transactions };
}

export function createOpenWorlds(shared: WorldStores, model: RecordModel) {
  const { clock, memory, records, transactions } = shared;
  const stores: Stores = { ...shared, model };
  const open = (principal: Principal, actor: Actor, transaction?: WorldTransaction): World =>
    new World(stores, principal, actor, transaction);

  const outside = (organization: Organization, transaction?: WorldTransaction): World =>
    open({ ...OUTSIDE, organization }, OPERATOR, transaction);

  /** Changes a world outside of requests, as the operator. */
  const change = <Result>(
    organization: Organization,
    work: (world: World) => Promise<Result>,
  ): Promise<Result> =>
    transactions.run(organization, async (transaction) => {
      const world = outside(organization, transaction);
      return { result: await work(world), changes: world.own };
    });

  return {
    records,
    open,
    outside,
    change,

    /** Writes the entries of what time changed. */
    async settleDue(organization: Organization): Promise<void> {
      const { id } = organization;
      const now = clock.now(id).getTime();
      if (memory.turnOf(id) > now) return;
      const next = await nextTurnOf(outside(organization));
      memory.setTurn(id, next > now ? next : await change(organization, settle));
    },
  };
}

export type OpenWorlds = ReturnType<typeof createOpenWorlds>;
