// Stores organizations, which operators create and list.
import { typeid } from 'typeid-js';
import type { RecordActivity } from '../audit/append';
import type { RecordKind } from '../audit/compare-records';
import { type Activity, changesOf } from '../audit/entry';
import type { Database } from '../../database/database';
import { requireWritten } from '../../database/kept-change';
import { compile } from '../../database/statement';
import type { Organization, OrganizationId } from '../../base/organization';

export interface OrganizationRecord extends Organization {
  name: string;
  created_at: string;
}

export interface OrganizationStore {
  /** Returns undefined when the slug is taken. `id`: a new id by default. */
  create(slug: string, name: string, id?: string): Promise<OrganizationRecord | undefined>;
  /** Changes the name. The slug stays, because callers and commands refer to it. */
  rename(id: OrganizationId, name: string): Promise<void>;
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
  const byId = compile<{ id: string }, OrganizationRecord>((param) =>
    knex('organizations').select(columns).where('id', param('id')),
  );
  const setName = compile<{ id: string; name: string }, never>((param) =>
    knex('organizations').where('id', param('id')).update('name', param('name')),
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
          const written = knex('organizations').where({ id: row.id, slug, name });
          await requireWritten(database, transaction, `the organization ${slug}`, written);
          await record(transaction, row.id, [created(row)]);
        });
      } catch (error) {
        if (dialect.brokenConstraint(error, 'organizations') === 'unique') return undefined;
        throw error;
      }
      return { id: row.id, slug, name, created_at: row.createdAt };
    },
    rename: (id, name) =>
      database.write({ organization: id, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(byId, { id });
        if (!before || before.name === name) return;
        await transaction.run(setName, { id, name });
        const written = knex('organizations').where({ id, name });
        await requireWritten(database, transaction, `the name of the organization ${before.slug}`, written);
        await record(transaction, id, [renamed(before, name)]);
      }),
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

const renamed = (before: OrganizationRecord, name: string): Activity => ({
  operation: 'updated',
  resourceType: 'organization',
  resourceId: before.id,
  description: `Renamed the organization ${before.name} to ${name}.`,
  changes: changesOf(['name'], { name: before.name }, { name }),
});

const PROVIDER_FIELDS = ['issuer', 'client_id', 'domains'];

export const ORGANIZATION_KIND: RecordKind = {
  resourceType: 'organization',
  tables: ['organizations', 'identity_providers'],
  fields: ['slug', 'name', ...PROVIDER_FIELDS],
  id: 'o.id',
  rows: (knex, organization) =>
    knex({ o: 'organizations' })
      .leftJoin({ p: 'identity_providers' }, 'p.organization_id', 'o.id')
      .where('o.id', organization)
      .select('o.id', 'o.slug', 'o.name', ...PROVIDER_FIELDS.map((field) => `p.${field}`)),
  ofRow: (row) => ({ ...row, domains: listed(row['domains'] ?? null) }),
  isReset: false,
};

/** Returns the domains of an identity provider as the log writes them. */
function listed(domains: string | null): string | null {
  try {
    if (domains === null) return null;
    const list = JSON.parse(domains) as unknown[];
    const isPlain = list.every((domain) => typeof domain === 'string' && !domain.includes(','));
    return isPlain ? list.join(', ') : domains;
  } catch {
    return domains; // the server did not write this value, so the comparison reports it
  }
}
