// What a caller asks to change about a cyber asset, and what that is for the database. Pure.
import { typeid } from 'typeid-js';
import type { components } from '../../../generated/types';
import { etagOf, requireMatch } from '../../api/etags';
import type { Caller, JsonText, Result } from '../../contract/handler';
import { notFound } from '../../errors';
import type { Retryable } from '../../api/idempotency';
import type { Organization, OrganizationId } from '../../organizations/organization';
import { nameTaken, systemUnknown } from './refusals';
import { nameKey, nextUpdatedAt } from './rules';
import type { AssetRow, CyberAsset, RowKey, SystemRow } from './store';

type Fields = components['schemas']['CreateCyberAssetRequest'];

interface ByCaller extends Retryable {
  caller: Caller;
}

export interface Creation extends ByCaller {
  kind: 'create';
  fields: Fields;
}

interface OfExisting extends ByCaller {
  id: string;
  ifMatch: string | undefined;
}

export interface Update extends OfExisting {
  kind: 'update';
  fields: Partial<Fields>;
}

export interface Deletion extends OfExisting {
  kind: 'delete';
}

export type AssetChange = Creation | Update | Deletion;
export type Changed = Result<'createCyberAsset'> | Result<'updateCyberAsset'> | Result<'deleteCyberAsset'>;

/** What a round of changes finds. */
export interface ExistingRecords {
  /** Of those that are not creations: the asset as it is. */
  current: Map<AssetChange, JsonText<CyberAsset> | undefined>;
  systems: RecordIndex<SystemRow>;
  /** Assets by the key of their name, as far as it was asked for. */
  names: RecordIndex<RowKey>;
}

/** What an organization has, by an id or a key of its own. */
export class RecordIndex<Row extends { organization_id: OrganizationId }> {
  private readonly rows = new Map<string, Row>();

  get = (organization: OrganizationId, key: string): Row | undefined =>
    this.rows.get(`${organization} ${key}`);
  set = (key: string, row: Row): void => void this.rows.set(`${row.organization_id} ${key}`, row);
}

/** A change that nothing speaks against, as far as is known before the database makes it. */
export interface Planned {
  change: AssetChange;
  /** Not of a creation. */
  before?: CyberAsset;
  /** Not of a deletion. */
  after?: CyberAsset;
}

/** @throws ApiError `not_found`, `precondition_failed`, `invalid_reference`, `conflict`. */
export function planChange(change: AssetChange, found: ExistingRecords): Planned {
  if (change.kind === 'create')
    return { change, after: withName(change.organization, found, creation(change, found)) };
  const current = found.current.get(change);
  if (current === undefined) throw notFound();
  requireMatch(change.ifMatch, etagOf(current));
  const before = JSON.parse(current) as CyberAsset;
  if (change.kind === 'delete') return { change, before };
  const { cyber_system_id, name } = change.fields;
  const impact_rating =
    cyber_system_id === undefined
      ? before.impact_rating
      : requireSystem(change.organization, found, cyber_system_id).impact_rating;
  const after = Object.assign({}, before, change.fields, {
    impact_rating,
    updated_at: nextUpdatedAt(before.updated_at, new Date()),
  });
  return { change, before, after: name === undefined ? after : withName(change.organization, found, after) };
}

/** Its members are in the order in which the database gives them: the same text has the same entity tag. */
function creation(
  { organization, fields: { name, cyber_system_id, asset_type } }: Creation,
  found: ExistingRecords,
): CyberAsset {
  const { impact_rating } = requireSystem(organization, found, cyber_system_id);
  const now = new Date().toISOString();
  return {
    id: typeid('ca').toString(),
    name,
    cyber_system_id,
    asset_type,
    impact_rating,
    created_at: now,
    updated_at: now,
    organization_slug: organization.slug,
  };
}

function requireSystem(
  { id: organization }: Organization,
  { systems }: ExistingRecords,
  id: string,
): SystemRow {
  const system = systems.get(organization, id);
  if (!system) throw systemUnknown();
  return system;
}

/** Takes the name, so that no other of the round does. Those who exchange names at the same moment find both taken. */
function withName(
  { id: organization_id }: Organization,
  { names }: ExistingRecords,
  asset: CyberAsset,
): CyberAsset {
  const key = nameKey(asset.name);
  const holder = names.get(organization_id, key);
  if (holder && holder.id !== asset.id) throw nameTaken(asset.name);
  names.set(key, { organization_id, id: asset.id });
  return asset;
}

export const keyOf = ({ change, before, after }: Planned): RowKey => ({
  organization_id: change.organization.id,
  id: (before ?? after)!.id,
});

export function rowOf(planned: Planned & { after: CyberAsset }): AssetRow {
  const { name, cyber_system_id, asset_type, updated_at } = planned.after;
  return { name, name_key: nameKey(name), cyber_system_id, asset_type, updated_at, ...keyOf(planned) };
}

export const isMove = ({ before, after }: Planned): boolean =>
  before !== undefined && after !== undefined && before.cyber_system_id !== after.cyber_system_id;

/** Whether what an asset is found by stays: its name and its system. */
export const isInPlace = ({ before, after }: Planned): boolean =>
  before?.name === after?.name && before?.cyber_system_id === after?.cyber_system_id;

/** An empty change leaves the asset as it is. */
export const isEmpty = (change: AssetChange): boolean =>
  change.kind === 'update' && Object.keys(change.fields).length === 0;

/** In rounds, in none of which two changes are about the same asset: each sees what those before it have made. */
export function inRounds(changes: AssetChange[]): AssetChange[][] {
  const rounds: AssetChange[][] = [];
  const seen = new Map<string, number>();
  for (const change of changes) {
    const asset = change.kind === 'create' ? undefined : `${change.organization.id} ${change.id}`;
    const round = asset === undefined ? 0 : (seen.get(asset) ?? 0);
    if (asset !== undefined) seen.set(asset, round + 1);
    (rounds[round] ??= []).push(change);
  }
  return rounds;
}
