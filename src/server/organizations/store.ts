// Stores organizations, which operators create and list.
import { typeid } from 'typeid-js';
import type { RecordActivity } from '../audit/append';
import type { RecordKind } from '../audit/compare-records';
import { listChanges, createEntry } from '../audit/entry';
import type { Database } from '../../database/database';
import { requireWritten } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { Organization, OrganizationId } from '../../base/organization';
import { parseJson } from '../../base/values';

export interface OrganizationRecord extends Organization {
  name: string;
  created_at: string;
}

const COLUMNS = ['id', 'slug', 'name', 'created_at'];

export function createOrganizationStore(database: Database, record: RecordActivity) {
  const { knex, dialect } = database;
  const select = (where: object) =>
    once<OrganizationRecord>(knex('organizations').select(COLUMNS).where(where).orderBy('slug'));

  return {
    /** Returns undefined when the slug is taken. `id`: a new id by default. */
    async create(
      slug: string,
      name: string,
      id: string = typeid('org').toString(),
    ): Promise<OrganizationRecord | undefined> {
      const row = { id: id as OrganizationId, slug, name, created_at: new Date().toISOString() };
      try {
        await database.write({ organization: row.id, by: 'operator' }, async (transaction) => {
          await transaction.run(once(knex('organizations').insert(row)), {});
          const written = knex('organizations').where({ id, slug, name });
          await requireWritten(database, transaction, `the organization ${slug}`, written);
          const changes = listChanges(['slug', 'name'], {}, row);
          const description = `Created the organization ${name}.`;
          await record(transaction, row.id, [
            createEntry('organization', id, 'created', description, changes),
          ]);
        });
      } catch (error) {
        if (dialect.brokenConstraint(error, 'organizations') === 'unique') return undefined;
        throw error;
      }
      return row;
    },

    /** Changes the name. The slug stays, because callers and commands refer to it. */
    rename(id: OrganizationId, name: string): Promise<void> {
      return database.write({ organization: id, by: 'operator' }, async (transaction) => {
        const [before] = await transaction.all(select({ id }), {});
        if (!before || before.name === name) return;
        await transaction.run(once(knex('organizations').where({ id }).update({ name })), {});
        const written = knex('organizations').where({ id, name });
        await requireWritten(database, transaction, `the name of the organization ${before.slug}`, written);
        const changes = listChanges(['name'], { name: before.name }, { name });
        const description = `Renamed the organization ${before.name} to ${name}.`;
        await record(transaction, id, [createEntry('organization', id, 'updated', description, changes)]);
      });
    },

    async find(slug: string): Promise<OrganizationRecord | undefined> {
      return (await database.read('operator', select({ slug }), {}))[0];
    },

    list: (): Promise<OrganizationRecord[]> => database.read('operator', select({}), {}),
  };
}

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
};

/** Returns the domains of an identity provider as the log writes them. */
function listed(domains: string | null): string | null {
  const list = domains === null ? undefined : parseJson(domains);
  const isPlain = (domain: unknown) => typeof domain === 'string' && !domain.includes(',');
  // The server did not write another value, so the comparison reports it.
  return Array.isArray(list) && list.every(isPlain) ? list.join(', ') : domains;
}
