// The inventory as a sync sees it: assets, and a directory of systems and sites to find by id or name.
import type { AssetFields, Rating, SystemName } from '../../../generated/files';
import { groupBy } from '../../base/values';
import { SyncError } from '../errors';

export const RATINGS = ['high', 'medium', 'low'] as const satisfies readonly Rating[];

export const ASSET_FIELDS = [
  'name',
  'cyber_system_id',
  'asset_type',
] as const satisfies readonly (keyof AssetFields)[];

export interface Asset extends AssetFields, Named {
  impact_rating: Rating;
  created_at: string;
  updated_at: string;
}

export interface Named {
  id: string;
  name: string;
  organization_slug?: string;
}

export interface System extends Named {
  impact_rating: Rating;
  facility_id?: string;
  control_center_id?: string;
}

/** The inventory at one moment, read with four requests. */
export interface Snapshot {
  /** The slug, undefined when no record contains it. */
  organization: string | undefined;
  assets: Asset[];
  systems: System[];
  facilities: Named[];
  controlCenters: Named[];
}

export const pickFields = ({ name, cyber_system_id, asset_type }: AssetFields): AssetFields => ({
  name,
  cyber_system_id,
  asset_type,
});

export const sameFields = (one: AssetFields, other: AssetFields): boolean =>
  ASSET_FIELDS.every((field) => one[field] === other[field]);

/** Returns the name of a system, its site and its id. `name`: absent for an unknown system. */
const systemText = (id: string, name: SystemName | undefined): string =>
  name ? `${name.name} of ${name.site} (${id})` : id;

interface SystemLookup {
  system?: System;
  fault?: string;
}

export type Directory = ReturnType<typeof createDirectory>;

const quoted = (text: string): string => JSON.stringify(text);

function byNameOrId<Item extends Named>(records: readonly Item[]): (nameOrId: string) => Item[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const names = groupBy(records, ({ name }) => name);
  return (nameOrId) => (byId.has(nameOrId) ? [byId.get(nameOrId)!] : (names.get(nameOrId) ?? []));
}

export function createDirectory({ systems, facilities, controlCenters }: Snapshot) {
  const byId = new Map(systems.map((system) => [system.id, system]));
  const sites = new Map([...facilities, ...controlCenters].map((site) => [site.id, site]));
  const findSystems = byNameOrId(systems);
  const findSites = byNameOrId([...sites.values()]);
  const findSite = (system: System): Named | undefined =>
    sites.get(system.facility_id ?? system.control_center_id ?? '');
  /** Returns undefined for an unknown system. */
  const findName = (id: string): SystemName | undefined => {
    const system = byId.get(id);
    return system && { name: system.name, site: findSite(system)?.name ?? 'an unknown site' };
  };

  const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const byLetters = new Map(systems.map((system) => [lettersAndDigits(system.name), system]));

  function unknownSystem(name: string): string {
    const similar = byLetters.get(lettersAndDigits(name));
    const advice = similar
      ? `did you mean ${quoted(similar.name)}?`
      : 'name an existing cyber system, or translate the value under fields.cyber_system.values in the map';
    return `cyber_system ${quoted(name)} does not exist in the organization; ${advice}`;
  }

  return {
    systems,
    siteOf: findSite,
    findSites,
    ratingOf: (systemId: string): Rating | undefined => byId.get(systemId)?.impact_rating,
    nameOf: findName,
    /** `site`: the name or id of the facility or control center of the system. */
    findSystem(nameOrId: string, site?: string): SystemLookup {
      const named = findSystems(nameOrId);
      if (named.length === 0) return { fault: unknownSystem(nameOrId) };
      const label = `cyber_system ${quoted(nameOrId)}`;
      if (site !== undefined && findSites(site).length === 0)
        return { fault: `site ${quoted(site)} is not a facility or control center of the organization` };
      const there =
        site === undefined ? named : named.filter((system) => findSites(site).includes(findSite(system)!));
      if (there.length === 1) return { system: there[0]! };
      const names = named.map((system) => findSite(system)?.name).join(', ');
      if (there.length === 0)
        return { fault: `${label} does not belong to ${quoted(site!)}; it belongs to ${names}` };
      const candidates = there.map(({ id }) => systemText(id, findName(id))).join(', ');
      const advice = 'add fields.site to the map, or use ids';
      return { fault: `${label} matches ${there.length} systems: ${candidates}; ${advice}` };
    },
  };
}

/** A part of the inventory that the operator selects with `--scope`. */
export interface Scope {
  kind: 'facility' | 'control_center' | 'system';
  nameOrId: string;
}

/** Returns whether a system is in scope. A change is in scope when its asset is, before or after it. */
export type InScope = (systemId: string | undefined) => boolean;

const PREFIXES = { facility: 'fac_', control_center: 'cc_' } as const;

/** Returns the system with a name or id, or those of the site with it. @throws SyncError unless there is one. */
function listSystems({ kind, nameOrId }: Scope, directory: Directory): System[] {
  const { systems, findSites, siteOf, nameOf } = directory;
  const name = quoted(nameOrId);
  const [one, several] =
    kind === 'system' ? ['cyber system', 'cyber systems'] : [kind.replace('_', ' '), 'records'];
  const found: Named[] =
    kind === 'system'
      ? systems.filter(({ id, name: its }) => id === nameOrId || its === nameOrId)
      : findSites(nameOrId).filter(({ id }) => id.startsWith(PREFIXES[kind]));
  if (found.length === 0) throw new SyncError(`--scope: ${one} ${name} does not exist.`);
  const candidates = found.map(({ id }) => systemText(id, nameOf(id))).join(', ');
  if (found.length > 1)
    throw new SyncError(`--scope: ${name} matches ${found.length} ${several}: ${candidates}. Pass the id.`);
  return systems.filter((system) => system === found[0] || siteOf(system) === found[0]);
}

/** Combines scopes. Without any, everything is in scope. @throws SyncError. */
export function createInScope(scopes: readonly Scope[], directory: Directory): InScope {
  if (scopes.length === 0) return () => true;
  const ids = new Set(scopes.flatMap((scope) => listSystems(scope, directory)).map(({ id }) => id));
  return (systemId) => systemId !== undefined && ids.has(systemId);
}
