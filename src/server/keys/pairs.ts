// Pairs of keys: a rotation makes a new key that replaces an old one, and both work for some time. Pure.
import type { KeyListing } from './statements';

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
