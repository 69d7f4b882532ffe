// Finds the present records of log entries, and where they are.
import type { Database, Transaction } from '../database/database';
import { compileFindRow } from '../database/rows';
import type { OrganizationId } from '../organizations/organization';
import type { ActivityRow } from './chain';
import { valueIn } from './entry-values';

interface Id {
  organization_id: OrganizationId;
  id: string;
}
type Named = Id & { name: string };
type System = Named & { facility_id: string | null; control_center_id: string | null };
type Asset = Named & { cyber_system_id: string };

export interface PresentRecords {
  nameOf(row: ActivityRow): string | undefined;
  /** Returns the system of an entry about an asset or a system: the one in the entry, or else the present one. */
  systemOf(row: ActivityRow): System | undefined;
  /** Returns the name of the facility or control center, likewise. */
  siteNameOf(row: ActivityRow): string | undefined;
}

const idsOf = (rows: readonly ActivityRow[], type: string): string[] =>
  rows.filter(({ resource_type }) => resource_type === type).map(({ resource_id }) => resource_id);

export function createFindPresentRecords(database: Database) {
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

  return async (
    all: Transaction['all'],
    organization: OrganizationId,
    rows: readonly ActivityRow[],
  ): Promise<PresentRecords> => {
    const assets = await findAssets(all, organization, idsOf(rows, 'cyber-asset'));
    const systemIdOf = (row: ActivityRow): string | undefined =>
      row.resource_type === 'cyber-system'
        ? row.resource_id
        : (valueIn(row, 'cyber_system_id') ?? assets.get(row.resource_id)?.cyber_system_id);
    const systems = await findSystems(all, organization, rows.map(systemIdOf));
    const systemOf = (row: ActivityRow): System | undefined => systems.get(systemIdOf(row) ?? '');

    const siteIdOf = (row: ActivityRow): string | null | undefined => {
      const system = systemOf(row);
      return (
        valueIn(row, 'facility_id', 'control_center_id') ?? system?.facility_id ?? system?.control_center_id
      );
    };
    const siteIds = rows.map(siteIdOf);
    const sites = new Map([
      ...(await findFacilities(all, organization, [...idsOf(rows, 'facility'), ...siteIds])),
      ...(await findControlCenters(all, organization, [...idsOf(rows, 'control-center'), ...siteIds])),
    ]);
    const named: ReadonlyMap<string, Named>[] = [assets, systems, sites];
    return {
      nameOf: ({ resource_id }) => named.map((each) => each.get(resource_id)?.name).find(Boolean),
      systemOf,
      siteNameOf: (row) => sites.get(siteIdOf(row) ?? '')?.name,
    };
  };
}
