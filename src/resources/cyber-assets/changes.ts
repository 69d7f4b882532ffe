// What a caller asks to change about a cyber asset, and what that is for the database. Pure.
import { typeid } from 'typeid-js';
import type { components } from '../../../generated/types';
import { etagOf, requireMatch } from '../../conditional/etags';
import type { Caller, JsonText, Result } from '../../contract/handler';
import { notFound } from '../../errors';
import type { Retryable } from '../../idempotency/idempotency';
import type { Organization } from '../../organizations/organization';
import { nameKey, nextUpdatedAt } from './rules';
import type { RowKey, AssetRow, CyberAsset } from './store';

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

export type Change = Creation | Update | Deletion;
export type Changed = Result<'createCyberAsset'> | Result<'updateCyberAsset'> | Result<'deleteCyberAsset'>;

/** A change that nothing speaks against, as far as is known before the database makes it. */
export interface Planned {
  change: Change;
  key: RowKey;
  /** Not of a creation. */
  before?: CyberAsset;
  /** Not of a deletion. */
  row?: AssetRow;
}

const rowOf = (key: RowKey, { name, cyber_system_id, asset_type }: Fields, updated_at: string): AssetRow => ({ ...key, name, name_key: nameKey(name), cyber_system_id, asset_type, updated_at });

const keyIn = ({ id: organization_id }: Organization, id: string): RowKey => ({ organization_id, id });

export function planCreation(change: Creation): Planned {
  const key = keyIn(change.organization, typeid('ca').toString());
  return { change, key, row: rowOf(key, change.fields, new Date().toISOString()) };
}

/** `current` is the asset as it is. @throws ApiError `not_found`, `precondition_failed`. */
export function planChange(change: Update | Deletion, current: JsonText<CyberAsset> | undefined): Planned {
  if (current === undefined) throw notFound();
  requireMatch(change.ifMatch, etagOf(current));
  const before = JSON.parse(current) as CyberAsset;
  const key = keyIn(change.organization, change.id);
  if (change.kind === 'delete') return { change, key, before };
  return { change, key, before, row: rowOf(key, { ...before, ...change.fields }, nextUpdatedAt(before.updated_at, new Date())) };
}

export const isMove = ({ before, row }: Planned): boolean => before !== undefined && row !== undefined && before.cyber_system_id !== row.cyber_system_id;

/** An empty change leaves the asset as it is. */
export const isEmpty = (change: Update | Deletion): boolean => change.kind === 'update' && Object.keys(change.fields).length === 0;

/** In rounds, in none of which two changes are about the same asset: each sees what those before it have made. */
export function inRounds(changes: Change[]): Change[][] {
  const rounds: Change[][] = [];
  const seen = new Map<string, number>();
  for (const change of changes) {
    const asset = change.kind === 'create' ? undefined : `${change.organization.id} ${change.id}`;
    const round = asset === undefined ? 0 : (seen.get(asset) ?? 0);
    if (asset !== undefined) seen.set(asset, round + 1);
    (rounds[round] ??= []).push(change);
  }
  return rounds;
}
