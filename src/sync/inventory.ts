// The inventory as a sync knows it: records of the API, and what can be asked and told of assets.
// Systems, facilities and control centers, to be found by id or name. This API only reads them: a map says what the source calls them.
// Which part of the inventory a sync is about.
import { groupBy } from '../group-by';
import { SyncError } from './errors';

export const RATINGS = ['high', 'medium', 'low'] as const;
export type Rating = (typeof RATINGS)[number];

export interface AssetFields {
  name: string;
  cyber_system_id: string;
  asset_type: string;
}

export const ASSET_FIELDS = [
  'name',
  'cyber_system_id',
  'asset_type',
] as const satisfies readonly (keyof AssetFields)[];

export interface Asset extends AssetFields {
  id: string;
  impact_rating: Rating;
  created_at: string;
  updated_at: string;
  organization_slug?: string;
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

/** One look at everything: four requests. */
export interface Snapshot {
  /** The slug, where the server tells it. */
  organization: string | undefined;
  assets: Asset[];
  systems: System[];
  facilities: Named[];
  controlCenters: Named[];
}

export const fieldsOf = ({ name, cyber_system_id, asset_type }: AssetFields): AssetFields => ({
  name,
  cyber_system_id,
  asset_type,
});

export const sameFields = (one: AssetFields, other: AssetFields): boolean =>
  ASSET_FIELDS.every((field) => one[field] === other[field]);

export type DirectoryEntry = { system: System; fault?: undefined } | { system?: undefined; fault: string };

export interface Directory {
  ratingOf(systemId: string): Rating | undefined;
  /** The system's name and where it is, for people. */
  describe(systemId: string): string;
  siteOf(system: System): Named | undefined;
  findSites(nameOrId: string): Named[];
  /** `site`: the facility or control center that the system must belong to, by name or id. */
  findSystem(nameOrId: string, site?: string): DirectoryEntry;
  systems: readonly System[];
}

const quoted = (text: string): string => JSON.stringify(text);

function byNameOrId<Record extends Named>(records: readonly Record[]): (nameOrId: string) => Record[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const names = groupBy(records, ({ name }) => name);
  return (nameOrId) => (byId.has(nameOrId) ? [byId.get(nameOrId)!] : (names.get(nameOrId) ?? []));
}

export function createDirectory({ systems, facilities, controlCenters }: Snapshot): Directory {
  const byId = new Map(systems.map((system) => [system.id, system]));
  const sites = new Map([...facilities, ...controlCenters].map((site) => [site.id, site]));
  const systemsOf = byNameOrId(systems);
  const sitesOf = byNameOrId([...sites.values()]);
  const siteOf = (system: System): Named | undefined =>
    sites.get(system.facility_id ?? system.control_center_id ?? '');
  const placed = (system: System): string =>
    `${system.name} of ${siteOf(system)?.name ?? 'an unknown site'} (${system.id})`;

  const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const byFolded = new Map(systems.map((system) => [folded(system.name), system]));

  function similar(name: string): string {
    const meant = byFolded.get(folded(name));
    return meant
      ? `; did you mean ${quoted(meant.name)}?`
      : '; name one that is there, or translate the value under fields.cyber_system.values of the map';
  }

  return {
    systems,
    siteOf,
    findSites: sitesOf,
    ratingOf: (systemId) => byId.get(systemId)?.impact_rating,
    describe: (systemId) => (byId.has(systemId) ? placed(byId.get(systemId)!) : systemId),
    findSystem(nameOrId, site) {
      const named = systemsOf(nameOrId);
      if (named.length === 0)
        return {
          fault: `cyber_system ${quoted(nameOrId)} is no cyber system of the organization${similar(nameOrId)}`,
        };
      if (site !== undefined && sitesOf(site).length === 0)
        return { fault: `site ${quoted(site)} is no facility or control center of the organization` };
      const there =
        site === undefined ? named : named.filter((system) => sitesOf(site).includes(siteOf(system)!));
      if (there.length === 0)
        return {
          fault: `cyber_system ${quoted(nameOrId)} does not belong to ${quoted(site!)}, but to ${named.map((system) => siteOf(system)?.name).join(', ')}`,
        };
      if (there.length > 1)
        return {
          fault: `cyber_system ${quoted(nameOrId)} is the name of ${there.length} systems: ${there.map(placed).join(', ')}; add fields.site to the map, or give ids`,
        };
      return { system: there[0]! };
    },
  };
}

export interface Scope {
  kind: 'facility' | 'control_center' | 'system';
  nameOrId: string;
}

/** A change is in scope when the asset is there before it or after it. */
export type InScope = (systemId: string | undefined) => boolean;

const PREFIXES = { facility: 'fac_', control_center: 'cc_' } as const;

function systemsOf({ kind, nameOrId }: Scope, directory: Directory): System[] {
  if (kind === 'system') {
    const found = directory.systems.filter(({ id, name }) => id === nameOrId || name === nameOrId);
    if (found.length === 0)
      throw new SyncError(`--scope: there is no cyber system ${JSON.stringify(nameOrId)}.`);
    if (found.length > 1)
      throw new SyncError(
        `--scope: ${JSON.stringify(nameOrId)} is the name of ${found.length} cyber systems: ${found.map(({ id }) => directory.describe(id)).join(', ')}. Give the id.`,
      );
    return found;
  }
  const sites = directory.findSites(nameOrId).filter(({ id }) => id.startsWith(PREFIXES[kind]));
  if (sites.length === 0)
    throw new SyncError(`--scope: there is no ${kind.replace('_', ' ')} ${JSON.stringify(nameOrId)}.`);
  if (sites.length > 1)
    throw new SyncError(
      `--scope: ${JSON.stringify(nameOrId)} is the name of several: ${sites.map(({ id }) => id).join(', ')}. Give the id.`,
    );
  return directory.systems.filter((system) => directory.siteOf(system) === sites[0]);
}

/** Of several, all together; of none, everything. @throws SyncError. */
export function createInScope(scopes: readonly Scope[], directory: Directory): InScope {
  if (scopes.length === 0) return () => true;
  const ids = new Set(scopes.flatMap((scope) => systemsOf(scope, directory)).map(({ id }) => id));
  return (systemId) => systemId !== undefined && ids.has(systemId);
}
