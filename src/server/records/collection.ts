// A collection of an organization's records, which the database returns as JSON, with its list and get handlers. All
// four resources use it.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonText } from '../../contract/handler';
import type { BatchedChange, BatchedQuery, Database, Transaction } from '../../database/database';
import { compileLookup, findEach, queryEach } from '../../database/query-batcher';
import { compileInsertRows } from '../../database/rows';
import { compile } from '../../database/statement';
import type { Organization, OrganizationId } from '../../base/organization';
import { type ListBody, createList } from './list';
import { computeEtag } from '../../base/digest';
import { mapInSlices } from '../../base/scheduling/time-slices';
import { holds } from '../api/etags';
import { noRecord } from '../../base/errors';

export type CollectionName = 'facilities' | 'control_centers' | 'cyber_systems' | 'cyber_assets';

export type Collection<Item> = ReturnType<typeof createCollection<Item>>;

type RecordKey = { organization: Organization; id: string };
type Searched = { organization: Organization; value: string };

interface CollectionOptions {
  name: CollectionName;
  /** Selects the columns of the representation from the table `t` and from joined tables. */
  columns?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
  /**
   * Builds the representation of a row `r` of these columns. `slug`: placeholder of the organization's slug.
   */
  json: (slug: Knex.Raw) => Knex.Raw;
  /** Columns with an index, beside the key. */
  searched?: readonly string[];
}

type OfOrganization = { organization: OrganizationId };

/** Records of one read for a change, so that other requests run between the reads of a long list. */
const PAGE = 2000;

export function createCollection<Item>(
  database: Database,
  { name, columns = (query) => query.select('t.*'), json, searched = [] }: CollectionOptions,
) {
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
  const selectPage = compile<Of & { after: string }, { value: string }>((param) =>
    knex(
      rows(param('organization')).where('t.id', '>', param('after')).orderBy('t.id').limit(PAGE).as('r'),
    ).select({ value: json(knex.raw('?', param('slug'))) }),
  );
  async function selectAll(all: Transaction['all'], { id: organization, slug }: Organization) {
    const items: (Item & { id: string })[] = [];
    let page: { value: string }[];
    do {
      page = await all(selectPage, { organization, slug, after: items.at(-1)?.id ?? '' });
      for (const { value } of page) items.push(JSON.parse(value) as Item & { id: string });
    } while (page.length === PAGE);
    return items;
  }
  const findOne = compileLookup<Of & { id: string }>(database, (value) =>
    knex(rows(value('organization')).where('t.id', value('id')).as('r')).select({
      value: json(value('slug')),
    }),
  );

  /** Sorted here: a statement with an order could walk the primary key instead of the index. */
  const searches = searched.map((column) => {
    const select = compile<Of & { value: string }, { id: string; value: string }>((param) =>
      knex(rows(param('organization')).where(`t.${column}`, param('value')).as('r')).select({
        id: 'r.id',
        value: json(knex.raw('?', param('slug'))),
      }),
    );
    const query = queryEach(async (all, { organization: { id, slug }, value }: Searched) => {
      const found = await all(select, { organization: id, slug, value });
      found.sort((one, other) => (one.id < other.id ? -1 : 1));
      return mapInSlices(found, (row) => JSON.parse(row.value) as Item);
    });
    return [column, query] as const;
  });

  const forUpdate: BatchedQuery<RecordKey, JsonText<Item> | undefined> = {
    async run(all, keys) {
      const lookups = keys.map(({ organization: { id: organization, slug }, id }) => ({
        organization,
        slug,
        id,
      }));
      const values = await findEach(database, all, findOne, lookups);
      return values.map((value) => (value ?? undefined) as JsonText<Item> | undefined);
    },
    lock: ({ organization, id }) => `${name} ${organization.id} ${id}`,
  };

  return {
    name,
    /** By indexed column: returns the records with a value, in order of id. */
    search: new Map(searches),
    /** Returns a text that differs for each state of the collection. */
    version: async ({ id: organization }: Organization): Promise<string> =>
      (await database.find({ organization }, findVersion, { organization })) ?? '',
    /** Returns all records in order of id, and the version of the same state. */
    list,
    get: ({ id: organization, slug }: Organization, id: string) =>
      database.find({ organization }, findOne, { organization, slug, id }) as Promise<
        JsonText<Item> | undefined
      >,
    /** Finds a record that the caller is about to change. */
    forUpdate,
    /** Finds all records, for a change that depends on several. */
    allForUpdate: queryEach(selectAll),
  };
}

/** Gives a collection of organizations a new version. Belongs to every transaction that changes the collection. */
export function createVersionChange(database: Database, collection: CollectionName) {
  const key = ['organization_id', 'collection'];
  const upsert = compileInsertRows(database, 'collection_versions', [...key, 'version'], { key });
  const newVersion = (organization_id: OrganizationId) => ({
    organization_id,
    collection,
    version: randomUUID(),
  });
  return {
    statements: (organizations) => upsert([...new Set(organizations)].map(newVersion)),
  } satisfies BatchedChange<OrganizationId>;
}

/** The names of one record in messages. */
export const NOUNS: Record<CollectionName, string> = {
  facilities: 'facility',
  control_centers: 'control center',
  cyber_systems: 'cyber system',
  cyber_assets: 'cyber asset',
};

type ListResult<Item> = { status: 200; body: ListBody<Item>; etag: string } | { status: 304; etag: string };

/** `revision` identifies the contract: a new one may change representations, and so changes the entity tags. */
export async function listRecords<Item>(
  collection: Collection<Item>,
  revision: string,
  { organization, header }: { organization: Organization; header: { 'If-None-Match'?: string } },
): Promise<ListResult<Item>> {
  const tag = (version: string) =>
    computeEtag([organization.id, collection.name, version, revision].join(' '));
  const held = header['If-None-Match'];
  if (held !== undefined) {
    const etag = tag(await collection.version(organization));
    if (holds(held, etag)) return { status: 304, etag };
  }
  const { version, body } = await collection.list(organization);
  return { status: 200, body, etag: tag(version) };
}

export async function getRecord<Item>(
  collection: Collection<Item>,
  { organization, path }: { organization: Organization; path: { id: string } },
): Promise<{ status: 200; body: JsonText<Item> }> {
  const body = await collection.get(organization, path.id);
  if (body === undefined) throw noRecord(NOUNS[collection.name]);
  return { status: 200, body };
}
