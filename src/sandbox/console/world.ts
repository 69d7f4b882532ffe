// Reads a world for the console: sites with their systems and asset counts, and the records of planned operations.
import { toDay } from '../../base/day';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { type Fields, toWords } from '../../contract/record-model';
import { COLLECTIONS } from '../../server/import/collections';
import { HIDDEN } from '../control/records';
import { RECORD_TABLE } from '../../server/records/table';
import { TABLES } from '../../server/records/tables';
import { NOTHING_ELSE, VIEWS } from '../../server/records/views';

/** Control centers first: they have the highest ratings. */
const SITES = { control_center: 'control_centers', facility: 'facilities' } as const;
type Kind = keyof typeof SITES;

interface OfWorld {
  organization: OrganizationId;
}
interface SystemRow extends Record<`${Kind}_id`, string | null> {
  id: string;
  name: string;
  impact_rating: string;
  hardware: number;
  software: number;
}

type Place = Pick<SystemRow, 'id' | 'name'>;
type Shown = Omit<SystemRow, `${Kind}_id`>;

export function createReadSites(database: Database) {
  const { knex } = database;
  const places = (Object.keys(SITES) as Kind[]).map((kind) => ({
    kind,
    statement: compile<OfWorld, Place>((param) =>
      knex(SITES[kind]).select('id', 'name').where('organization_id', param('organization')).orderBy('name'),
    ),
  }));
  const columns = ['id', 'name', 'impact_rating', 'facility_id', 'control_center_id'].map(
    (name) => `s.${name}`,
  );
  const count = (type: string) => knex.raw('count(case when a.asset_type = ? then 1 end)', [type]);
  const systemsWithCounts = compile<OfWorld, SystemRow>((param) =>
    knex({ s: 'cyber_systems' })
      .leftJoin(
        { a: 'cyber_assets' },
        { 'a.organization_id': 's.organization_id', 'a.cyber_system_id': 's.id' },
      )
      .where('s.organization_id', param('organization'))
      .groupBy(columns)
      .orderBy('s.name')
      .select(columns)
      .select({ hardware: count('hardware'), software: count('software') }),
  );

  return async (organization: OrganizationId) => {
    const scope = { organization };
    const systems = await database.read(scope, systemsWithCounts, scope);
    const sites: (Place & { kind: Kind; systems: Shown[] })[] = [];
    for (const { kind, statement } of places)
      for (const place of await database.read(scope, statement, scope)) {
        const own = systems.filter((system) => system[`${kind}_id`] === place.id);
        const shown = own.map(({ id, name, impact_rating, hardware, software }) => ({
          ...{ id, name, impact_rating },
          ...{ hardware, software },
        }));
        sites.push({ ...place, kind, systems: shown });
      }
    return sites;
  };
}

type Row = { collection: string; id: string; record: string };

/** The newest records of a kind of the inventory. */
const MAX_LISTED = 100;

/** Ids sort by their time of creation behind their prefix. */
const timeOfId = (id = ''): string => id.slice(id.indexOf('_') + 1);

/** The fields by which people know a record, the best one first. */
const TITLES = ['title', 'name', 'fileName', 'email', 'resourceId', 'userId'];

/** Returns the line of a record as it is at a time, for example `overdue`. Facilities keep their stored names. */
async function toLine({ collection, id, record }: Row, now: Date) {
  const stored = JSON.parse(record) as Fields;
  const fields = (await VIEWS[collection]?.(stored, { now, today: toDay(now), ...NOTHING_ELSE })) ?? stored;
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
  const newest = Object.entries(TABLES).map(([collection, table]) => ({
    collection,
    statement: compile<OfWorld, Place>((param) =>
      knex(table)
        .select('id', 'name')
        .where('organization_id', param('organization'))
        .orderBy('id', 'desc')
        .limit(MAX_LISTED),
    ),
    count: compile<OfWorld, { count: number }>((param) =>
      knex(table).where('organization_id', param('organization')).count({ count: '*' }),
    ),
  }));
  type Count = { organization_id: OrganizationId; count: number };
  const counts = [...COLLECTIONS, RECORD_TABLE].map((table) =>
    compile<object, Count>(() => {
      const rows = knex(table).groupBy('organization_id').select('organization_id').count({ count: '*' });
      return table === RECORD_TABLE ? rows.where('deleted', 0).whereNotIn('collection', HIDDEN) : rows;
    }),
  );

  return {
    async people(organization: OrganizationId) {
      const rows = await database.read({ organization }, users, { organization });
      const people = rows.map(({ record }) => JSON.parse(record) as Record<'id' | 'name' | 'role', string>);
      return people.map(({ id, name, role }) => ({ id, name, role }));
    },

    /** Returns the kinds with records, the one with the newest record first. `now`: the time of the world. */
    async kinds(organization: OrganizationId, now: Date) {
      const scope = { organization };
      const rows = (await database.read(scope, all, scope)).reverse();
      const collections = [...new Set(rows.map(({ collection }) => collection))];
      const lines = await Promise.all(rows.map((row) => toLine(row, now)));
      const kinds = collections.map((collection) => {
        const records = lines.filter((_line, index) => rows[index]!.collection === collection);
        return { collection, total: records.length, records };
      });
      for (const { collection, statement, count } of newest) {
        const [{ count: total }] = (await database.read(scope, count, scope)) as [{ count: number }];
        const places = total > 0 ? await database.read(scope, statement, scope) : [];
        const records = places.map(({ id, name }) => ({ id, title: name, status: null }));
        if (total > 0) kinds.push({ collection, total, records });
      }
      return kinds
        .map((kind) => ({ ...kind, name: toWords(kind.collection) })) // for example `training module`
        .sort((one, other) => timeOfId(other.records[0]?.id).localeCompare(timeOfId(one.records[0]?.id)));
    },

    async counts(): Promise<Map<OrganizationId, number>> {
      const sums = new Map<OrganizationId, number>();
      for (const statement of counts)
        for (const { organization_id, count } of await database.read('operator', statement, {}))
          sums.set(organization_id, (sums.get(organization_id) ?? 0) + count);
      return sums;
    },
  };
}
