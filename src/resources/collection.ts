// What the four resources have in common: a collection of an organization's records, read as JSON that the database builds.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonText } from '../contract/handler';
import type { BatchedChange, BatchedQuery, Database, Transaction } from '../database/database';
import { compileLookup } from '../database/lookup';
import { type Rows, compileInsertRows, toRows } from '../database/rows';
import { type Statement, bindTo } from '../database/statement';
import type { Organization, OrganizationId } from '../organizations/organization';
import { type ListBody, createList } from './list';

export type CollectionName = 'facilities' | 'control_centers' | 'cyber_systems' | 'cyber_assets';

export interface Collection<Item> {
  /** Another text for each state of the collection. */
  version(organization: Organization): Promise<string>;
  /** All records in order of id, and the version of the very same state. */
  list(organization: Organization): Promise<{ version: string; body: ListBody<Item> }>;
  get(organization: Organization, id: string): Promise<JsonText<Item> | undefined>;
  /** Finds a record that the caller is about to change. */
  readonly forUpdate: BatchedQuery<RecordKey, JsonText<Item> | undefined>;
}

/** Where a record is. */
export interface RecordKey {
  organization: Organization;
  id: string;
}

export interface CollectionOptions {
  name: CollectionName;
  /** Selects what the representation needs from the table, which is `t`, and what is joined to it. */
  columns?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** The representation of a row `r` of these columns; `slug` is a placeholder of the organization's slug. */
  json: (slug: Knex.Raw) => Knex.Raw;
}

interface OfOrganization {
  organization: OrganizationId;
}

export function createCollection<Item>(
  database: Database,
  { name, columns = (query) => query.select('t.*'), json }: CollectionOptions,
): Collection<Item> {
  const { knex } = database;
  type Of = OfOrganization & { slug: string };
  const rows = (organization: string | Knex.Raw) =>
    columns(knex({ t: name })).where('t.organization_id', organization);
  const versionQuery = (organization: string | Knex.Raw) =>
    knex('collection_versions').where({ organization_id: organization, collection: name });

  const findVersion = compileLookup<OfOrganization>(database, (value) =>
    versionQuery(value('organization')).select({ value: 'version' }),
  );
  const list = createList<Item>(database, {
    rows,
    version: (organization) => versionQuery(organization).select('version'),
    json,
  });
  const findOne = compileLookup<Of & { id: string }>(database, (value) =>
    knex(rows(value('organization')).where('t.id', value('id')).as('r')).select({
      value: json(value('slug')),
    }),
  );

  return {
    async version(organization) {
      return (
        (await database.find({ organization: organization.id }, findVersion, {
          organization: organization.id,
        })) ?? ''
      );
    },
    list,
    async get({ id: organization, slug }, id) {
      return (await database.find({ organization }, findOne, { organization, slug, id })) as
        JsonText<Item> | undefined;
    },
    forUpdate: {
      async run(all, keys) {
        const lookups = keys.map(({ organization, id }) => ({
          organization: organization.id,
          slug: organization.slug,
          id,
        }));
        const rows = await all(findOne.each, { lookups: JSON.stringify(lookups) });
        return rows.map(({ value }) => (value ?? undefined) as JsonText<Item> | undefined);
      },
      lock: ({ organization, id }) => `${name} ${organization.id} ${id}`,
    },
  };
}

const compileUpsertVersions = (database: Database): Statement<Rows, never> =>
  compileInsertRows(database, 'collection_versions', ['organization_id', 'collection', 'version'], {
    key: ['organization_id', 'collection'],
  });

const newVersion = (organization_id: OrganizationId, collection: CollectionName) => ({
  organization_id,
  collection,
  version: randomUUID(),
});

/** Gives a collection a new version. Belongs to every transaction that changes the collection. */
export type BumpVersion = (
  transaction: Transaction,
  organization: OrganizationId,
  collection: CollectionName,
) => Promise<void>;

export function createBumpVersion(database: Database): BumpVersion {
  const upsert = compileUpsertVersions(database);
  return async (transaction, organization, collection) =>
    void (await transaction.run(upsert, toRows([newVersion(organization, collection)])));
}

/** The same as a change of a shared transaction, whose items are the organizations. */
export function createVersionChange(
  database: Database,
  collection: CollectionName,
): BatchedChange<OrganizationId> {
  const upsert = compileUpsertVersions(database);
  return {
    statements: (organizations) => [
      bindTo(upsert, toRows([...new Set(organizations)].map((each) => newVersion(each, collection)))),
    ],
  };
}
