// New rows that may be assets that are there under another name. They are shown and held back: a person knows which they are.
import type { Asset } from '../inventory';
import type { Identified } from './identify';

export interface PossibleRename {
  key: string;
  line: number;
  name: string;
  /** The asset that it may be. */
  id: string;
  current: string;
}

/** Letters and digits alone: MLB345-RTU-01 and mlb345_rtu01 are one. */
const squeezed = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A host and the same host with its domain. */
const isDomainOf = (name: string, longer: string): boolean => longer.toLowerCase().startsWith(`${name.toLowerCase()}.`);

const isAlike = (one: string, other: string): boolean => squeezed(one) === squeezed(other) || isDomainOf(one, other) || isDomainOf(other, one);

/** `free`: assets that no row and no key means. */
export function possibleRenames(creates: readonly Identified[], free: readonly Asset[]): PossibleRename[] {
  const groupOf = ({ cyber_system_id, asset_type }: Pick<Asset, 'cyber_system_id' | 'asset_type'>): string => `${cyber_system_id} ${asset_type}`;
  const freeIn = new Map<string, Asset[]>();
  for (const asset of free) freeIn.set(groupOf(asset), [...(freeIn.get(groupOf(asset)) ?? []), asset]);
  const newIn = new Map<string, number>();
  for (const { row } of creates) newIn.set(groupOf(row.fields), (newIn.get(groupOf(row.fields)) ?? 0) + 1);

  return creates.flatMap(({ row: { key, line, fields }, lost }) => {
    if (lost !== undefined) return []; // the key was known: it is no new one
    const there = freeIn.get(groupOf(fields)) ?? [];
    // In one system the only asset that is gone from the source, and the only one that is new in it.
    const only = there.length === 1 && newIn.get(groupOf(fields)) === 1 ? there[0] : undefined;
    const asset = there.find(({ name }) => isAlike(name, fields.name)) ?? only;
    return asset ? [{ key, line, name: fields.name, id: asset.id, current: asset.name }] : [];
  });
}
