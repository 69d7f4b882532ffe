// What a source owns by its state, and which of it the source has no more.
import type { Asset } from '../inventory';
import type { Translated } from '../map/translate';
import type { Holders } from './identify';
import type { InScope } from './scope';

export interface Owned {
  key: string;
  asset: Asset;
}

export interface Ownership {
  /** Of the assets that are there, those in scope. */
  owned: Owned[];
  /** Whether any row, also a bad one, has the key. */
  hasRow: (key: string) => boolean;
  /** Asset id → its key, of keys that surely no row has. */
  gone: ReadonlyMap<string, string>;
}

/** `known`: source key → asset id. */
export function ownershipOf(
  source: Translated,
  known: ReadonlyMap<string, string>,
  { byId }: Holders,
  inScope: InScope,
): Ownership {
  const keys = new Set([...source.desired, ...source.faults].map(({ key }) => key));
  const hasRow = (key: string): boolean => keys.has(key);
  // A row without a key could be that of any asset.
  const isSure = !keys.has(undefined);
  return {
    owned: [...known].flatMap(([key, id]) => {
      const asset = byId.get(id);
      return asset && inScope(asset.cyber_system_id) ? [{ key, asset }] : [];
    }),
    hasRow,
    gone: new Map([...known].filter(([key]) => isSure && !hasRow(key)).map(([key, id]) => [id, key])),
  };
}
