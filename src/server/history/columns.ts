// The columns of an inventory list: what evidence requests of NERC ask for. Pure.
import { type ActorNames, actorKey } from '../audit/names';
import type { InventoryRow } from './rows';

export interface Listed {
  kind: string;
  name: string;
  type: string;
  rating: string;
  system: string;
  facility: string;
  control_center: string;
  id: string;
  changed_at: string;
  changed_by: string;
  entry: string;
  change: string;
  note: string;
}

/** The heading of each column. */
export const COLUMNS: Record<keyof Listed, string> = {
  kind: 'Kind',
  name: 'Name',
  type: 'Type',
  rating: 'Impact rating',
  system: 'Cyber system',
  facility: 'Facility',
  control_center: 'Control center',
  id: 'Id',
  changed_at: 'Last changed (UTC)',
  changed_by: 'Changed by',
  entry: 'Log entry',
  change: 'Change',
  note: 'Note',
};

export const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof Listed)[];

function noteOf({ unknownBefore, archived }: InventoryRow): string {
  if (unknownBefore === undefined) return '';
  if (archived !== undefined) return `origin not in the database: entries up to ${archived} are archived`;
  return unknownBefore === null ? 'origin unknown: no entry' : `origin unknown before ${unknownBefore}`;
}

/** Returns the cells of a row; empty where a record has no such value. */
export function listed(row: InventoryRow, names: ActorNames): Listed {
  const { kind, id, fields, rating, system, facility, controlCenter, last } = row;
  return {
    kind,
    name: fields['name'] ?? '',
    type: fields['asset_type'] ?? '',
    rating: rating ?? '',
    system: system ?? '',
    facility: facility ?? '',
    control_center: controlCenter ?? '',
    id,
    changed_at: last?.occurred_at ?? '',
    changed_by: last ? (names.get(actorKey(last)) ?? last.actor_id) : '',
    entry: last ? String(last.sequence) : '',
    change: last?.description ?? '',
    note: noteOf(row),
  };
}
