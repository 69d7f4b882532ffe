// The requests of API keys by day and operation: counted in memory, written each minute, and read.
import type { Principal } from '../../contract/handler';
import type { BatchedChange, Database } from '../../database/database';
import { compileChange, type Rows, toRows } from '../../database/rows';
import { bindTo, compile } from '../../database/statement';
import { toDay } from '../../base/day';
import { ApiError } from '../../base/errors';
import { groupBy } from '../../base/values';
import type { OrganizationId } from '../../base/organization';

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

const toKey = ({ principal }: Count): string => `${principal.organization.id} ${principal.keyId}`;
const toName = (count: Count): string => `${toKey(count)} ${count.day} ${count.operationId}`;

const toMinute = (at: number): string => new Date(at - (at % MINUTE)).toISOString();

/** Requests of one key that are not stored yet. */
export interface KeyUse {
  /** The time of the last request. */
  at: string;
  counts: {
    /** YYYY-MM-DD, in UTC. */
    day: string;
    /** Undefined for requests without an operation. */
    operationId: string | undefined;
    requests: number;
  }[];
}

/** Counts requests in memory, and writes the counts each minute. After an error, the next write retries. */
export function createKeyUsage(
  { recordUse }: Pick<KeyUsageStore, 'recordUse'>,
  onError: (error: unknown) => void,
) {
  const counts = new Map<string, Count>();
  let written = Promise.resolve();

  function add(count: Count): void {
    const name = toName(count);
    const before = counts.get(name);
    if (!before) return void counts.set(name, count);
    before.requests += count.requests;
    before.at = Math.max(before.at, count.at);
  }

  /** Writes all counts of one key. Returns false when the database is unavailable. */
  async function write(ofKey: Count[]): Promise<boolean> {
    for (const count of ofKey) counts.delete(toName(count)); // requests during the write count for the next one
    const { organization, keyId } = ofKey[0]!.principal;
    try {
      await recordUse(organization.id, keyId, {
        at: toMinute(Math.max(...ofKey.map(({ at }) => at))),
        counts: ofKey.map(({ day, operationId, requests }) => ({
          day: toDay(day * DAY),
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
    const keys = [...groupBy([...counts.values()], toKey).values()];
    for (let start = 0; start < keys.length; start += BATCH) {
      const results = await Promise.all(keys.slice(start, start + BATCH).map(write));
      if (results.includes(false)) return; // the rest stays for the next minute
    }
  }

  /** Writes run one after another, so that no request is counted twice. */
  const flush = (): Promise<void> => (written = written.then(writeAll));

  const timer = setInterval(() => void flush(), MINUTE).unref();
  return {
    /** Counts one request. `operationId`: undefined without an operation. `at`: Unix time in milliseconds. */
    record(principal: Principal, operationId: string | undefined, at = Date.now()): void {
      add({ principal, operationId, day: Math.floor(at / DAY), at, requests: 1 });
    },
    /** Writes the counts and stops the timer. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

type KeyUsageStore = ReturnType<typeof createKeyUsageStore>;

export type DailyRequests = { key_id: string; day: string; requests: number };

/** Requests of one key by operation. */
export interface OperationRequests {
  key_id: string;
  /** Null for requests without an operation. */
  operation_id: string | null;
  requests: number;
  last_day: string;
}

/** A row of `usage export`. */
export interface ExportedUsage {
  key: string;
  name: string;
  operationId: string | null;
  day: string;
  requests: number;
}

/** The time at which a key was last used. */
type LastUse = { organization: OrganizationId; id: string; at: string };
type Since = { organization: OrganizationId; since: string };

/**
 * Selects the requests of an organization by key, operation and day.
 * Requests without an operation are the rest of the day's requests.
 */
const BY_OPERATION = `
  select key_id, operation_id, day, requests from operation_requests
    where organization_id = :organization and day >= :since
  union all
  select d.key_id, null, d.day, d.requests - coalesce(sum(o.requests), 0)
    from key_requests d left join operation_requests o
      on o.organization_id = d.organization_id and o.key_id = d.key_id and o.day = d.day
    where d.organization_id = :organization and d.day >= :since
    group by d.key_id, d.day, d.requests
    having d.requests > coalesce(sum(o.requests), 0)`;

export function createKeyUsageStore({ knex, dialect, read, transaction }: Database) {
  /** Adds the requests of each row to the row with the same key. */
  const addRequests = (table: string, key: string[]): BatchedChange<object> => {
    const columns = [...key, 'requests'];
    const statement = compile<Rows, never>((param) =>
      knex.raw(
        // The organization may have been deleted with its keys.
        `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from ?
          where exists (select 1 from api_keys k where k.organization_id = p.organization_id and k.id = p.key_id)
          on conflict (${key.join(', ')}) do update set requests = ${table}.requests + excluded.requests`,
        [dialect.recordset(table, columns, param('rows'))],
      ),
    );
    return compileChange((rows) => [bindTo(statement, toRows(rows))]);
  };
  const dayKey = ['organization_id', 'key_id', 'day'];
  const addToDays = addRequests('key_requests', dayKey);
  const addToOperations = addRequests('operation_requests', [...dayKey, 'operation_id']);
  // Several processes write the use of one key. The time of the last use never decreases.
  const setLastUsed = compile<LastUse, never>((param) =>
    knex('api_keys')
      .where({ organization_id: param('organization'), id: param('id') })
      .where((query) => void query.whereNull('last_used_at').orWhere('last_used_at', '<', param('at')))
      .update({ last_used_at: param('at') }),
  );
  const lastUse: BatchedChange<LastUse> = {
    statements: (uses) => uses.map((use) => bindTo(setLastUsed, use)),
  };
  const selectSince = <Row>(sql: string) =>
    compile<Since, Row>((param) =>
      knex.raw(sql, { organization: param('organization'), since: param('since') }),
    );
  const byDay = selectSince<DailyRequests>(
    `select key_id, day, requests from key_requests where organization_id = :organization and day >= :since
      order by key_id, day`,
  );
  // PostgreSQL's driver returns a bigint, which is the type of a sum, as text.
  const byOperation = selectSince<OperationRequests>(
    `select key_id, operation_id, cast(sum(requests) as double precision) as requests, max(day) as last_day
      from (${BY_OPERATION}) as r
      group by key_id, operation_id order by key_id, requests desc, operation_id nulls last`,
  );
  const all = selectSince<ExportedUsage>(
    `select r.key_id as key,
        (select label from api_keys as k where k.organization_id = :organization and k.id = r.key_id) as name,
        r.operation_id as "operationId", r.day, cast(r.requests as integer) as requests
      from (${BY_OPERATION}) as r
      order by r.operation_id nulls last, r.key_id, r.day`,
  );
  return {
    async recordUse(organization: OrganizationId, id: string, { at, counts }: KeyUse): Promise<void> {
      const rows = counts.map(({ day, operationId, requests }) => ({
        organization_id: organization,
        key_id: id,
        day,
        operation_id: operationId,
        requests,
      }));
      const days = [...groupBy(rows, ({ day }) => day).values()].map((ofDay) => ({
        ...ofDay[0],
        requests: ofDay.reduce((sum, { requests }) => sum + requests, 0),
      }));
      const operations = rows.filter(({ operation_id }) => operation_id !== undefined);
      await transaction({ organization }, (changes) => {
        changes.change(lastUse, { organization, id, at });
        for (const row of days) changes.change(addToDays, row);
        for (const row of operations) changes.change(addToOperations, row);
        return Promise.resolve();
      });
    },
    /** Returns the requests since a day (YYYY-MM-DD), without days that have none. */
    requestsByDay: (organization: OrganizationId, since: string) =>
      read({ organization }, byDay, { organization, since }),
    /** Returns the requests since a day (YYYY-MM-DD), by key, and the most requests first. */
    requestsByOperation: (organization: OrganizationId, since: string) =>
      read({ organization }, byOperation, { organization, since }),
    /** Returns all stored requests, by operation, key and day. Requests without an operation are the last. */
    exportUsage: (organization: OrganizationId) => read({ organization }, all, { organization, since: '' }),
  };
}
