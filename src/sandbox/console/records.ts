// Lists the records of planned operations for the console.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import { type Fields, wordsOf } from '../../contract/record-model';
import { COLLECTIONS } from '../../server/import/collections';
import type { OrganizationId } from '../../base/organization';
import { HIDDEN } from '../control/records';
import { RECORD_TABLE } from '../record-table';
import { VIEWS } from '../world/views';

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
