// Reads and changes cyber assets. Uniqueness and references are the database's to enforce: there is no read before a write that could be overtaken.
import { typeid } from 'typeid-js';
import type { components } from '../../../generated/types';
import type { JsonText } from '../../contract/handler';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import { ApiError } from '../../errors';
import type { Organization, OrganizationId } from '../../organizations/organization';
import { type Collection, createCollection, createVersionBump } from '../collection';
import { nameKey, nextUpdatedAt } from './rules';

export type CyberAsset = components['schemas']['CyberAsset'];
type Fields = components['schemas']['CreateCyberAssetRequest'];
type Body = JsonText<CyberAsset>;

export interface CyberAssetStore extends Collection<CyberAsset> {
  /** @throws ApiError `conflict` for a taken name, `invalid_reference` for a system that is not the organization's. */
  create(transaction: Transaction, organization: Organization, fields: Fields): Promise<{ id: string; body: Body }>;
  /** The asset after the change. An empty change leaves it as it is. @throws ApiError as `create` does. */
  update(transaction: Transaction, organization: Organization, id: string, current: Body, changes: Partial<Fields>): Promise<Body>;
  /** The names of the systems of two assets, by id. */
  systemNames(transaction: Transaction, organization: Organization, one: CyberAsset, other: CyberAsset): Promise<Map<string, string>>;
  /** Whether there was one. */
  remove(transaction: Transaction, organization: Organization, id: string): Promise<boolean>;
}

type Row = { organization: OrganizationId; id: string; name: string | null; nameKey: string | null; system: string | null; type: string | null; now: string };

export function createCyberAssetStore(database: Database): CyberAssetStore {
  const { knex, dialect } = database;
  const collection = createCollection<CyberAsset>(database, {
    name: 'cyber_assets',
    columns: (query) =>
      query
        .join({ s: 'cyber_systems' }, { 's.organization_id': 't.organization_id', 's.id': 't.cyber_system_id' })
        .select('t.id', 't.name', 't.cyber_system_id', 't.asset_type', 's.impact_rating', 't.created_at', 't.updated_at'),
    json: (slug) =>
      dialect.jsonObject({
        id: 'r.id',
        name: 'r.name',
        cyber_system_id: 'r.cyber_system_id',
        asset_type: 'r.asset_type',
        impact_rating: 'r.impact_rating',
        created_at: 'r.created_at',
        updated_at: 'r.updated_at',
        organization_slug: slug,
      }),
  });
  const bump = createVersionBump(database);

  const insert = compile<Row, never>((param) =>
    knex('cyber_assets').insert({
      organization_id: param('organization'),
      id: param('id'),
      name: param('name'),
      name_key: param('nameKey'),
      cyber_system_id: param('system'),
      asset_type: param('type'),
      created_at: param('now'),
      updated_at: param('now'),
    }),
  );
  const update = compile<Row, never>((param) => {
    const given = (name: keyof Row, column: string) => knex.raw('coalesce(?, ??)', [param(name), column]);
    return knex('cyber_assets')
      .where({ organization_id: param('organization'), id: param('id') })
      .update({
        name: given('name', 'name'),
        name_key: given('nameKey', 'name_key'),
        cyber_system_id: given('system', 'cyber_system_id'),
        asset_type: given('type', 'asset_type'),
        updated_at: param('now'),
      });
  });
  const remove = compile<{ organization: OrganizationId; id: string }, never>((param) =>
    knex('cyber_assets')
      .where({ organization_id: param('organization'), id: param('id') })
      .delete(),
  );

  const selectSystems = compile<{ organization: OrganizationId; one: string; other: string }, { id: string; name: string }>((param) =>
    knex('cyber_systems')
      .select('id', 'name')
      .where('organization_id', param('organization'))
      .whereIn('id', [param('one'), param('other')]),
  );

  /** Runs a change and says, when the database refuses it, which field of the request is at fault. */
  async function change(transaction: Transaction, organization: OrganizationId, work: () => Promise<number>, name: string | undefined): Promise<number> {
    try {
      const changed = await work();
      if (changed > 0) await bump(transaction, organization, 'cyber_assets');
      return changed;
    } catch (error) {
      const broken = dialect.brokenConstraint(error);
      if (broken === 'unique') throw new ApiError('conflict', `The name ${name} is already taken in your organization.`);
      if (broken === 'foreign key') {
        const message = 'names no cyber system of your organization';
        throw new ApiError('invalid_reference', `cyber_system_id ${message}.`, { details: [{ field: 'cyber_system_id', message }] });
      }
      throw error;
    }
  }

  return {
    ...collection,
    async create(transaction, organization, fields) {
      const id = typeid('ca').toString();
      const row: Row = { organization: organization.id, id, ...columns(fields), now: new Date().toISOString() };
      await change(transaction, organization.id, () => transaction.run(insert, row), fields.name);
      return { id, body: (await collection.get(organization, id, transaction))! };
    },
    async update(transaction, organization, id, current, changes) {
      if (Object.keys(changes).length === 0) return current;
      const { updated_at: previous } = JSON.parse(current) as CyberAsset;
      const row: Row = { organization: organization.id, id, ...columns(changes), now: nextUpdatedAt(previous, new Date()) };
      await change(transaction, organization.id, () => transaction.run(update, row), changes.name);
      return (await collection.get(organization, id, transaction))!;
    },
    async systemNames(transaction, { id: organization }, { cyber_system_id: one }, { cyber_system_id: other }) {
      const systems = await transaction.all(selectSystems, { organization, one, other });
      return new Map(systems.map(({ id, name }) => [id, name]));
    },
    async remove(transaction, organization, id) {
      return (await change(transaction, organization.id, () => transaction.run(remove, { organization: organization.id, id }), undefined)) > 0;
    },
  };
}

const columns = ({ name, cyber_system_id, asset_type }: Partial<Fields>) => ({
  name: name ?? null,
  nameKey: name === undefined ? null : nameKey(name),
  system: cyber_system_id ?? null,
  type: asset_type ?? null,
});
