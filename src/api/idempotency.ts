// Idempotency-Key: stores the first successful response of a POST in the transaction of its change, and
// replays
// it for 24 hours.
import { createHash } from 'node:crypto';
import type { ApiResponse } from '../contract/handler';
import { settleAll } from '../database/settle-all';
import type { Batch, Database, Outcome, Transaction } from '../database/database';
import { compileLookup } from '../database/lookup';
import { type Rows, compileInsertRows, toRows } from '../database/rows';
import { compile } from '../database/statement';
import { ApiError } from '../errors';
import type { Organization, OrganizationId } from '../organizations/organization';

const RETENTION_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A request with an Idempotency-Key. */
export interface Retry {
  key: string;
  /** Digest of the operation and the body. */
  fingerprint: string;
}

/** A change whose request can be repeated. */
export interface Retryable {
  organization: Organization;
  retry?: Retry | undefined;
}

export interface Idempotency {
  /**
   * Runs `work`, one request with a key at a time. An error is not stored, so that a repeated request runs
   * again.
   * @throws ApiError `conflict` while the first request with the key is running
   */
  once<Result>(
    organization: Organization,
    key: string | undefined,
    request: { operationId: string; body: unknown },
    work: (retry: Retry | undefined) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns a batch that makes each change once and replays its response for a repeated request. The outcome
   * is ApiError `idempotency_mismatch` when the key was used with another request.
   */
  wrapBatch<Item extends Retryable, Result extends ApiResponse>(
    batch: Batch<Item, Result>,
  ): Batch<Item, Result>;
}

interface Stored {
  fingerprint: string;
  status: number;
  body: string;
  headers: string;
}

function replay<Result>(stored: Stored, { fingerprint }: Retry): Outcome<Result> {
  if (stored.fingerprint !== fingerprint)
    return {
      error: new ApiError(
        'idempotency_mismatch',
        'This Idempotency-Key was used before with another request. Use a new key.',
      ),
    };
  const headers = {
    ...(JSON.parse(stored.headers) as Record<string, string>),
    'Idempotency-Replayed': 'true',
  };
  return { result: { status: stored.status, body: stored.body, headers } as Result }; // stored from a Result
}

/** `Retry-After` distinguishes this temporary conflict from other conflicts. */
const stillRunning = () =>
  new ApiError(
    'conflict',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    { headers: { 'Retry-After': '1' } },
  );

export function createIdempotency(database: Database): Idempotency {
  const { knex, dialect } = database;
  const running = new Set<string>();
  const deleteExpired = compile<Rows & { before: string }, never>((param) =>
    knex('idempotency_keys')
      .where('created_at', '<', param('before'))
      .whereIn(
        'organization_id',
        knex
          .select('p.organization_id')
          .from(dialect.recordset('idempotency_keys', ['organization_id'], param('rows'))),
      )
      .delete(),
  );
  const find = compileLookup<{ organization: OrganizationId; key: string; since: string }>(
    database,
    (value) =>
      knex({ i: 'idempotency_keys' })
        .where({ organization_id: value('organization'), idempotency_key: value('key') })
        .where('created_at', '>=', value('since')) // older keys may not be deleted yet
        .select({
          value: dialect.jsonObject({
            fingerprint: 'i.fingerprint',
            status: 'i.status',
            body: 'i.body',
            headers: 'i.headers',
          }),
        }),
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

  /** Returns the stored response of each request, if any. Deletes expired keys. */
  async function findStored(
    transaction: Transaction,
    retries: (Retryable & { retry: Retry })[],
    now: number,
  ): Promise<(Stored | undefined)[]> {
    const organizations = toRows(
      [...new Set(retries.map(({ organization }) => organization.id))].map((organization_id) => ({
        organization_id,
      })),
    );
    const since = new Date(now - RETENTION_MILLISECONDS).toISOString();
    const lookups = JSON.stringify(
      retries.map(({ organization, retry }) => ({ organization: organization.id, key: retry.key, since })),
    );
    const [, rows] = await settleAll(
      transaction.run(deleteExpired, { ...organizations, before: since }),
      transaction.all(find.each, { lookups }),
    );
    return rows.map(({ value }) => (value === null ? undefined : (JSON.parse(value) as Stored)));
  }

  return {
    async once(organization, key, request, work) {
      if (key === undefined) return work(undefined);
      const name = `${organization.id} ${key}`;
      if (running.has(name)) throw stillRunning();
      running.add(name);
      try {
        return await work({
          key,
          fingerprint: createHash('sha256')
            .update(canonical([request.operationId, request.body]))
            .digest('hex'),
        });
      } finally {
        running.delete(name);
      }
    },

    wrapBatch: (batch) => async (transaction, items) => {
      const retries = items.filter(
        (item): item is typeof item & { retry: Retry } => item.retry !== undefined,
      );
      if (retries.length === 0) return batch(transaction, items);
      const now = Date.now();
      const stored = await findStored(transaction, retries, now);
      const outcomes = new Map(
        retries.flatMap((item, index) =>
          stored[index]
            ? [[item as (typeof items)[number], replay<never>(stored[index], item.retry)] as const]
            : [],
        ),
      );
      const fresh = items.filter((item) => !outcomes.has(item));
      // The insert below is the transaction's last statement, so the batch must not end the transaction.
      const results = fresh.length > 0 ? await batch({ ...transaction, last: () => {} }, fresh) : [];
      const rows = fresh.flatMap(({ organization, retry }, index) => {
        const outcome = results[index]!;
        if (retry === undefined || 'error' in outcome) return [];
        const { status, body, headers } = outcome.result;
        return [
          {
            organization_id: organization.id,
            idempotency_key: retry.key,
            fingerprint: retry.fingerprint,
            status,
            body: body as string,
            headers: JSON.stringify(headers ?? {}),
            created_at: new Date(now).toISOString(),
          },
        ];
      });
      if (rows.length > 0) {
        const inserted = transaction.run(insert, toRows(rows));
        transaction.last();
        await inserted;
      }
      return items.map((item) => outcomes.get(item) ?? results[fresh.indexOf(item)]!);
    },
  };
}

/** Returns JSON with sorted keys: the order of keys does not make another request. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
