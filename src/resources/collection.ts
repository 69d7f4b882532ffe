// What the four resources have in common: a collection of an organization's records, read as JSON that the database builds.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonText } from '../contract/handler';
import type { Database, Transaction } from '../database/database';
import { compileLookup } from '../database/lookup';
import { compileInsertRows, toRows } from '../database/rows';
import type { Organization, OrganizationId } from '../organizations/organization';
import { type ListBody, createList } from './list';

export type CollectionName = 'facilities' | 'control_centers' | 'cyber_systems' | 'cyber_assets';

export interface Collection<Item> {
  /** Another text for each state of the collection. */
  version(organization: Organization): Promise<string>;
  /** All records in order of id, and the version of the very same state. */
  list(organization: Organization): Promise<{ version: string; body: ListBody<Item> }>;
  get(organization: Organization, id: string): Promise<JsonText<Item> | undefined>;
  /** As a transaction sees them: one for each key, undefined where there is none. */
  getAll(transaction: Transaction, keys: RecordKey[]): Promise<(JsonText<Item> | undefined)[]>;
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
    async getAll(transaction, keys) {
      const lookups = JSON.stringify(
        keys.map(({ organization, id }) => ({ organization: organization.id, slug: organization.slug, id })),
      );
      const rows = await transaction.all(findOne.each, { lookups });
      return rows.map(({ value }) => (value ?? undefined) as JsonText<Item> | undefined);
    },
  };
}

/** Gives a collection of organizations a new version: part of every transaction that changes it. */
export type BumpVersions = (
  transaction: Transaction,
  organizations: OrganizationId[],
  collection: CollectionName,
) => Promise<void>;

export function createBumpVersions(database: Database): BumpVersions {
  const upsert = compileInsertRows(
    database,
    'collection_versions',
    ['organization_id', 'collection', 'version'],
    { key: ['organization_id', 'collection'] },
  );
  return async (transaction, organizations, collection) =>
    void (await transaction.run(
      upsert,
      toRows(
        organizations.map((organization_id) => ({ organization_id, collection, version: randomUUID() })),
      ),
    ));
}
