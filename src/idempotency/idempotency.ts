// Idempotency-Key: the first success of a POST is stored with what it made, in one transaction, and replayed for a day.
import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../database/database';
import { compile } from '../database/statement';
import { ApiError } from '../errors';
import type { Organization, OrganizationId } from '../organizations/organization';

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

interface Success {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export interface Idempotency {
  /**
   * Runs `work` in a transaction, or replays the answer that it gave before. Refusals are not stored: a repeated call is judged anew.
   * @throws ApiError `idempotency_mismatch` when the key came with another request, `conflict` while the first call is running.
   */
  once<Result extends Success>(
    organization: Organization,
    key: string | undefined,
    request: { operationId: string; body: unknown },
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>;
}

/** Told from every other conflict by its `Retry-After`: this one passes. */
const stillRunning = () =>
  new ApiError('conflict', 'The first call with this Idempotency-Key is still running. Try again in a moment.', { headers: { 'Retry-After': '1' } });

type Entry = { organization: OrganizationId; key: string; fingerprint: string; status: number; body: string; headers: string; now: string };

export function createIdempotency(database: Database): Idempotency {
  const { knex } = database;
  const running = new Set<string>();
  const forget = compile<{ organization: OrganizationId; before: string }, never>((param) =>
    knex('idempotency_keys').where('organization_id', param('organization')).where('created_at', '<', param('before')).delete(),
  );
  const find = compile<{ organization: OrganizationId; key: string }, { fingerprint: string; status: number; body: string; headers: string }>((param) =>
    knex('idempotency_keys')
      .select('fingerprint', 'status', 'body', 'headers')
      .where({ organization_id: param('organization'), idempotency_key: param('key') }),
  );
  const keep = compile<Entry, never>((param) =>
    knex('idempotency_keys').insert({
      organization_id: param('organization'),
      idempotency_key: param('key'),
      fingerprint: param('fingerprint'),
      status: param('status'),
      body: param('body'),
      headers: param('headers'),
      created_at: param('now'),
    }),
  );

  async function replayOrRun<Result extends Success>(
    transaction: Transaction,
    { id: organization }: Organization,
    key: string,
    fingerprint: string,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const now = Date.now();
    await transaction.run(forget, { organization, before: new Date(now - KEPT_MILLISECONDS).toISOString() });
    const [first] = await transaction.all(find, { organization, key });
    if (first) {
      if (first.fingerprint !== fingerprint) {
        throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was used before with another request. Use a new key.');
      }
      const headers = { ...(JSON.parse(first.headers) as Record<string, string>), 'Idempotency-Replayed': 'true' };
      return { status: first.status, body: first.body, headers } as unknown as Result; // it was a Result when it was stored
    }
    const answer = await work(transaction);
    const headers = JSON.stringify(answer.headers ?? {});
    await transaction.run(keep, { organization, key, fingerprint, status: answer.status, body: answer.body, headers, now: new Date(now).toISOString() });
    return answer;
  }

  return {
    async once(organization, key, request, work) {
      if (key === undefined) return database.write({ organization: organization.id }, work);
      const slot = `${organization.id} ${key}`;
      if (running.has(slot)) throw stillRunning();
      running.add(slot);
      try {
        const fingerprint = createHash('sha256').update(canonical([request.operationId, request.body])).digest('hex');
        return await database.write({ organization: organization.id }, (transaction) => replayOrRun(transaction, organization, key, fingerprint, work));
      } finally {
        running.delete(slot);
      }
    },
  };
}

/** JSON with the keys of every object in order: the same request written in another order is the same request. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
