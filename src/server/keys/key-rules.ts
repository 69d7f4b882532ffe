// API keys and the rules for their access, label, lifetime and rotation. Pure.
import type { Principal } from '../../contract/handler';
import type { OrganizationId } from '../../base/organization';

export type KeyAccess = Principal['access'];

/** A new key. */
export interface KeyRow {
  organization: OrganizationId;
  id: string;
  digest: string;
  prefix: string;
  lastFour: string;
  label: string;
  access: KeyAccess;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  /** The digest of the form's token; null for a key from the command line. */
  submission: string | null;
  /** The id of the key that this one rotates. */
  replaces: string | null;
}

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
}

/** What a key can do, in words. */
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

export type KeyState = 'active' | 'expiring' | 'replaced' | 'expired' | 'revoked';

export function stateOf(
  { revoked_at, expires_at, replacement }: KeyListing & Partial<PairedKey>,
  now: number,
): KeyState {
  if (revoked_at !== null) return 'revoked';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  if (replacement) return 'replaced';
  return left <= EXPIRING_DAYS * 86_400_000 ? 'expiring' : 'active';
}
