// What the four resources have in common: a collection of an organization's records, read as JSON that the database builds.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonBytes, JsonText } from '../contract/handler';
import type { Database, Transaction } from '../database/database';
import { compile } from '../database/statement';
import type { Organization, OrganizationId } from '../organizations/organization';

export type CollectionName = 'facilities' | 'control_centers' | 'cyber_systems' | 'cyber_assets';

export interface Collection<Item> {
  /** Another text for each state of the collection. */
  version(organization: Organization): Promise<string>;
  /** All records in order of id, and the version of the very same state. */
  list(organization: Organization): Promise<{ version: string; body: JsonText<Item[]> | JsonBytes<Item[]> }>;
  get(organization: Organization, id: string, transaction?: Transaction): Promise<JsonText<Item> | undefined>;
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

export function createCollection<Item>(database: Database, { name, columns = (query) => query.select('t.*'), json }: CollectionOptions): Collection<Item> {
  const { knex, dialect } = database;
  type Of = OfOrganization & { slug: string };
  const rows = (organization: string) => columns(knex({ t: name })).where('t.organization_id', organization);
  const versionQuery = (organization: string) => knex('collection_versions').select('version').where({ organization_id: organization, collection: name });

  const selectVersion = compile<OfOrganization, { version: string }>((param) => versionQuery(param('organization')));
  const selectAll = compile<Of, { version: string | null; body: JsonText<Item[]> | JsonBytes<Item[]> }>((param) =>
    knex.select({
      version: versionQuery(param('organization')),
      // Ordered inside, where the primary key gives the order: an aggregate would sort the finished texts.
      body: knex(rows(param('organization')).orderBy('t.id').as('r')).select(dialect.jsonArray(json(knex.raw('?', param('slug'))))),
    }),
  );
  const selectOne = compile<Of & { id: string }, { body: JsonText<Item> }>((param) =>
    knex(rows(param('organization')).where('t.id', param('id')).as('r')).select({ body: json(knex.raw('?', param('slug'))) }),
  );

  return {
    async version(organization) {
      const [row] = await database.read({ organization: organization.id }, selectVersion, { organization: organization.id });
      return row?.version ?? '';
    },
    async list({ id, slug }) {
      const [row] = await database.read({ organization: id }, selectAll, { organization: id, slug });
      return { version: row!.version ?? '', body: row!.body };
    },
    async get({ id: organization, slug }, id, transaction) {
      const params = { organization, slug, id };
      const [row] = await (transaction ? transaction.all(selectOne, params) : database.read({ organization }, selectOne, params));
      return row?.body;
    },
  };
}

/** Gives a collection a new version: part of every transaction that changes it. */
export function createVersionBump({ knex }: Database) {
  const upsert = compile<OfOrganization & { collection: CollectionName; version: string }, never>((param) =>
    knex('collection_versions')
      .insert({ organization_id: param('organization'), collection: param('collection'), version: param('version') })
      .onConflict(['organization_id', 'collection'])
      .merge(['version']),
  );
  return (transaction: Transaction, organization: OrganizationId, collection: CollectionName): Promise<number> =>
    transaction.run(upsert, { organization, collection, version: randomUUID() });
}
