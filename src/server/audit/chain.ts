// The hash chain: a hash covers the entry, its position, its organization and the previous hash. Pure.
import { sha256 } from '../../base/digest';
import type { ActivityEntry } from './entry';

/** An entry as the database stores it. All hashed values are text or integers, the same in every database. */
export interface ActivityRow {
  sequence: number;
  id: string;
  occurred_at: string;
  actor_type: string;
  actor_id: string;
  operation: string;
  resource_type: string;
  resource_id: string;
  description: string;
  /** JSON. */
  changes: string;
  request_id: string | null;
  /** The client's address and user agent. Older backups lack the columns. */
  source_address?: string | null;
  user_agent?: string | null;
  /** The key of the user who is the actor. Older schemas lack the column. */
  key_id?: string | null;
  previous_hash: string;
  hash: string;
}

/** The previous hash of the first entry. */
export const GENESIS_HASH = '0'.repeat(64);

/** An entry without a key, or without any origin, has the hash that it had before the columns were there. */
function toOrigin({ source_address = null, user_agent = null, key_id = null }: Partial<ActivityRow>) {
  if (key_id !== null) return [source_address, user_agent, key_id];
  return source_address === null && user_agent === null ? [] : [source_address, user_agent];
}

/** Returns the SHA-256 of a JSON array without white space, in this order (spec/decisions/0014-audit.md). */
export const computeHash = (organization: string, row: Omit<ActivityRow, 'hash'>): string =>
  sha256(
    JSON.stringify([
      row.previous_hash,
      organization,
      row.sequence,
      row.id,
      row.occurred_at,
      row.actor_type,
      row.actor_id,
      row.operation,
      row.resource_type,
      row.resource_id,
      row.description,
      row.changes,
      row.request_id,
      ...toOrigin(row),
    ]),
  );

/** Sets the hashes of the entries of a copied organization, whose chain starts anew with the id of the copy. */
export function rechain(organization: string, rows: ActivityRow[], previous = GENESIS_HASH): string {
  for (const row of rows) {
    row.previous_hash = previous;
    previous = row.hash = computeHash(organization, row);
  }
  return previous;
}

/** An entry with its key and its position in the chain, so that auditors can verify an export. */
export type ChainedEntry = ActivityEntry & {
  keyId: string | null;
  sequence: number;
  previousHash: string;
  hash: string;
};

export const toEntry = (row: ActivityRow): ChainedEntry => ({
  id: row.id,
  occurredAt: row.occurred_at,
  actorType: row.actor_type as ActivityEntry['actorType'],
  actorId: row.actor_id,
  operation: row.operation as ActivityEntry['operation'],
  resourceType: row.resource_type as ActivityEntry['resourceType'],
  resourceId: row.resource_id,
  description: row.description,
  changes: JSON.parse(row.changes) as ActivityEntry['changes'],
  requestId: row.request_id,
  sourceAddress: row.source_address ?? null,
  userAgent: row.user_agent ?? null,
  keyId: row.key_id ?? null,
  sequence: row.sequence,
  previousHash: row.previous_hash,
  hash: row.hash,
});
