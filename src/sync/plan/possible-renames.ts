// New rows that may be assets that are there under another name. They are shown and held back: a person knows which they are.
import type { Asset } from '../inventory';
import { groupBy } from '../../group-by';
import type { Identified } from './identify';

export interface PossibleRename {
  key: string;
  line: number;
  name: string;
  /** The asset that it may be. */
  id: string;
  current: string;
}

type Grouped = Pick<Asset, 'name' | 'cyber_system_id' | 'asset_type'>;

/** Assets are compared within their system and type. */
const groupOf = ({ cyber_system_id, asset_type }: Grouped): string => `${cyber_system_id} ${asset_type}`;

/** Letters and digits alone: MLB345-RTU-01 and mlb345_rtu01 are one. */
const squeezed = (asset: Grouped, name: string): string =>
  `${groupOf(asset)} ${name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')}`;

/** Of a host with its domain the host; undefined of any other name. */
const hostOf = (name: string): string | undefined =>
  name.includes('.') ? name.slice(0, name.indexOf('.')) : undefined;

/** `free`: assets that no row and no key means. `gone`: those whose key the source has no more; one may have been replaced by a new device, so that only its name counts. */
export function possibleRenames(
  creates: readonly Identified[],
  free: readonly Asset[],
  gone: readonly Asset[],
): PossibleRename[] {
  const byName = new Map([...gone, ...free].map((asset) => [squeezed(asset, asset.name), asset]));
  const byHost = new Map(
    [...gone, ...free].flatMap((asset) =>
      hostOf(asset.name) === undefined ? [] : [[squeezed(asset, hostOf(asset.name)!), asset] as const],
    ),
  );
  const freeIn = groupBy(free, groupOf);
  const newIn = groupBy(creates, ({ row }) => groupOf(row.fields));

  function alike(fields: Grouped): Asset | undefined {
    const host = hostOf(fields.name);
    return (
      byName.get(squeezed(fields, fields.name)) ??
      byHost.get(squeezed(fields, fields.name)) ??
      (host === undefined ? undefined : byName.get(squeezed(fields, host)))
    );
  }

  return creates.flatMap(({ row: { key, line, fields }, lost }) => {
    if (lost !== undefined) return []; // the key was known: it is no new one
    const there = freeIn.get(groupOf(fields)) ?? [];
    // In one system the only asset that the source has not, and the only one that is new in it.
    const only = there.length === 1 && newIn.get(groupOf(fields))!.length === 1 ? there[0] : undefined;
    const asset = alike(fields) ?? only;
    return asset ? [{ key, line, name: fields.name, id: asset.id, current: asset.name }] : [];
  });
}
