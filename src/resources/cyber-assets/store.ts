// Reads and changes cyber assets, many at once. Uniqueness and references are the database's to enforce: what is read before a write only tells refusals apart.
import type { components } from '../../../generated/types';
import type { Database, Transaction } from '../../database/database';
import {
  type Rows,
  compileDeleteRows,
  compileInsertRows,
  compileUpdateRows,
  selectByRows,
  toRows,
} from '../../database/rows';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../organizations/organization';
import { type Collection, createCollection } from '../collection';
import { nameTaken, systemUnknown } from './refusals';

export type CyberAsset = components['schemas']['CyberAsset'];

export interface RowKey {
  organization_id: OrganizationId;
  id: string;
}

/** What a change needs to know of the systems that it names, and that a move leaves. */
export interface SystemRow extends RowKey {
  name: string;
  impact_rating: CyberAsset['impact_rating'];
}

/** A row of the table, as far as a change sets it. */
export interface AssetRow extends RowKey {
  name: string;
  name_key: string;
  cyber_system_id: string;
  asset_type: CyberAsset['asset_type'];
  updated_at: string;
}

/** A name as it is compared, and which asset has it. */
export interface TakenName extends RowKey {
  name_key: string;
}

export interface CyberAssetStore extends Collection<CyberAsset> {
  /** Who has these names. What is read here can only spare a refusal by the database, which has the last word. */
  withNames(transaction: Transaction, names: Omit<TakenName, 'id'>[]): Promise<TakenName[]>;
  /** @throws ApiError, of a single row, `conflict` for a taken name, `invalid_reference` for a system that is not the organization's. */
  create(transaction: Transaction, rows: AssetRow[]): Promise<void>;
  /** @throws ApiError as `create` does. */
  update(transaction: Transaction, rows: AssetRow[]): Promise<void>;
  /** As `update`, of rows whose name and system stay: SQLite would write the entries of an index anew for each column of it that is set, also to the value that it has. */
  updateInPlace(transaction: Transaction, rows: AssetRow[]): Promise<void>;
  remove(transaction: Transaction, keys: RowKey[]): Promise<void>;
  systemsOf(transaction: Transaction, systems: RowKey[]): Promise<SystemRow[]>;
}

const KEY = ['organization_id', 'id'];
const INDEXED = ['name', 'name_key', 'cyber_system_id'];
const IN_PLACE = ['asset_type', 'updated_at'];

export function createCyberAssetStore(database: Database): CyberAssetStore {
  const { dialect } = database;
  const collection = createCollection<CyberAsset>(database, {
    name: 'cyber_assets',
    columns: (query) =>
      query
        .join(
          { s: 'cyber_systems' },
          { 's.organization_id': 't.organization_id', 's.id': 't.cyber_system_id' },
        )
        .select(
          't.id',
          't.name',
          't.cyber_system_id',
          't.asset_type',
          's.impact_rating',
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
  const insert = compileInsertRows(database, 'cyber_assets', [...KEY, ...INDEXED, ...IN_PLACE, 'created_at']);
  const update = compileUpdateRows(database, 'cyber_assets', KEY, [...INDEXED, ...IN_PLACE]);
  const updateInPlace = compileUpdateRows(database, 'cyber_assets', KEY, IN_PLACE);
  const remove = compileDeleteRows(database, 'cyber_assets', KEY);
  const selectNames = compile<Rows, TakenName>((param) =>
    selectByRows(database, 'cyber_assets', ['organization_id', 'name_key'], param('rows')).select(
      'cyber_assets.organization_id',
      'cyber_assets.id',
      'cyber_assets.name_key',
    ),
  );
  const selectSystems = compile<Rows, SystemRow>((param) =>
    selectByRows(database, 'cyber_systems', KEY, param('rows')).select('cyber_systems.*'),
  );

  /** Of a single row it can be said which field of the request is at fault. */
  async function change(rows: AssetRow[], work: () => Promise<number>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const broken = rows.length === 1 ? dialect.brokenConstraint(error, 'cyber_assets') : undefined;
      if (broken === 'unique') throw nameTaken(rows[0]!.name);
      if (broken === 'foreign key') throw systemUnknown();
      throw error;
    }
  }

  return {
    ...collection,
    create: (transaction, rows) =>
      change(rows, () =>
        transaction.run(insert, toRows(rows.map((row) => ({ created_at: row.updated_at, ...row })))),
      ),
    update: (transaction, rows) => change(rows, () => transaction.run(update, toRows(rows))),
    updateInPlace: async (transaction, rows) => void (await transaction.run(updateInPlace, toRows(rows))),
    remove: async (transaction, keys) => void (await transaction.run(remove, toRows(keys))),
    withNames: (transaction, names) => transaction.all(selectNames, toRows(names)),
    systemsOf: (transaction, keys) => transaction.all(selectSystems, toRows(keys)),
  };
}
