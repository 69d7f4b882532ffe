// Counts the requests of API keys in memory, by day and operation. Writes the counts each minute.
import type { Principal } from '../../contract/handler';
import { dayOf } from '../../base/day';
import { ApiError } from '../../base/errors';
import { groupBy } from '../../base/group-by';
import type { KeyUsageStore } from './usage-store';

export interface KeyUsage {
  /**
   * Counts one request. `operationId`: undefined for a request without an operation.
   * `at`: Unix time in milliseconds, by default now.
   */
  record(principal: Principal, operationId: string | undefined, at?: number): void;
  /** Writes the counts and stops the timer. */
  close(): Promise<void>;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Concurrent writes share commits. */
const BATCH = 64;

/** Requests of a key for one operation on one day. */
interface Count {
  principal: Principal;
  operationId: string | undefined;
  /** Days since 1970 in UTC. */
  day: number;
  /** The time of the last request. */
  at: number;
  requests: number;
}

const keyOf = ({ principal }: Count): string => `${principal.organization.id} ${principal.keyId}`;
const nameOf = (count: Count): string => `${keyOf(count)} ${count.day} ${count.operationId}`;

const minuteOf = (at: number): string => new Date(at - (at % MINUTE)).toISOString();

/** Counts requests in memory, and writes the counts each minute. After an error, the next write retries. */
export function createKeyUsage(
  store: Pick<KeyUsageStore, 'recordUse'>,
  onError: (error: unknown) => void,
): KeyUsage {
  const counts = new Map<string, Count>();
  let written = Promise.resolve();

  function add(count: Count): void {
    const name = nameOf(count);
    const before = counts.get(name);
    if (!before) return void counts.set(name, count);
    before.requests += count.requests;
    before.at = Math.max(before.at, count.at);
  }

  /** Writes all counts of one key. Returns false when the database is unavailable. */
  async function write(ofKey: Count[]): Promise<boolean> {
    for (const count of ofKey) counts.delete(nameOf(count)); // requests during the write count for the next one
    const { organization, keyId } = ofKey[0]!.principal;
    try {
      await store.recordUse(organization.id, keyId, {
        at: minuteOf(Math.max(...ofKey.map(({ at }) => at))),
        counts: ofKey.map(({ day, operationId, requests }) => ({
          day: dayOf(day * DAY),
          operationId,
          requests,
        })),
      });
    } catch (error) {
      ofKey.forEach(add);
      onError(error);
      return !(error instanceof ApiError && error.code === 'unavailable');
    }
    return true;
  }

  async function writeAll(): Promise<void> {
    const keys = [...groupBy([...counts.values()], keyOf).values()];
    for (let start = 0; start < keys.length; start += BATCH) {
      const results = await Promise.all(keys.slice(start, start + BATCH).map(write));
      if (results.includes(false)) return; // the rest stays for the next minute
    }
  }

  /** Writes run one after another, so that no request is counted twice. */
  const flush = (): Promise<void> => (written = written.then(writeAll));

  const timer = setInterval(() => void flush(), MINUTE).unref();
  return {
    record: (principal, operationId, at = Date.now()) =>
      add({ principal, operationId, day: Math.floor(at / DAY), at, requests: 1 }),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
