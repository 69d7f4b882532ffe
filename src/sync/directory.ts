// Systems, facilities and control centers, to be found by id or name. This API only reads them: a map says what the source calls them.
import { groupBy } from '../group-by';
import type { Named, Rating, Snapshot, System } from './inventory';

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
