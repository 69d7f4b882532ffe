// Stores the usage of API keys: the minute of the last use, and the requests by day and operation.
import type { BatchedChange, Database } from '../../database/database';
import { changeOf } from '../../database/rows';
import { bindTo } from '../../database/statement';
import { groupBy } from '../../base/group-by';
import type { OrganizationId } from '../../base/organization';
import {
  type DailyRequests,
  type ExportedUsage,
  type LastUse,
  type OperationRequests,
  compileUsageStatements,
} from './usage-statements';

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
