// API keys: the rules for their access, label, lifetime and rotation, and their entries in the activity log. Pure.
import type { RecordKind } from '../audit/compare-records';
import { type Activity, listChanges, createEntry } from '../audit/entry';
import type { Principal } from '../../contract/handler';

export type KeyAccess = Principal['access'];

/** A key as lists show it. */
export interface KeyListing {
  id: string;
  label: string;
  prefix: string;
  /** The last characters; null for keys of earlier versions. */
  last_four: string | null;
  access: KeyAccess;
  created_by: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  /** The id of the key that this one rotates. */
  replaces: string | null;
  /** Whether the user for whom the key acts was deleted: the API rejects it. Null for a key of the integration. */
  user_deleted?: 0 | 1 | null;
}

/** The sentence about each kind of access. */
export const ACCESS_SENTENCES: Record<KeyAccess, string> = {
  read_write: 'Reads facilities, control centers and systems; reads and changes assets.',
  read_only: 'Reads facilities, control centers, systems and assets.',
};

export const DEFAULT_DAYS = 90;
export const MAX_DAYS = 365;
/** Keys that expire within this time are due for a rotation. */
export const EXPIRING_DAYS = 14;
export const MAX_LIFETIME_MILLISECONDS = MAX_DAYS * 86_400_000;
export const MAX_LABEL_CHARACTERS = 255;
/** Of an organization. The rate limit is per key, so that keys without a limit would have none either. */
export const MAX_WORKING_KEYS = 200;

export type LabelFault = 'empty' | 'too long' | 'not visible';

/** Returns a label as it is stored, or its fault. Terminals must not interpret control characters in it. */
export function readLabel(text: string): { label: string } | { fault: LabelFault } {
  const label = text.trim().normalize('NFC');
  if (label === '') return { fault: 'empty' };
  if ([...label].length > MAX_LABEL_CHARACTERS) return { fault: 'too long' };
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(label)) return { fault: 'not visible' };
  return { label };
}

export type PairedKey = KeyListing & {
  /** The newest working key that replaces this one. */
  replacement: KeyListing | undefined;
};

/** Returns the keys in their order, except that each replaced key follows its replacement. */
export function inPairs(keys: readonly KeyListing[]): PairedKey[] {
  const replacements = new Map<string, KeyListing>();
  for (const key of keys) {
    if (key.replaces === null || key.revoked_at !== null) continue;
    const other = replacements.get(key.replaces);
    if (!other || other.created_at < key.created_at) replacements.set(key.replaces, key);
  }
  const paired = keys.map((key) => ({ ...key, replacement: replacements.get(key.id) }));
  const ordered = new Set<PairedKey>();
  const add = (key: PairedKey): void => {
    ordered.add(key);
    for (const old of paired) if (old.replacement?.id === key.id && !ordered.has(old)) add(old);
  };
  for (const key of paired) if (!key.replacement) add(key);
  return [...ordered];
}

export type KeyState = 'active' | 'expiring' | 'replaced' | 'expired' | 'revoked' | 'deleted user';

/** The API rejects keys in these states. */
export const ENDED: readonly KeyState[] = ['expired', 'revoked', 'deleted user'];

export function getState(
  { revoked_at, expires_at, replacement, user_deleted }: KeyListing & Partial<PairedKey>,
  now: number,
): KeyState {
  if (revoked_at !== null) return 'revoked';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  if (user_deleted === 1) return 'deleted user';
  if (replacement) return 'replaced';
  return left <= EXPIRING_DAYS * 86_400_000 ? 'expiring' : 'active';
}

type Created = Pick<
  KeyListing,
  'id' | 'label' | 'prefix' | 'access' | 'created_by' | 'expires_at' | 'replaces'
>;

/** Entries of the activity log contain neither the key nor its digest. */
export function keyCreated(row: Created): Activity {
  const changes = listChanges(['label', 'prefix', 'access', 'created_by', 'expires_at', 'replaces'], {}, row);
  const kind = row.access === 'read_only' ? 'read-only API key' : 'API key';
  return createEntry('api-key', row.id, 'created', `Created the ${kind} "${row.label}".`, changes);
}

export function keyRevoked(id: string, label: string, revoked_at: string): Activity {
  const changes = listChanges(['revoked_at'], {}, { revoked_at });
  return createEntry('api-key', id, 'revoked', `Revoked the API key "${label}".`, changes);
}

/** Says that a new key with the same label replaces this one. */
export function keyReplaced({ id, label, expires_at: before }: KeyListing, expires_at: string): Activity {
  const changes = listChanges(['expires_at'], { expires_at: before }, { expires_at });
  const description = `Replaced the API key "${label}": the old one expires at ${expires_at}.`;
  return createEntry('api-key', id, 'updated', description, changes);
}

export const KEY_KIND: RecordKind = {
  resourceType: 'api-key',
  isElsewhereInSandbox: true,
  tables: ['api_keys'],
  fields: ['label', 'prefix', 'access', 'created_by', 'expires_at', 'revoked_at', 'replaces'],
  id: 'id',
  rows: (knex, organization) => knex('api_keys').where('organization_id', organization).select('*'), // an older backup lacks columns
  ofRow: (row) => ({ access: 'read_write', ...row }),
  // Keys of earlier versions could write. Their entries have no access.
  derive: (logged) => ('label' in logged ? { access: 'read_write', ...logged } : logged),
};
