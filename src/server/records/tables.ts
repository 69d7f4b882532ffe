// The tables of the inventory: their representations, and their changes, of which released operations make those of assets only.
import type { components } from '../../../generated/types';
import { conflict } from '../../base/errors';
import { nameKey } from '../../base/text';
import { type ContractDocument, listOperations } from '../../contract/document';
import { type Fields, createRecordModel } from '../../contract/record-model';
import { isLarge } from '../../contract/validator';
import type { BatchedChange, Database, Transaction } from '../../database/database';
import { compileChange, compileDeleteRows, compileInsertRows, compileUpdateRows } from '../../database/rows';
import { type CyberAsset, createCyberAssetStore } from './asset-store';
import { type Collection, type CollectionName, createVersionChange, createCollection } from './collection';
import type { TableStore } from './table';

type Schemas = components['schemas'];

/** By the names of their records in the contract, in the order of writing. */
export const TABLES: Record<string, CollectionName> = {
  Facility: 'facilities',
  ControlCenter: 'control_centers',
  CyberSystem: 'cyber_systems',
  CyberAsset: 'cyber_assets',
};

/** Returns the tables that released operations of a contract change. */
export function changedTables(document: ContractDocument): string[] {
  const changes = listOperations(document).filter(
    ({ availability, method }) => availability === 'available' && method !== 'GET',
  );
  const changed = new Set(changes.map(createRecordModel(document).collectionOf));
  // Every server may change assets. An operation on one of the others changes the records below it too.
  const isSomePlaceChanged = Object.keys(TABLES).some((kind) => kind !== 'CyberAsset' && changed.has(kind));
  return [
    ...(isSomePlaceChanged ? Object.values(TABLES) : []),
    ...(changed.has('User') ? ['memberships', 'invitations'] : []),
  ];
}

/** Returns the collections by the names of their records in the contract. */
export function createInventoryCollections(database: Database) {
  const { dialect } = database;
  /** A system has the id of a facility or of a control center; the other is absent, not null. */
  return {
    Facility: createCollection<Schemas['Facility']>(database, {
      name: 'facilities',
      json: (slug) => dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
    }),
    ControlCenter: createCollection<Schemas['ControlCenter']>(database, {
      name: 'control_centers',
      json: (slug) => dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
    }),
    CyberSystem: createCollection<Schemas['CyberSystem']>(database, {
      name: 'cyber_systems',
      searched: ['facility_id', 'control_center_id'],
      json(slug) {
        const at = (place: string) =>
          dialect.jsonObject({
            id: 'r.id',
            name: 'r.name',
            impact_rating: 'r.impact_rating',
            [place]: `r.${place}`,
            organization_slug: slug,
          });
        const places = [at('control_center_id'), at('facility_id')];
        return database.knex.raw('case when ?? is null then ? else ? end', ['r.facility_id', ...places]);
      },
    }),
    CyberAsset: createCyberAssetStore(database),
  };
}

type InventoryCollections = ReturnType<typeof createInventoryCollections>;

const KEY = ['organization_id', 'id'];

/** Returns how a table saves rows. A change also gives the `dependent` collections a new version. */
function createSave(
  database: Database,
  name: CollectionName,
  columns: string[],
  dependent: CollectionName[] = [],
): TableStore['save'] {
  const inUse = (error: unknown): unknown =>
    database.dialect.brokenConstraint(error, name) === 'foreign key'
      ? conflict('Other records belong to this one. Move or delete them first.')
      : error;
  const insert = compileChange<Fields>(compileInsertRows(database, name, [...KEY, ...columns]));
  const update = compileChange<Fields>(compileUpdateRows(database, name, KEY, columns));
  const remove: BatchedChange<Fields> = compileChange(compileDeleteRows(database, name, KEY), inUse);
  const versions = [name, ...dependent].map((each) => createVersionChange(database, each));
  return (transaction, { id: organization_id }, _collection, before, after) => {
    const row = Object.fromEntries(columns.map((column) => [column, after?.[column] ?? null]));
    const key = { organization_id, id: (after ?? before)!.id };
    transaction.change(after ? (before ? update : insert) : remove, { ...key, ...row });
    for (const version of versions) transaction.change(version, organization_id);
  };
}

const toStore = (
  database: Database,
  collection: Collection<unknown>,
  save: TableStore['save'],
): TableStore => ({
  async find(transaction, organization, id) {
    const text = await (transaction
      ? transaction.query(collection.forUpdate, { organization, id })
      : collection.get(organization, id));
    return text === undefined ? undefined : (JSON.parse(text) as Fields);
  },
  async list(transaction, organization) {
    if (transaction) return await transaction.query(collection.allForUpdate, organization);
    const { body } = await collection.list(organization);
    if (!isLarge(body)) return JSON.parse(String(body)) as Fields[];
    const rows: Fields[] = [];
    try {
      for await (const page of body.pages()) rows.push(...(page as Fields[]));
    } finally {
      await body.discard();
    }
    return rows;
  },
  search(transaction, organization, field, given) {
    const isName = field === 'name';
    const query = collection.search.get(isName ? 'name_key' : field);
    const key = { organization, value: isName ? nameKey(given) : given };
    if (transaction) return query && (transaction.query(query, key) as Promise<Fields[]>);
    const read: Transaction['all'] = (statement, params) =>
      database.read({ organization: organization.id }, statement, params);
    return query?.run(read, [key]).then(([found]) => found as Fields[]);
  },
  save,
});

/** Planned operations change what released operations read. The commit throws ApiError `conflict` for records in use. */
export function createTableStores(
  database: Database,
  { Facility, ControlCenter, CyberSystem, CyberAsset }: InventoryCollections,
): Record<string, TableStore> {
  const systemColumns = ['name', 'impact_rating', 'facility_id', 'control_center_id'];
  // An asset shows the rating of its system.
  const saveSystem = createSave(database, 'cyber_systems', systemColumns, ['cyber_assets']);
  return {
    Facility: toStore(database, Facility, createSave(database, 'facilities', ['name'])),
    ControlCenter: toStore(database, ControlCenter, createSave(database, 'control_centers', ['name'])),
    CyberSystem: toStore(database, CyberSystem, saveSystem),
    CyberAsset: toStore(database, CyberAsset, (transaction, organization, _collection, before, after) =>
      CyberAsset.save(transaction, organization, before as CyberAsset, after as CyberAsset),
    ),
  };
}
