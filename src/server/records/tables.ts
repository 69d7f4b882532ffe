// The tables of the inventory: their representations, and their changes, of which released operations make those of assets only.
import type { BatchedChange, Database, SharedTransaction } from '../../database/database';
import { changeOf, compileDeleteRows, compileInsertRows, compileUpdateRows } from '../../database/rows';
import { jsonChoice } from '../../database/json-object';
import { conflict } from '../../base/errors';
import { type ContractDocument, operationsOf } from '../../contract/document';
import { createRecordModel } from '../../contract/record-model';
import type { Organization } from '../../base/organization';
import { type Collection, type CollectionName, createVersionChange, createCollection } from './collection';
import { type CyberAsset, createCyberAssetStore } from './asset-store';
import type { components } from '../../../generated/types';

type Fields = Record<string, unknown>;

export interface Table {
  collection: Collection<unknown>;
  /**
   * Queues a creation, a change, or without `after` a deletion.
   * The commit throws ApiError `conflict` for the deletion of a record that others refer to.
   */
  save(transaction: SharedTransaction, organization: Organization, before?: Fields, after?: Fields): void;
}

const KEY = ['organization_id', 'id'];

/** Makes a table whose changes also give the `dependent` collections a new version. */
function createTable(
  database: Database,
  collection: Collection<unknown>,
  columns: string[],
  dependent: CollectionName[] = [],
): Table {
  const { name } = collection;
  const inUse = (error: unknown): unknown =>
    database.dialect.brokenConstraint(error, name) === 'foreign key'
      ? conflict('Other records belong to this one. Move or delete them first.')
      : error;
  const insert = changeOf<Fields>(compileInsertRows(database, name, [...KEY, ...columns]));
  const update = changeOf<Fields>(compileUpdateRows(database, name, KEY, columns));
  const remove: BatchedChange<Fields> = changeOf(compileDeleteRows(database, name, KEY), inUse);
  const versions = [name, ...dependent].map((each) => createVersionChange(database, each));
  return {
    collection,
    save(transaction, { id: organization_id }, before, after) {
      const row = Object.fromEntries(columns.map((column) => [column, after?.[column] ?? null]));
      const key = { organization_id, id: (after ?? before)!.id };
      transaction.change(after ? (before ? update : insert) : remove, { ...key, ...row });
      for (const version of versions) transaction.change(version, organization_id);
    },
  };
}

/** By the names of their records in the contract, in the order of writing. */
export const TABLES: Record<string, CollectionName> = {
  Facility: 'facilities',
  ControlCenter: 'control_centers',
  CyberSystem: 'cyber_systems',
  CyberAsset: 'cyber_assets',
};

/** Returns the tables that released operations of a contract change. */
export function changedTables(document: ContractDocument): string[] {
  const changes = operationsOf(document).filter(
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

/** Returns the tables by the names of their records in the contract. */
export function createTables(database: Database): Record<string, Table> {
  const assets = createCyberAssetStore(database);
  const systemColumns = ['name', 'impact_rating', 'facility_id', 'control_center_id'];
  return {
    Facility: createTable(database, createFacilities(database), ['name']),
    ControlCenter: createTable(database, createControlCenters(database), ['name']),
    CyberSystem: createTable(database, createCyberSystems(database), systemColumns, [
      'cyber_assets', // an asset shows the rating of its system
    ]),
    CyberAsset: {
      collection: assets,
      save(transaction, organization, before, after) {
        if (!after) assets.remove(transaction, organization, (before as unknown as CyberAsset).id);
        else if (before) assets.update(transaction, organization, before as CyberAsset, after as CyberAsset);
        else assets.create(transaction, organization, after as CyberAsset);
      },
    },
  };
}

type Schemas = components['schemas'];

export const createFacilities = (database: Database) =>
  createCollection<Schemas['Facility']>(database, {
    name: 'facilities',
    json: (slug) => database.dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
  });

export const createControlCenters = (database: Database) =>
  createCollection<Schemas['ControlCenter']>(database, {
    name: 'control_centers',
    json: (slug) => database.dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
  });

/** A system has the id of a facility or of a control center; the other is absent, not null. */
export const createCyberSystems = (database: Database) =>
  createCollection<Schemas['CyberSystem']>(database, {
    name: 'cyber_systems',
    searched: ['facility_id', 'control_center_id'],
    json: (slug) => {
      const at = (place: string) =>
        database.dialect.jsonObject({
          id: 'r.id',
          name: 'r.name',
          impact_rating: 'r.impact_rating',
          [place]: `r.${place}`,
          organization_slug: slug,
        });
      return jsonChoice(database.knex, 'r.facility_id', at('control_center_id'), at('facility_id'));
    },
  });
