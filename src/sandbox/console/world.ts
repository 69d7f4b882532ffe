// Reads a world for the console: sites, systems by rating and asset counts, and the records of planned operations.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { type Fields, wordsOf } from '../../contract/record-model';
import { COLLECTIONS } from '../../server/import/collections';
import { HIDDEN } from '../control/records';
import { RECORD_TABLE } from '../record-table';
import { VIEWS } from '../world/views';

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

interface Line {
  id: string;
  title: string;
  status: string | null;
}

export interface Person {
  id: string;
  name: string;
  role: string;
}

export interface Kind {
  collection: string;
  /** In words, for example `training module`. */
  name: string;
  records: Line[];
}

interface OfWorld {
  organization: OrganizationId;
}
type Row = { collection: string; id: string; record: string };

/** The fields by which people know a record, the best one first. */
const TITLES = ['title', 'name', 'fileName', 'email', 'resourceId', 'userId'];

/** Returns a record as it is at a time, for example `overdue`. Facilities keep their stored names. */
async function viewOf(
  { collection, record }: Pick<Row, 'collection' | 'record'>,
  now: Date,
): Promise<Fields> {
  const fields = JSON.parse(record) as Fields;
  const present = { now, today: now.toISOString().slice(0, 10), list: () => Promise.resolve([]) };
  return (await VIEWS[collection]?.(fields, present)) ?? fields;
}

async function toLine(row: Row, now: Date): Promise<Line> {
  const { id } = row;
  const fields = await viewOf(row, now);
  const title = TITLES.map((name) => fields[name]).find((value) => typeof value === 'string');
  const { status } = fields;
  return { id, title: title ?? id, status: typeof status === 'string' ? status : null };
}

export function createReadRecords(database: Database) {
  const { knex } = database;
  const users = compile<OfWorld, Pick<Row, 'record'>>((param) =>
    knex(RECORD_TABLE)
      .where({ organization_id: param('organization'), collection: 'User', deleted: 0 })
      .orderBy('sequence')
      .select('record'),
  );
  const all = compile<OfWorld, Row>((param) =>
    knex(RECORD_TABLE)
      .where({ organization_id: param('organization'), deleted: 0 })
      .whereNotIn('collection', HIDDEN)
      .orderBy(['collection', 'sequence'])
      .select('collection', 'id', 'record'),
  );
  type Count = { organization_id: OrganizationId; count: number };
  const counts = [...COLLECTIONS, RECORD_TABLE].map((table) =>
    compile<object, Count>(() => {
      const rows = knex(table).groupBy('organization_id').select('organization_id').count({ count: '*' });
      return table === RECORD_TABLE ? rows.where('deleted', 0).whereNotIn('collection', HIDDEN) : rows;
    }),
  );

  return {
    async people(organization: OrganizationId): Promise<Person[]> {
      const rows = await database.read({ organization }, users, { organization });
      return rows.map(({ record }) => {
        const { id, name, role } = JSON.parse(record) as Person;
        return { id, name, role };
      });
    },

    /** `now`: the time of the world. */
    async kinds(organization: OrganizationId, now: Date): Promise<Kind[]> {
      const rows = await database.read({ organization }, all, { organization });
      const collections = [...new Set(rows.map(({ collection }) => collection))];
      const lines = await Promise.all(rows.map((row) => toLine(row, now)));
      return collections.map((collection) => ({
        collection,
        name: wordsOf(collection),
        records: lines.filter((_line, index) => rows[index]!.collection === collection),
      }));
    },

    /** Returns the number of records of each world. */
    async counts(): Promise<Map<OrganizationId, number>> {
      const sums = new Map<OrganizationId, number>();
      for (const statement of counts)
        for (const { organization_id, count } of await database.read('operator', statement, {}))
          sums.set(organization_id, (sums.get(organization_id) ?? 0) + count);
      return sums;
    },
  };
}
