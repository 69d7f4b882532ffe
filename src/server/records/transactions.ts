// The changes of worlds. Requests that change one world run in order, and share a transaction when they wait at the same
// time: each sees the changes of those before it, without a query, and all are saved together.
import { ApiError } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import { nextSlice } from '../../base/scheduling/time-slices';
import type { Fields } from '../../contract/record-model';
import type { Database, SharedTransaction } from '../../database/database';
import type { AuditEvent, Head, Log } from '../audit/append';
import type { Store } from './table';
import type { Changed, WorldMemory } from './memory';

export interface Changes {
  /** By collection and id. */
  records: Map<string, Changed>;
  entries: Omit<AuditEvent, 'organization'>[];
}

export const createChanges = (): Changes => ({ records: new Map(), entries: [] });

/** What the requests of a transaction share. */
export interface WorldTransaction {
  transaction: SharedTransaction;
  /** The changes of the requests before this one. */
  earlier: Changes;
  /** The lists that were read, without these changes. */
  lists: Map<string, Promise<Fields[]>>;
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

interface Sources {
  database: Database;
  log: Log;
  memory: WorldMemory;
  storeOf(collection: string): Pick<Store, 'save'>;
}

export function createWorldTransactions({ database, log, memory, storeOf }: Sources) {
  const waiting = new Map<OrganizationId, Request[]>();

  async function save(
    organization: Organization,
    { transaction, earlier }: WorldTransaction,
    head: Head | undefined,
  ): Promise<void> {
    const isLong = earlier.records.size + earlier.entries.length > MAX_CHANGES_AT_ONCE;
    for (const { collection, before, stored } of earlier.records.values()) {
      if (isLong) await nextSlice();
      storeOf(collection).save(transaction, organization, collection, before, stored);
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
          const shared: WorldTransaction = { transaction, earlier: createChanges(), lists: new Map() };
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

  return {
    /** Resolves or rejects after the commit, because a result may rest on the changes of other requests. */
    run<Result>(organization: Organization, work: Work<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        const request: Request = { work, resolve, reject };
        const present = waiting.get(organization.id);
        if (present) return void present.push(request);
        const requests = [request];
        waiting.set(organization.id, requests);
        void workOff(organization, requests);
      });
    },
  };
}
