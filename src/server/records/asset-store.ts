// Reads and changes cyber assets. The database enforces unique names and references: the queries before a
// change only tell the caller which rule it breaks.
import type { components } from '../../../generated/types';
import type { Clock } from '../../base/day';
import type { JsonText } from '../../contract/handler';
import type { Database, SharedTransaction } from '../../database/database';
import {
  changeOf,
  compileDeleteRows,
  compileFindRow,
  compileInsertRows,
  compileUpdateRows,
} from '../../database/rows';
import type { Organization, OrganizationId } from '../../base/organization';
import type { Log } from '../audit/append';
import type { Idempotency } from './idempotency';
import { type Collection, createCollection, createVersionChange } from './collection';
import { nameKey } from '../../base/text';
import { nameTaken, systemUnknown } from './asset-rules';

export type CyberAsset = components['schemas']['CyberAsset'];

interface RowKey {
  organization_id: OrganizationId;
  id: string;
}

export interface SystemRow extends RowKey {
  name: string;
  impact_rating: CyberAsset['impact_rating'];
}

/** The columns of an asset that a change sets. */
interface AssetRow extends RowKey {
  name: string;
  name_key: string;
  cyber_system_id: string;
  asset_type: CyberAsset['asset_type'];
  updated_at: string;
}

interface NameKey {
  organization_id: OrganizationId;
  name_key: string;
}

export interface CyberAssetStore extends Collection<CyberAsset> {
  /** Finds an asset that the caller is about to change. Changes of one asset take turns. */
  findForUpdate(
    transaction: SharedTransaction,
    organization: Organization,
    id: string,
  ): Promise<JsonText<CyberAsset> | undefined>;
  findSystem(
    transaction: SharedTransaction,
    organization: Organization,
    id: string,
  ): Promise<SystemRow | undefined>;
  /** Returns the id of the asset that has the name. Changes to one name take turns. */
  findNameHolder(
    transaction: SharedTransaction,
    organization: Organization,
    name: string,
  ): Promise<string | undefined>;
  /** The commit throws ApiError `conflict` for a taken name, `invalid_reference` for a missing system. */
  create(transaction: SharedTransaction, organization: Organization, asset: CyberAsset): void;
  /** The commit throws as for `create`. */
  update(
    transaction: SharedTransaction,
    organization: Organization,
    before: CyberAsset,
    after: CyberAsset,
  ): void;
  remove(transaction: SharedTransaction, organization: Organization, id: string): void;
}

/** What the handlers of cyber assets work with. */
export interface AssetContext {
  database: Database;
  store: CyberAssetStore;
  log: Log;
  idempotency: Idempotency;
  clock: Clock;
}

const KEY = ['organization_id', 'id'] as const;
const INDEXED = ['name', 'name_key', 'cyber_system_id'];
const IN_PLACE = ['asset_type', 'updated_at'];
const TABLE = 'cyber_assets';

/** No id contains these characters, and PostgreSQL rejects them. */
const IMPOSSIBLE_ID = /\p{Surrogate}|\0/u;

export function createCyberAssetStore(database: Database): CyberAssetStore {
  const { knex, dialect } = database;
  // Not a join: without statistics PostgreSQL would begin with the systems, and filter the assets of each by id.
  const rating = knex({ s: 'cyber_systems' })
    .whereRaw('?? = ?? and ?? = ??', ['s.organization_id', 't.organization_id', 's.id', 't.cyber_system_id'])
    .select('s.impact_rating');
  const collection = createCollection<CyberAsset>(database, {
    name: TABLE,
    searched: ['cyber_system_id', 'name_key'],
    columns: (query) =>
      query.select(
        't.id',
        't.name',
        't.cyber_system_id',
        't.asset_type',
        rating.clone().as('impact_rating'),
        't.created_at',
        't.updated_at',
      ),
    json: (slug) =>
      dialect.jsonObject({
        id: { plain: 'r.id' },
        name: 'r.name',
        cyber_system_id: { plain: 'r.cyber_system_id' },
        asset_type: { plain: 'r.asset_type' },
        impact_rating: { plain: 'r.impact_rating' },
        created_at: { plain: 'r.created_at' },
        updated_at: { plain: 'r.updated_at' },
        organization_slug: slug,
      }),
  });
  const translateError = (error: unknown, { name, cyber_system_id }: AssetRow): unknown => {
    const broken = dialect.brokenConstraint(error, TABLE);
    if (broken === 'unique') return nameTaken(name);
    return broken === 'foreign key' ? systemUnknown(cyber_system_id) : error;
  };
  const insert = changeOf<AssetRow & { created_at: string }>(
    compileInsertRows(database, TABLE, [...KEY, ...INDEXED, ...IN_PLACE, 'created_at']),
    translateError,
  );
  const update = changeOf<AssetRow>(
    compileUpdateRows(database, TABLE, KEY, [...INDEXED, ...IN_PLACE]),
    translateError,
  );
  // SQLite rewrites the entries of an index for each of its columns that is set, even to the same value.
  const updateInPlace = changeOf<AssetRow>(compileUpdateRows(database, TABLE, KEY, IN_PLACE));
  const remove = changeOf<RowKey>(compileDeleteRows(database, TABLE, KEY));
  const newVersion = createVersionChange(database, TABLE);
  const system = compileFindRow<RowKey, SystemRow>(database, 'cyber_systems', KEY, [
    ...KEY,
    'name',
    'impact_rating',
  ]);
  const nameHolder = compileFindRow<NameKey, NameKey & RowKey>(
    database,
    TABLE,
    ['organization_id', 'name_key'],
    [...KEY, 'name_key'],
    ({ organization_id, name_key }) => `name ${organization_id} ${name_key}`,
  );

  return {
    ...collection,
    findForUpdate: (transaction, organization, id) =>
      transaction.query(collection.forUpdate, { organization, id }),

    async findSystem(transaction, { id: organization_id }, id) {
      return IMPOSSIBLE_ID.test(id) ? undefined : transaction.query(system, { organization_id, id });
    },

    async findNameHolder(transaction, { id: organization_id }, name) {
      return (await transaction.query(nameHolder, { organization_id, name_key: nameKey(name) }))?.id;
    },

    create(transaction, organization, asset) {
      const { created_at } = asset;
      transaction.change(insert, Object.assign(toRow(organization, asset), { created_at }));
      transaction.change(newVersion, organization.id);
    },

    update(transaction, organization, before, after) {
      const isInPlace = before.name === after.name && before.cyber_system_id === after.cyber_system_id;
      transaction.change(isInPlace ? updateInPlace : update, toRow(organization, after));
      transaction.change(newVersion, organization.id);
    },

    remove(transaction, organization, id) {
      transaction.change(remove, { organization_id: organization.id, id });
      transaction.change(newVersion, organization.id);
    },
  };
}

function toRow(organization: Organization, asset: CyberAsset): AssetRow {
  const { id, name, cyber_system_id, asset_type, updated_at } = asset;
  return {
    organization_id: organization.id,
    id,
    name,
    name_key: nameKey(name),
    cyber_system_id,
    asset_type,
    updated_at,
  };
}

/**
 * Returns the text that the database builds for an asset,
 * provided that its members have the database's order.
 */
export const toText = (asset: CyberAsset) => JSON.stringify(asset) as JsonText<CyberAsset>;
