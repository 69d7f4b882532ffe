// Translates rows of a source into the assets that they describe.
import { contractDocument } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { groupBy } from '../../base/group-by';
import type { AssetFields, Directory } from '../inventory/inventory';
import type { SyncMap } from './map';
import { readRow } from './read-row';
import { type Place, type SourceRow, placeOf } from './row';

export interface Desired extends Place {
  key: string;
  fields: AssetFields;
}

export interface RowFault extends Place {
  /** Absent when the key cannot be read. */
  key?: string;
  message: string;
}

export interface LeftOut {
  reason: string;
  rows: number;
}

export interface Translated {
  desired: Desired[];
  faults: RowFault[];
  /** The rows that `only` and `except` exclude, by reason. */
  leftOut: LeftOut[];
}

/** The fields of an asset without those that already have a fault. */
type Candidate = Partial<AssetFields>;

/** Lists violations of the contract. */
export function contractFaults(fields: Candidate): string[] {
  const validate = schemasOf(contractDocument).of({ $ref: '#/components/schemas/CreateCyberAssetRequest' });
  if (validate(fields)) return [];
  return validationError(validate.errors!)
    .details!.filter(({ field }) => field in fields)
    .map(({ field, message }) => `${field} ${message}`);
}

/** A plan lists the most frequent reasons, because a column may have any number of values. */
const MAX_REASONS = 20;

/** Counts rows by the reason that excludes them, the most frequent first. */
export function countReasons(reasons: readonly string[]): LeftOut[] {
  const counts = [...groupBy(reasons, (reason) => reason)]
    .map(([reason, { length: rows }]) => ({ reason, rows }))
    .sort((one, other) => other.rows - one.rows);
  const others = counts.slice(MAX_REASONS).reduce((sum, { rows }) => sum + rows, 0);
  return [...counts.slice(0, MAX_REASONS), ...(others > 0 ? [{ reason: 'other values', rows: others }] : [])];
}

export function translateRows(rows: readonly SourceRow[], map: SyncMap, directory: Directory): Translated {
  const desired: Desired[] = [];
  const faulty: RowFault[] = [];
  const reasons: string[] = [];
  for (const row of rows) {
    const { leftOut, key, values, faults } = readRow(map, row);
    const place = placeOf(row);
    if (leftOut !== undefined) reasons.push(leftOut);
    else if (key === undefined) faulty.push({ ...place, message: faults.join('; ') });
    else {
      const { cyber_system, site, ...own } = values;
      const lookup = cyber_system === undefined ? undefined : directory.findSystem(cyber_system, site);
      if (lookup?.fault !== undefined) faults.push(lookup.fault);
      // Fields that already have a fault are left out, so that the contract's rules report only the others.
      const fields: Candidate = { ...own, ...(lookup?.system && { cyber_system_id: lookup.system.id }) };
      faults.push(...contractFaults(fields));
      if (faults.length === 0) desired.push({ ...place, key, fields: fields as AssetFields });
      else faulty.push({ ...place, key, message: faults.join('; ') });
    }
  }
  return { desired, faults: faulty, leftOut: countReasons(reasons) };
}
