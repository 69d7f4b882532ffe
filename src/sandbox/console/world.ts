// Reads a summary of the inventory of a world: sites, systems by rating and asset counts.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';

type Rating = 'high' | 'medium' | 'low';

interface RecordLocation {
  id: string;
  name: string;
}

export interface WorldSystem extends RecordLocation {
  impact_rating: Rating;
  hardware: number;
  software: number;
}

export interface WorldSite extends RecordLocation {
  kind: 'facility' | 'control_center';
  systems: WorldSystem[];
}

export interface World {
  counts: { facilities: number; control_centers: number; cyber_systems: number; cyber_assets: number };
  ratings: Record<Rating, { systems: number; assets: number }>;
  /** Control centers first: they have the highest ratings. */
  sites: WorldSite[];
}

type SystemRow = WorldSystem & { facility_id: string | null; control_center_id: string | null };

const assetsOf = (systems: WorldSystem[]): number =>
  systems.reduce((sum, { hardware, software }) => sum + hardware + software, 0);

export function createReadWorld(database: Database): (world: OrganizationId) => Promise<World> {
  const { knex } = database;
  type Params = { organization: OrganizationId };
  const places = (table: string) =>
    compile<Params, RecordLocation>((param) =>
      knex(table).select('id', 'name').where('organization_id', param('organization')).orderBy('name'),
    );
  const [facilities, controlCenters] = [places('facilities'), places('control_centers')];
  const count = (type: string) => knex.raw('count(case when a.asset_type = ? then 1 end)', [type]);
  const systemsWithCounts = compile<Params, SystemRow>((param) =>
    knex({ s: 'cyber_systems' })
      .leftJoin(
        { a: 'cyber_assets' },
        { 'a.organization_id': 's.organization_id', 'a.cyber_system_id': 's.id' },
      )
      .where('s.organization_id', param('organization'))
      .groupBy('s.id', 's.name', 's.impact_rating', 's.facility_id', 's.control_center_id')
      .orderBy('s.name')
      .select('s.id', 's.name', 's.impact_rating', 's.facility_id', 's.control_center_id', {
        hardware: count('hardware'),
        software: count('software'),
      }),
  );

  return async (organization) => {
    const scope = { organization };
    const rows = await database.read(scope, systemsWithCounts, scope);
    const siteOf = (kind: WorldSite['kind'], { id, name }: RecordLocation): WorldSite => ({
      id,
      name,
      kind,
      systems: rows
        .filter((row) => row[`${kind}_id`] === id)
        .map((row) => ({
          id: row.id,
          name: row.name,
          impact_rating: row.impact_rating,
          hardware: row.hardware,
          software: row.software,
        })),
    });
    const sites = [
      ...(await database.read(scope, controlCenters, scope)).map((place) => siteOf('control_center', place)),
      ...(await database.read(scope, facilities, scope)).map((place) => siteOf('facility', place)),
    ];
    const rated = (rating: Rating) => {
      const systems = rows.filter(({ impact_rating }) => impact_rating === rating);
      return { systems: systems.length, assets: assetsOf(systems) };
    };
    const number = (kind: WorldSite['kind']) => sites.filter((site) => site.kind === kind).length;
    return {
      counts: {
        facilities: number('facility'),
        control_centers: number('control_center'),
        cyber_systems: rows.length,
        cyber_assets: assetsOf(rows),
      },
      ratings: { high: rated('high'), medium: rated('medium'), low: rated('low') },
      sites,
    };
  };
}
