// Cyber assets: their table, the rules that the contract's schemas cannot state, and their entries in the activity log.
// The database enforces unique names and references. Queries before a change only tell the caller which rule it breaks.
import type { components } from '../../../generated/types';
import { parseTime } from '../../base/day';
import { conflict, invalidReference } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import { nameKey } from '../../base/text';
import { type Schema, contractDocument } from '../../contract/document';
import type { JsonText } from '../../contract/handler';
import { idFault } from '../../contract/validation/text-messages';
import type { Database, SharedTransaction } from '../../database/database';
import {
  compileChange,
  compileDeleteRows,
  compileFindRow,
  compileInsertRows,
  compileUpdateRows,
} from '../../database/rows';
import { type Activity, createEntry, listChanges } from '../audit/entry';
import { createCollection, createVersionChange } from './collection';

export type CyberAsset = components['schemas']['CyberAsset'];

interface RowKey {
  organization_id: OrganizationId;
  id: string;
}

export type SystemRow = RowKey & Pick<components['schemas']['CyberSystem'], 'name' | 'impact_rating'>;
type AssetRow = RowKey & Omit<CyberAsset, 'impact_rating' | 'organization_slug'> & { name_key: string };
type NameKey = Pick<AssetRow, 'organization_id' | 'name_key'>;

export type CyberAssetStore = ReturnType<typeof createCyberAssetStore>;

const KEY = ['organization_id', 'id'] as const;
const INDEXED = ['name', 'name_key', 'cyber_system_id'];
const IN_PLACE = ['asset_type', 'updated_at'];
const TABLE = 'cyber_assets';

/** No id contains these characters, and PostgreSQL rejects them. */
const IMPOSSIBLE_ID = /\p{Surrogate}|\0/u;

export function createCyberAssetStore(database: Database) {
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
  const insert = compileChange<AssetRow>(
    compileInsertRows(database, TABLE, [...KEY, ...INDEXED, ...IN_PLACE, 'created_at']),
    translateError,
  );
  const update = compileChange<AssetRow>(
    compileUpdateRows(database, TABLE, KEY, [...INDEXED, ...IN_PLACE]),
    translateError,
  );
  // SQLite rewrites the entries of an index for each of its columns that is set, even to the same value.
  const updateInPlace = compileChange<AssetRow>(compileUpdateRows(database, TABLE, KEY, IN_PLACE));
  const remove = compileChange<RowKey>(compileDeleteRows(database, TABLE, KEY));
  const newVersion = createVersionChange(database, TABLE);
  const ofSystem = [...KEY, 'name', 'impact_rating'];
  const system = compileFindRow<RowKey, SystemRow>(database, 'cyber_systems', KEY, ofSystem);
  const nameHolder = compileFindRow<NameKey, NameKey & RowKey>(
    database,
    TABLE,
    ['organization_id', 'name_key'],
    [...KEY, 'name_key'],
    ({ organization_id, name_key }) => `name ${organization_id} ${name_key}`,
  );

  return {
    ...collection,

    async findSystem(transaction: SharedTransaction, { id: organization_id }: Organization, id: string) {
      return IMPOSSIBLE_ID.test(id) ? undefined : transaction.query(system, { organization_id, id });
    },

    /** Returns the id of the asset that has the name. Changes to one name take turns. */
    async findNameHolder(transaction: SharedTransaction, organization: Organization, name: string) {
      const key = { organization_id: organization.id, name_key: nameKey(name) };
      return (await transaction.query(nameHolder, key))?.id;
    },

    /**
     * Queues a creation, a change, or without `after` a deletion. The commit throws ApiError `conflict` for a taken name,
     * `invalid_reference` for a missing system.
     */
    save(
      transaction: SharedTransaction,
      { id: organization_id }: Organization,
      before: CyberAsset | undefined,
      after: CyberAsset | undefined,
    ): void {
      if (!after) transaction.change(remove, { organization_id, id: before!.id });
      else {
        const isInPlace = before?.name === after.name && before.cyber_system_id === after.cyber_system_id;
        const change = isInPlace ? updateInPlace : before ? update : insert;
        transaction.change(change, toRow(organization_id, after));
      }
      transaction.change(newVersion, organization_id);
    },
  };
}

function toRow(organization_id: OrganizationId, asset: CyberAsset): AssetRow {
  const { id, name, cyber_system_id, asset_type, created_at, updated_at } = asset;
  const name_key = nameKey(name);
  return { organization_id, id, name, name_key, cyber_system_id, asset_type, created_at, updated_at };
}

/**
 * Returns the text that the database builds for an asset,
 * provided that its members have the database's order.
 */
export const toText = (asset: CyberAsset) => JSON.stringify(asset) as JsonText<CyberAsset>;

/** Returns the time of a change: always later than the change before it. */
export function nextUpdatedAt(previous: string, now: Date): string {
  return new Date(Math.max(now.getTime(), parseTime(previous)!.getTime() + 1)).toISOString();
}

export const nameTaken = (name: string) =>
  conflict(`The name ${name} is already taken in your organization.`);

export const systemUnknown = (id: string) =>
  invalidReference(
    'cyber_system_id',
    'cyber system',
    idFault(contractDocument.components['schemas']!['CyberSystemId'] as Schema, id),
  );

/** The rating belongs to the system. Auditors look for it in the history of the asset. */
const FIELDS = ['name', 'cyber_system_id', 'asset_type', 'impact_rating'];

export type RatedSystem = Pick<SystemRow, 'name' | 'impact_rating'>;

const about = (
  { id }: CyberAsset,
  ...entry: [Activity['operation'], string, Activity['changes']]
): Activity => createEntry('cyber-asset', id, ...entry);

export const assetCreated = (asset: CyberAsset): Activity =>
  about(asset, 'created', `Created ${asset.name}.`, listChanges(FIELDS, {}, asset));

export const assetDeleted = (asset: CyberAsset): Activity =>
  about(asset, 'deleted', `Deleted ${asset.name}.`, listChanges(FIELDS, asset, {}));

const words = ({ name, impact_rating }: RatedSystem): string => `${name} (${impact_rating})`;

/** Returns for example `Moved MLB345-RTU01 from A (medium) to B (low)`. */
export const moveInWords = (name: string, from: RatedSystem, to: RatedSystem): string =>
  `Moved ${name} from ${words(from)} to ${words(to)}`;

/** Returns for example `Rated MLB345-RTU01 from medium to low with Line Protection`. */
export const ratingInWords = (name: string, before: RatedSystem, after: RatedSystem): string =>
  `Rated ${name} from ${before.impact_rating} to ${after.impact_rating} with ${after.name}`;

/** `move`: the systems between which the asset moves. */
export function assetUpdated(
  before: CyberAsset,
  after: CyberAsset,
  move: { from: RatedSystem; to: RatedSystem } | undefined,
): Activity {
  const changes = listChanges(FIELDS, before, after);
  const { name } = before;
  if (move) return about(before, 'moved', `${moveInWords(name, move.from, move.to)}.`, changes);
  return about(before, 'updated', `Updated ${name}.`, changes);
}
