// Facilities, control centers, systems and assets: planned operations change the tables that released
// operations read.
import type { components } from '../../../generated/types';
import { isLarge } from '../../contract/handler';
import type { BatchedChange, Database, SharedTransaction } from '../../database/database';
import { changeOf, compileDeleteRows, compileInsertRows, compileUpdateRows } from '../../database/rows';
import { ApiError } from '../../errors';
import type { Organization } from '../../organizations/organization';
import { type Collection, type CollectionName, createVersionChange } from '../../resources/collection';
import { createControlCenters } from '../../resources/control-centers';
import { type CyberAsset, createCyberAssetStore } from '../../resources/cyber-assets/store';
import { createCyberSystems } from '../../resources/cyber-systems';
import { createFacilities } from '../../resources/facilities';
import type { Fields } from './model';
import type { RecordStore } from './records';

const KEY = ['organization_id', 'id'];

interface Table {
  collection: Collection<unknown>;
  save(transaction: SharedTransaction, organization: Organization, before?: Fields, after?: Fields): void;
}

/** Makes a table whose changes also give the named collections a new version. */
function createTable(
  database: Database,
  name: CollectionName,
  collection: Collection<unknown>,
  columns: string[],
  dependent: CollectionName[] = [],
): Table {
  const inUse = (error: unknown): unknown =>
    database.dialect.brokenConstraint(error, name) === 'foreign key'
      ? new ApiError('conflict', 'Other records belong to this one. Move or delete them first.')
      : error;
  const insert = changeOf<Fields>(compileInsertRows(database, name, [...KEY, ...columns]));
  const update = changeOf<Fields>(compileUpdateRows(database, name, KEY, columns));
  const remove: BatchedChange<Fields> = changeOf(compileDeleteRows(database, name, KEY), inUse);
  const versions = [name, ...dependent].map((each) => createVersionChange(database, each));
  return {
    collection,
    save(transaction, { id: organization_id }, before, after) {
      const row = Object.fromEntries(columns.map((column) => [column, after?.[column] ?? null]));
      const key = { organization_id, id: (after ?? before)!['id'] };
      transaction.change(after ? (before ? update : insert) : remove, { ...key, ...row });
      for (const version of versions) transaction.change(version, organization_id);
    },
  };
}

export type Inventory = RecordStore & { has(collection: string): boolean };

export function createInventoryStore(database: Database): Inventory {
  const assets = createCyberAssetStore(database);
  const systemColumns: (keyof components['schemas']['CyberSystem'])[] = [
    'name',
    'impact_rating',
    'facility_id',
    'control_center_id',
  ];
  const tables: Record<string, Table> = {
    Facility: createTable(database, 'facilities', createFacilities(database), ['name']),
    ControlCenter: createTable(database, 'control_centers', createControlCenters(database), ['name']),
    CyberSystem: createTable(database, 'cyber_systems', createCyberSystems(database), systemColumns, [
      'cyber_assets', // an asset shows the rating of its system
    ]),
    CyberAsset: {
      collection: assets,
      save(transaction, organization, before, after) {
        if (!after) assets.remove(transaction, organization, String(before!['id']));
        else if (before) assets.update(transaction, organization, before as CyberAsset, after as CyberAsset);
        else assets.create(transaction, organization, after as CyberAsset);
      },
    },
  };
  const parse = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as Fields));

  return {
    has: (collection) => collection in tables,
    async find(transaction, organization, name, id) {
      const { collection } = tables[name]!;
      return parse(
        await (transaction
          ? transaction.query(collection.forUpdate, { organization, id })
          : collection.get(organization, id)),
      );
    },
    async list(transaction, organization, name) {
      const { collection } = tables[name]!;
      if (transaction) return (await transaction.query(collection.allForUpdate, organization)) as Fields[];
      const { body } = await collection.list(organization);
      if (!isLarge(body)) return JSON.parse(String(body)) as Fields[];
      return JSON.parse(await body.text().finally(() => body.discard())) as Fields[];
    },
    save: (transaction, organization, name, before, after) =>
      tables[name]!.save(transaction, organization, before, after),
  };
}
