// Idempotency-Key: the first success of a POST is stored
// in the transaction of its change, and replayed for a day.
import type { Clock } from '../../base/day';
import type { ApiResponse } from '../../contract/handler';
import type { BatchedChange, BatchedQuery, Database, SharedTransaction } from '../../database/database';
import { compileLookup, findEach } from '../../database/query-batcher';
import { type Rows, compileInsertRows, toRows } from '../../database/rows';
import { bindTo, compile } from '../../database/statement';
import { ApiError } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import { sha256 } from '../../base/digest';

const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A request that has an Idempotency-Key. */
export interface KeyedRequest {
  organization: OrganizationId;
  /** The key as the client sent it. Servers of earlier versions stored it. */
  key: string;
  /** A digest of operation, user and key: each operation and person has keys of its own. */
  scopedKey: string;
  /** The same for the same request. */
  fingerprint: string;
}

export interface Idempotency {
  /**
   * Runs `work` while no other request of the operation with the same key runs.
   * @throws ApiError `conflict` while the first request is running.
   */
  once<Result>(
    organization: Organization,
    key: string,
    request: { operationId: string; userId?: string | undefined; body: unknown },
    work: (keyed: KeyedRequest) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns the stored response to an earlier request of the operation with this key, marked as replayed.
   * @throws ApiError `idempotency_mismatch` when that was another request.
   */
  findResponse<Response extends ApiResponse>(
    transaction: SharedTransaction,
    keyed: KeyedRequest,
  ): Promise<Response | undefined>;
  /**
   * Queues a response for storage. Its body is text.
   * Errors are not stored: a repeated request is judged anew.
   */
  storeResponse(transaction: SharedTransaction, keyed: KeyedRequest, response: ApiResponse): void;
}

interface Stored {
  fingerprint: string;
  status: number;
  body: string;
  headers: string;
  createdAt: string;
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

function compileQuery(database: Database, clock: Clock): BatchedQuery<KeyedRequest, Stored | undefined> {
  const { knex, dialect } = database;
  const lookup = compileLookup<KeyedRequest>(database, (value) =>
    knex({ i: 'idempotency_keys' })
      .where({ organization_id: value('organization') })
      .whereIn('idempotency_key', [value('scopedKey'), value('key')])
      // The fingerprint of a row of an earlier version covers the operation.
      .where(
        (row) =>
          void row.where('idempotency_key', value('scopedKey')).orWhere('fingerprint', value('fingerprint')),
      )
      .select({
        value: dialect.jsonObject({
          fingerprint: 'i.fingerprint',
          status: 'i.status',
          body: 'i.body',
          headers: 'i.headers',
          createdAt: 'i.created_at',
        }),
      })
      .limit(1),
  );
  return {
    async run(all, requests) {
      const values = await findEach(database, all, lookup, requests);
      return values.map((value, index) => {
        if (value === null) return undefined;
        const stored = JSON.parse(value) as Stored;
        // A condition in SQL would select the index of times. The next stored response deletes expired rows.
        return stored.createdAt < oldestKept(clock.now(requests[index]!.organization)) ? undefined : stored;
      });
    },
  };
}

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
    knex('idempotency_keys')
      .where('created_at', '<', param('before'))
      .whereIn(
        'organization_id',
        dialect.isDistributed
          ? [param('organization')]
          : knex
              .select('p.organization_id')
              .from(dialect.recordset('idempotency_keys', ['organization_id'], param('rows'))),
      )
      .delete(),
  );
  const insert = compileInsertRows(database, 'idempotency_keys', [
    'organization_id',
    'idempotency_key',
    'fingerprint',
    'status',
    'body',
    'headers',
    'created_at',
  ]);
  return {
    statements(items) {
      const organizations = [...new Set(items.map(({ keyed }) => keyed.organization))];
      const times = new Map(organizations.map((organization) => [organization, clock.now(organization)]));
      const rows = items.map(({ keyed, response: { status, body, headers = {} } }) => ({
        organization_id: keyed.organization,
        idempotency_key: keyed.scopedKey,
        fingerprint: keyed.fingerprint,
        status,
        body,
        headers: JSON.stringify(headers),
        created_at: times.get(keyed.organization)!.toISOString(),
      }));
      const limits = new Set([...times.values()].map(oldestKept)); // one, unless clocks differ
      const deletes = [...limits].map((before) => {
        const behind = organizations.filter(
          (organization) => oldestKept(times.get(organization)!) === before,
        );
        const expired = toRows(behind.map((organization_id) => ({ organization_id })));
        return bindTo(deleteExpired, { ...expired, before, organization: behind[0]! });
      });
      return [...deletes, ...insert(rows)];
    },
  };
}

export function createIdempotency(database: Database, clock: Clock): Idempotency {
  const running = new Set<string>();
  const query = compileQuery(database, clock);
  const store = compileStore(database, clock);

  return {
    async once(organization, key, request, work) {
      const { operationId, userId, body } = request;
      const sender = userId === undefined ? [] : [userId]; // keys of an integration share theirs
      const scopedKey = sha256([operationId, ...sender, key].join(' '));
      const slot = `${organization.id} ${scopedKey}`;
      if (running.has(slot)) throw stillRunning();
      running.add(slot);
      try {
        const fingerprint = sha256(canonical([operationId, body, ...sender]));
        return await work({ organization: organization.id, key, scopedKey, fingerprint });
      } finally {
        running.delete(slot);
      }
    },

    async findResponse<Response extends ApiResponse>(transaction: SharedTransaction, keyed: KeyedRequest) {
      const stored = await transaction.query(query, keyed);
      if (stored === undefined) return undefined;
      if (stored.fingerprint !== keyed.fingerprint) throw mismatch();
      const { status, body } = stored;
      const headers = {
        ...(JSON.parse(stored.headers) as Record<string, string>),
        'Idempotency-Replayed': 'true',
      };
      return { status, body, headers } as unknown as Response; // it had this type when it was stored
    },

    storeResponse(transaction, keyed, response) {
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
