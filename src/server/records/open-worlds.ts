// Opens the worlds of organizations: for requests, for the changes that time brings, and for the control interface. Requests
// that change one world run in order, and share a transaction when they wait at the same time: each sees the changes of
// those before it, without a query, and all are saved together.
import { ApiError } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import { nextSlice } from '../../base/scheduling/time-slices';
import type { Principal } from '../../contract/handler';
import type { RecordModel } from '../../contract/record-model';
import type { Database } from '../../database/database';
import { type Head, type Log, createLog } from '../audit/append';
import { type Actor, byOperator } from '../audit/entry';
import type { Limits } from '../audit/quota';
import { createActivityReader } from '../audit/read';
import { LINKS, createInvitationLinks } from './invitation-links';
import type { Changes, WorldTransaction } from './memory';
import { type TableStore, createRecordStore } from './table';
import { createInventoryCollections, createTableStores } from './tables';
import { findNextTurn, settle } from './time';
import { type Stores, World } from './world';

/** What all requests share. */
export type WorldStores = ReturnType<typeof createWorldStores>;

/** `limits`: of the changes of an organization. */
export function createWorldStores(
  database: Database,
  {
    limits,
    ...given
  }: Pick<Stores, 'clock' | 'memory' | 'origin' | 'isSandbox' | 'keepFile'> & { limits?: Limits | undefined },
) {
  const inventory = createInventoryCollections(database);
  const tables: Partial<Record<string, TableStore>> = {
    ...createTableStores(database, inventory),
    [LINKS]: createInvitationLinks(database),
  };
  // Callers of the control interface name kinds, for example `__proto__`.
  Object.setPrototypeOf(tables, null);
  const stores = {
    ...given,
    database,
    inventory,
    tables,
    records: createRecordStore(database),
    log: createLog(database, given.clock, limits),
    activity: createActivityReader(database),
  };
  return { ...stores, transact: createTransact(stores) };
}

/** The part of a request in a transaction. It can run again. */
export type Work<Result> = (
  shared: WorldTransaction,
) => Promise<{ result: Result; changes?: Changes | undefined }>;

interface Request {
  work: Work<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** More would make the first request wait long for the last. */
const MAX_REQUESTS = 64;
/** More changes are saved in time slices. */
const MAX_CHANGES_AT_ONCE = 100;

/** A record that one request made and another one deleted is saved as deleted. */
function addChanges(earlier: Changes, { records, entries }: Changes): void {
  for (const [key, change] of records) {
    const first = earlier.records.get(key);
    const before = first?.before ?? (first && change.after ? undefined : change.before);
    earlier.records.set(key, { ...change, before });
  }
  earlier.entries.push(...entries);
}

type Sources = Pick<Stores, 'memory' | 'tables' | 'records'> & { database: Database; log: Log };

function createTransact({ database, log, memory, tables, records: recordStore }: Sources) {
  const waiting = new Map<OrganizationId, Request[]>();

  async function save(
    organization: Organization,
    { transaction, earlier }: WorldTransaction,
    head: Head | undefined,
  ): Promise<void> {
    const isLong = earlier.records.size + earlier.entries.length > MAX_CHANGES_AT_ONCE;
    for (const { collection, before, stored } of earlier.records.values()) {
      if (isLong) await nextSlice();
      (tables[collection] ?? recordStore).save(transaction, organization, collection, before, stored);
    }
    for (const entry of earlier.entries) {
      if (isLong) await nextSlice();
      log.record(transaction, head, { organization: organization.id, ...entry });
    }
  }

  /** Runs requests, and those of `others` that have arrived when it begins. Returns what ends each one. */
  async function commit(
    organization: Organization,
    requests: Request[],
    others: Request[],
  ): Promise<(() => void)[]> {
    const { id } = organization;
    try {
      const [ends, { records, entries }] = await database.transaction(
        { organization: id },
        async (transaction) => {
          const head = await log.findHead(transaction, id);
          const shared: WorldTransaction = {
            transaction,
            earlier: { records: new Map(), entries: [] },
            lists: new Map(),
          };
          requests.push(...others.splice(0, MAX_REQUESTS - requests.length));
          const ends: (() => void)[] = [];
          for (const { work, resolve, reject } of requests)
            try {
              const { result, changes } = await work(shared);
              if (changes) addChanges(shared.earlier, changes);
              ends.push(() => resolve(result));
            } catch (error) {
              ends.push(() => reject(error));
            }
          await save(organization, shared, head);
          return [ends, shared.earlier] as const;
        },
      );
      if (records.size + entries.length > 0) memory.changedBy(id, [...records.values()]);
      return ends;
    } catch (error) {
      memory.changed(id); // the effect of a failed commit can be unknown
      if (requests.length === 1 || (error instanceof ApiError && error.code === 'unavailable'))
        return requests.map(
          ({ reject }) =>
            () =>
              reject(error),
        );
      const ends: (() => void)[] = [];
      for (const request of requests) ends.push(...(await commit(organization, [request], [])));
      return ends;
    }
  }

  async function workOff(organization: Organization, requests: Request[]): Promise<void> {
    while (requests.length > 0)
      for (const end of await commit(organization, requests.splice(0, MAX_REQUESTS), requests)) end();
    waiting.delete(organization.id);
  }

  /** Resolves or rejects after the commit, because a result may rest on the changes of other requests. */
  return <Result>(organization: Organization, work: Work<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const request: Request = { work, resolve, reject };
      const present = waiting.get(organization.id);
      if (present) return void present.push(request);
      const requests = [request];
      waiting.set(organization.id, requests);
      void workOff(organization, requests);
    });
}

/** Changes worlds outside of requests. */
const OUTSIDE: Omit<Principal, 'organization'> = { keyId: 'sandbox', access: 'read_write' };
const OPERATOR = byOperator('sandbox');

export function createOpenWorlds(shared: WorldStores, model: RecordModel) {
  const { clock, memory, transact } = shared;
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
    transact(organization, async (transaction) => {
      const world = outside(organization, transaction);
      return { result: await work(world), changes: world.own };
    });

  return {
    open,
    outside,
    change,

    /** Writes the entries of what time changed. */
    async settleDue(organization: Organization): Promise<void> {
      const { id } = organization;
      const now = clock.now(id).getTime();
      if (memory.getTurn(id) > now) return;
      const next = await findNextTurn(outside(organization));
      memory.setTurn(id, next > now ? next : await change(organization, settle));
    },
  };
}

export type OpenWorlds = ReturnType<typeof createOpenWorlds>;
