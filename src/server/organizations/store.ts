// Stores organizations, which operators create and list.
import { typeid } from 'typeid-js';
import type { RecordActivity } from '../audit/append';
import { type Activity, changesOf } from '../audit/entry';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { Organization, OrganizationId } from '../../base/organization';

export interface OrganizationRecord extends Organization {
  name: string;
  created_at: string;
}

export interface OrganizationStore {
  /** Returns undefined when the slug is taken. `id`: a new id by default. */
  create(slug: string, name: string, id?: string): Promise<OrganizationRecord | undefined>;
  find(slug: string): Promise<OrganizationRecord | undefined>;
  list(): Promise<OrganizationRecord[]>;
}

export function createOrganizationStore(database: Database, record: RecordActivity): OrganizationStore {
  const { knex, dialect } = database;
  const columns = ['id', 'slug', 'name', 'created_at'];
  type Insert = { id: string; slug: string; name: string; createdAt: string };
  const insert = compile<Insert, never>((param) =>
    knex('organizations').insert({
      id: param('id'),
      slug: param('slug'),
      name: param('name'),
      created_at: param('createdAt'),
    }),
  );
  const bySlug = compile<{ slug: string }, OrganizationRecord>((param) =>
    knex('organizations').select(columns).where('slug', param('slug')),
  );
  const all = compile<unknown, OrganizationRecord>(() =>
    knex('organizations').select(columns).orderBy('slug'),
  );

  return {
    async create(slug, name, id = typeid('org').toString()) {
      const row = { id: id as OrganizationId, slug, name, createdAt: new Date().toISOString() };
      try {
        await database.write({ organization: row.id, by: 'operator' }, async (transaction) => {
          await transaction.run(insert, row);
          await record(transaction, row.id, [created(row)]);
        });
      } catch (error) {
        if (dialect.brokenConstraint(error, 'organizations') === 'unique') return undefined;
        throw error;
      }
      return { id: row.id, slug, name, created_at: row.createdAt };
    },
    async find(slug) {
      const [record] = await database.read('operator', bySlug, { slug });
      return record;
    },
    list: () => database.read('operator', all, undefined),
  };
}

const created = (row: { id: string; slug: string; name: string }): Activity => ({
  operation: 'created',
  resourceType: 'organization',
  resourceId: row.id,
  description: `Created the organization ${row.name}.`,
  changes: changesOf(['slug', 'name'], {}, row),
});
