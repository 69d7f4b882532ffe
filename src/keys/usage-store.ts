// Stores the usage of API keys: the minute of the last use, and the requests by day and operation.
import type { Database } from '../database/database';
import { toRows } from '../database/rows';
import { groupBy } from '../group-by';
import type { OrganizationId } from '../organizations/organization';
import {
  type DailyRequests,
  type ExportedUsage,
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
      await database.write({ organization }, async (transaction) => {
        await transaction.run(statements.setLastUsed, { organization, id, at });
        await transaction.run(statements.addToDays, toRows(days));
        await transaction.run(statements.addToOperations, toRows(operations));
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
