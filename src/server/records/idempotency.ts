// Idempotency-Key: the first success of a POST is stored
// in the transaction of its change, and replayed for a day.
import type { Clock } from '../../base/day';
import { sha256 } from '../../base/digest';
import { ApiError } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import { groupBy } from '../../base/values';
import type { ApiResponse } from '../../contract/handler';
import type { BatchedChange, Database, SharedTransaction } from '../../database/database';
import { type Rows, compileFindRow, compileInsertRows, toRows } from '../../database/rows';
import { bindTo, compile } from '../../database/statement';

const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A request that has an Idempotency-Key. */
export interface KeyedRequest {
  organization: OrganizationId;
  /** A digest of operation, user and key: each operation and person has keys of its own. */
  key: string;
  /** The same for the same request. */
  fingerprint: string;
}

const TABLE = 'idempotency_keys';
const KEY = ['organization_id', 'idempotency_key'] as const;
const STORED = ['fingerprint', 'status', 'body', 'headers', 'created_at'];

interface RowKey {
  organization_id: OrganizationId;
  idempotency_key: string;
}

interface Stored extends RowKey {
  fingerprint: string;
  status: number;
  body: string;
  headers: string;
  created_at: string;
}

interface Storable {
  keyed: KeyedRequest;
  response: ApiResponse;
}

const mismatch = () =>
  new ApiError(
    'idempotency_mismatch',
    'This Idempotency-Key was used before with another request. Use a new key.',
  );

/** Differs from other conflicts by its `Retry-After`, because it passes. */
const stillRunning = () =>
  new ApiError(
    'conflict',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    { headers: { 'Retry-After': '1' } },
  );

const oldestKept = (now: Date): string => new Date(now.getTime() - RETENTION_MILLISECONDS).toISOString();

interface Expired extends Rows {
  before: string;
  /** On a distributed database, a transaction changes one organization. */
  organization: OrganizationId;
}

/**
 * Deletes the organizations' expired responses, one of which may have the same key, and inserts the new ones.
 */
function compileStore(database: Database, clock: Clock): BatchedChange<Storable> {
  const { knex, dialect } = database;
  const deleteExpired = compile<Expired, never>((param) =>
    knex(TABLE)
      .where('created_at', '<', param('before'))
      .whereIn(
        'organization_id',
        dialect.isDistributed
          ? [param('organization')]
          : knex
              .select('p.organization_id')
              .from(dialect.recordset(TABLE, ['organization_id'], param('rows'))),
      )
      .delete(),
  );
  const insert = compileInsertRows(database, TABLE, [...KEY, ...STORED]);
  return {
    statements(items) {
      const organizations = [...new Set(items.map(({ keyed }) => keyed.organization))];
      // One limit, unless clocks differ.
      const limits = groupBy(organizations, (organization) => oldestKept(clock.now(organization)));
      const deletes = [...limits].map(([before, behind]) => {
        const expired = toRows(behind.map((organization_id) => ({ organization_id })));
        return bindTo(deleteExpired, { ...expired, before, organization: behind[0]! });
      });
      const rows = items.map(({ keyed, response: { status, body, headers = {}, etag } }) => ({
        organization_id: keyed.organization,
        idempotency_key: keyed.key,
        fingerprint: keyed.fingerprint,
        status,
        body,
        headers: JSON.stringify({ ...headers, ...(etag !== undefined && { ETag: etag }) }),
        created_at: clock.now(keyed.organization).toISOString(),
      }));
      return [...deletes, ...insert(rows)];
    },
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;

export function createIdempotency(database: Database, clock: Clock) {
  const running = new Set<string>();
  const find = compileFindRow<RowKey, Stored>(database, TABLE, KEY, [...KEY, ...STORED]);
  const store = compileStore(database, clock);

  return {
    /**
     * Runs `work` while no other request of the operation with the same key runs.
     * @throws ApiError `conflict` while the first request is running.
     */
    async once<Result>(
      { id: organization }: Organization,
      given: string,
      { operationId, userId, body }: { operationId: string; userId?: string | undefined; body: unknown },
      work: (keyed: KeyedRequest) => Promise<Result>,
    ): Promise<Result> {
      const sender = userId === undefined ? [] : [userId]; // keys of an integration share theirs
      const key = sha256([operationId, ...sender, given].join(' '));
      const slot = `${organization} ${key}`;
      if (running.has(slot)) throw stillRunning();
      running.add(slot);
      try {
        const fingerprint = sha256(canonical([operationId, body, ...sender]));
        return await work({ organization, key, fingerprint });
      } finally {
        running.delete(slot);
      }
    },

    /**
     * Returns the stored response to an earlier request of the operation with this key, marked as replayed.
     * @throws ApiError `idempotency_mismatch` when that was another request.
     */
    async findResponse<Response extends ApiResponse>(
      transaction: SharedTransaction,
      { organization: organization_id, key: idempotency_key, fingerprint }: KeyedRequest,
    ): Promise<Response | undefined> {
      const stored = await transaction.query(find, { organization_id, idempotency_key });
      // A condition in SQL would select the index of times. The next stored response deletes expired rows.
      if (!stored || stored.created_at < oldestKept(clock.now(organization_id))) return undefined;
      if (stored.fingerprint !== fingerprint) throw mismatch();
      const { status, body } = stored;
      const { ETag: etag, ...kept } = JSON.parse(stored.headers) as Record<string, string>;
      const headers = { ...kept, 'Idempotency-Replayed': 'true' };
      return { status, body, headers, ...(etag !== undefined && { etag }) } as unknown as Response; // it had this type when it was stored
    },

    /** Queues a response for storage. Its body is text. Errors are not stored: a repeated request is judged anew. */
    storeResponse(transaction: SharedTransaction, keyed: KeyedRequest, response: ApiResponse): void {
      transaction.change(store, { keyed, response });
    },
  };
}

/** Returns JSON with sorted keys, so that the order of properties makes no difference. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
