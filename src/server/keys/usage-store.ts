// Stores the usage of API keys: the minute of the last use, and the requests by day and operation.
import type { BatchedChange, Database } from '../../database/database';
import { changeOf, type Rows, type RowsStatement, toRows } from '../../database/rows';
import { bindTo, compile } from '../../database/statement';
import { groupBy } from '../../base/group-by';
import type { OrganizationId } from '../../base/organization';

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

export interface KeyUsageStore {
  recordUse(organization: OrganizationId, id: string, use: KeyUse): Promise<void>;
  /** Returns the requests since a day (YYYY-MM-DD), without days that have none. */
  requestsByDay(organization: OrganizationId, since: string): Promise<DailyRequests[]>;
  /** Returns the requests since a day (YYYY-MM-DD), by key, and the most requests first. */
  requestsByOperation(organization: OrganizationId, since: string): Promise<OperationRequests[]>;
  /** Returns all stored requests, by operation, key and day. Requests without an operation are the last. */
  exportUsage(organization: OrganizationId): Promise<ExportedUsage[]>;
}

export function createKeyUsageStore(database: Database): KeyUsageStore {
  const statements = compileUsageStatements(database);
  const setLastUsed: BatchedChange<LastUse> = {
    statements: (uses) => uses.map((use) => bindTo(statements.setLastUsed, use)),
  };
  const [addToDays, addToOperations] = [changeOf(statements.addToDays), changeOf(statements.addToOperations)];
  return {
    async recordUse(organization, id, { at, counts }) {
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
      await database.transaction({ organization }, (transaction) => {
        transaction.change(setLastUsed, { organization, id, at });
        for (const row of days) transaction.change(addToDays, row);
        for (const row of operations) transaction.change(addToOperations, row);
        return Promise.resolve();
      });
    },
    requestsByDay: (organization, since) =>
      database.read({ organization }, statements.byDay, { organization, since }),
    requestsByOperation: (organization, since) =>
      database.read({ organization }, statements.byOperation, { organization, since }),
    exportUsage: (organization) =>
      database.read({ organization }, statements.all, { organization, since: '' }),
  };
}

export interface DailyRequests {
  key_id: string;
  day: string;
  requests: number;
}

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
export interface LastUse {
  organization: OrganizationId;
  id: string;
  at: string;
}

interface Since {
  organization: OrganizationId;
  since: string;
}
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

function compileUsageStatements({ knex, dialect }: Pick<Database, 'knex' | 'dialect'>) {
  /** Adds the requests of each row to the row with the same key. */
  const addRequests = (table: string, key: string[]): RowsStatement => {
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
    return (rows) => [bindTo(statement, toRows(rows))];
  };
  return {
    // Several processes write the use of one key. The time of the last use never decreases.
    setLastUsed: compile<LastUse, never>((param) =>
      knex('api_keys')
        .where({ organization_id: param('organization'), id: param('id') })
        .where((query) => void query.whereNull('last_used_at').orWhere('last_used_at', '<', param('at')))
        .update({ last_used_at: param('at') }),
    ),
    addToDays: addRequests('key_requests', ['organization_id', 'key_id', 'day']),
    addToOperations: addRequests('operation_requests', ['organization_id', 'key_id', 'day', 'operation_id']),
    byDay: compile<Since, DailyRequests>((param) =>
      knex('key_requests')
        .where('organization_id', param('organization'))
        .where('day', '>=', param('since'))
        .orderBy(['key_id', 'day'])
        .select('key_id', 'day', 'requests'),
    ),
    // PostgreSQL's driver returns a bigint, which is the type of a sum, as text.
    byOperation: compile<Since, OperationRequests>((param) =>
      knex.raw(
        `select key_id, operation_id, cast(sum(requests) as double precision) as requests, max(day) as last_day
          from (${BY_OPERATION}) as r
          group by key_id, operation_id order by key_id, requests desc, operation_id nulls last`,
        { organization: param('organization'), since: param('since') },
      ),
    ),
    all: compile<Since, ExportedUsage>((param) =>
      knex.raw(
        `select r.key_id as key, k.label as name, r.operation_id as "operationId", r.day,
            cast(r.requests as integer) as requests
          from (${BY_OPERATION}) as r
          join api_keys k on k.organization_id = :organization and k.id = r.key_id
          order by r.operation_id nulls last, r.key_id, r.day`,
        { organization: param('organization'), since: param('since') },
      ),
    ),
  };
}
