// Names of the inventory for the activity log: the records of entries, and their places.
import type { Database, Transaction } from '../../database/database';
import { compileFindRow } from '../../database/rows';
import type { OrganizationId } from '../../base/organization';
import type { NameSources, ReadEntry } from '../audit/names';

interface Id {
  organization_id: OrganizationId;
  id: string;
}
type Named = Id & { name: string };
type System = Named & { facility_id: string | null; control_center_id: string | null };
type Asset = Named & { cyber_system_id: string };

const idsOf = (entries: readonly ReadEntry[], type: string): string[] =>
  entries.flatMap(({ row }) => (row.resource_type === type ? [row.resource_id] : []));

export function createFindPresentRecords(database: Database): NameSources['findPresentRecords'] {
  const finderOf = <Row extends Id>(table: string, columns: readonly string[] = []) => {
    const query = compileFindRow<Id, Row>(
      database,
      table,
      ['organization_id', 'id'],
      ['organization_id', 'id', 'name', ...columns],
    );
    return async (
      all: Transaction['all'],
      organization_id: OrganizationId,
      ids: readonly (string | null | undefined)[],
    ): Promise<Map<string, Row>> => {
      const keys = [...new Set(ids)].flatMap((id) => (id ? [{ organization_id, id }] : []));
      const found = keys.length === 0 ? [] : await query.run(all, keys);
      return new Map(found.flatMap((row) => (row ? [[row.id, row]] : [])));
    };
  };
  const findAssets = finderOf<Asset>('cyber_assets', ['cyber_system_id']);
  const findSystems = finderOf<System>('cyber_systems', ['facility_id', 'control_center_id']);
  const findFacilities = finderOf<Named>('facilities');
  const findControlCenters = finderOf<Named>('control_centers');

  return async (all, organization, entries) => {
    const assets = await findAssets(all, organization, idsOf(entries, 'cyber-asset'));
    const systemIdOf = ({ row, system }: ReadEntry): string | undefined =>
      row.resource_type === 'cyber-system'
        ? row.resource_id
        : (system ?? assets.get(row.resource_id)?.cyber_system_id);
    const systems = await findSystems(all, organization, entries.map(systemIdOf));
    const systemOf = (entry: ReadEntry): System | undefined => systems.get(systemIdOf(entry) ?? '');

    const siteIdOf = (entry: ReadEntry): string | null | undefined => {
      const system = systemOf(entry);
      return entry.site ?? system?.facility_id ?? system?.control_center_id;
    };
    const siteIds = entries.map(siteIdOf);
    const sites = new Map([
      ...(await findFacilities(all, organization, [...idsOf(entries, 'facility'), ...siteIds])),
      ...(await findControlCenters(all, organization, [...idsOf(entries, 'control-center'), ...siteIds])),
    ]);
    const named: ReadonlyMap<string, Named>[] = [assets, systems, sites];
    return {
      nameOf: ({ row }) => named.map((each) => each.get(row.resource_id)?.name).find(Boolean),
      systemNameOf: (entry) =>
        entry.row.resource_type === 'cyber-asset' ? systemOf(entry)?.name : undefined,
      siteNameOf: (entry) => sites.get(siteIdOf(entry) ?? '')?.name,
    };
  };
}
