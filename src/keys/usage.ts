// Usage of API keys: the time of the last use, to the minute, and the requests of each day.
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import { ApiError } from '../errors';
import type { OrganizationId } from '../organizations/organization';

/** Requests of one key on one day. */
interface KeyUse {
  /** The time of the last request. */
  at: string;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  requests: number;
}

export interface DailyRequests {
  key_id: string;
  day: string;
  requests: number;
}

export interface KeyUsageStore {
  recordUse(organization: OrganizationId, id: string, use: KeyUse): Promise<void>;
  /** Returns the requests since a day (YYYY-MM-DD), without days that have none. */
  requestsByDay(organization: OrganizationId, since: string): Promise<DailyRequests[]>;
}

export function createKeyUsageStore(database: Database): KeyUsageStore {
  const { knex } = database;
  type Use = { organization: OrganizationId; id: string } & KeyUse;
  // Several processes write the use of one key. The time of the last use never decreases.
  const setLastUsed = compile<Use, never>((param) =>
    knex('api_keys')
      .where({ organization_id: param('organization'), id: param('id') })
      .where((query) => void query.whereNull('last_used_at').orWhere('last_used_at', '<', param('at')))
      .update({ last_used_at: param('at') }),
  );
  const addRequests = compile<Use, never>((param) =>
    knex('key_requests')
      .insert({
        organization_id: param('organization'),
        key_id: param('id'),
        day: param('day'),
        requests: param('requests'),
      })
      .onConflict(['organization_id', 'key_id', 'day'])
      .merge({ requests: knex.raw('key_requests.requests + excluded.requests') }),
  );
  const byDay = compile<{ organization: OrganizationId; since: string }, DailyRequests>((param) =>
    knex('key_requests')
      .where('organization_id', param('organization'))
      .where('day', '>=', param('since'))
      .orderBy(['key_id', 'day'])
      .select('key_id', 'day', 'requests'),
  );

  return {
    async recordUse(organization, id, use) {
      await database.write({ organization }, async (transaction) => {
        await transaction.run(setLastUsed, { organization, id, ...use });
        await transaction.run(addRequests, { organization, id, ...use });
      });
    },
    requestsByDay: (organization, since) => database.read({ organization }, byDay, { organization, since }),
  };
}

interface UsedKey {
  id: string;
  organizationId: OrganizationId;
}

export interface KeyUsage {
  record(key: UsedKey, at: string): void;
  /** Writes the counts and stops the timer. */
  close(): Promise<void>;
}

const MINUTE = 60_000;

/** Concurrent writes share commits. */
const BATCH = 64;

type Counted = KeyUse & { key: UsedKey };

/** Counts requests in memory, and writes the counts each minute. After an error, the next write retries. */
export function createKeyUsage(
  store: Pick<KeyUsageStore, 'recordUse'>,
  onError: (error: unknown) => void,
): KeyUsage {
  const counts = new Map<string, Counted>();
  let written = Promise.resolve();

  function add({ key, at, day, requests }: Counted): void {
    const name = `${key.organizationId} ${key.id} ${day}`;
    const before = counts.get(name);
    counts.set(
      name,
      before
        ? { key, day, at: before.at > at ? before.at : at, requests: before.requests + requests }
        : { key, at, day, requests },
    );
  }

  /** Returns false when the database is unavailable. */
  async function write(name: string, use: Counted): Promise<boolean> {
    counts.delete(name); // requests during the write count for the next one
    try {
      await store.recordUse(use.key.organizationId, use.key.id, {
        day: use.day,
        requests: use.requests,
        at: `${use.at.slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000Z`,
      });
    } catch (error) {
      add(use);
      onError(error);
      return !(error instanceof ApiError && error.code === 'unavailable');
    }
    return true;
  }

  async function writeAll(): Promise<void> {
    const all = [...counts];
    for (let start = 0; start < all.length; start += BATCH) {
      const results = await Promise.all(
        all.slice(start, start + BATCH).map(([name, use]) => write(name, use)),
      );
      if (results.includes(false)) return; // the rest stays for the next minute
    }
  }

  /** Writes run one after another, so that no request is counted twice. */
  const flush = (): Promise<void> => (written = written.then(writeAll));

  const timer = setInterval(() => void flush(), MINUTE).unref();
  return {
    record: (key, at) => add({ key, at, day: at.slice(0, 'YYYY-MM-DD'.length), requests: 1 }),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
