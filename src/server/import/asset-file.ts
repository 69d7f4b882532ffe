// Reads the rows of a CSV file of cyber assets, and decides what becomes of each. A row is valid or has a fault.
import { contractDocument } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';
import { readCsvRecords } from './parse';
import { nameKey } from '../resources/cyber-assets/asset-rules';

const REQUIRED = ['name', 'asset_type'];
const SYSTEM = 'cyber_system_id';
/** Columns of an export, which an import ignores. */
const IGNORED = ['id', 'cyber_system_name', 'impact_rating', 'created_at', 'updated_at'].concat(
  ...['facility', 'control_center'].map((site) => [`${site}_id`, `${site}_name`]),
);

export interface AssetRow {
  /** The line on which the row starts. */
  line: number;
  name: string;
  asset_type: 'hardware' | 'software';
  fault?: { field: string; message: string };
}

/** Explains why a file is no CSV of cyber assets. */
export class UnreadableAssets extends Error {}

/** An export protects a name that looks like a formula with an apostrophe. */
const nameIn = (cell = ''): string => cell.replace(/^'(?=[=+\-@])/, '');

function faultOf(cells: Record<string, string | undefined>, systemId: string): AssetRow['fault'] {
  const isName = schemasOf(contractDocument).of({ $ref: '#/components/schemas/AssetName' });
  if (!isName(nameIn(cells.name))) {
    const message = 'must have 1 to 255 characters, no control characters, and no white space at its ends';
    return { field: 'name', message };
  }
  if (!['hardware', 'software'].includes(cells.asset_type ?? ''))
    return { field: 'asset_type', message: 'must be hardware or software' };
  return cells[SYSTEM] === undefined || cells[SYSTEM] === systemId
    ? undefined
    : { field: SYSTEM, message: 'must be the system of the import' };
}

function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableAssets('is not UTF-8');
  }
}

/** Returns the rows in the order of the file. `systemId`: the system of the import. @throws UnreadableAssets. */
export function readAssetRows(content: Uint8Array, systemId: string): AssetRow[] {
  const rows: AssetRow[] = [];
  let columns: string[] | undefined;
  const add = (line: number, cells: Record<string, string | undefined>, fault: AssetRow['fault']): void => {
    const { asset_type } = cells as Pick<AssetRow, 'asset_type'>;
    rows.push({ line, name: nameIn(cells.name), asset_type, ...(fault ? { fault } : {}) });
  };
  readCsvRecords(textOf(content), {
    onRecord(cells, line) {
      if (!columns) return void (columns = cells);
      const named = Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
      const message = `has ${cells.length} cells instead of ${columns.length}`;
      const isWhole = cells.length === columns.length;
      add(line, named, isWhole ? faultOf(named, systemId) : { field: 'row', message });
    },
    onFault: (message, line) => add(line, {}, { field: 'row', message }),
  });
  const header = columns ?? [];
  const missing = REQUIRED.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new UnreadableAssets(`has no column ${missing.join(' and ')}`);
  const unknown = header.filter((name) => ![...REQUIRED, SYSTEM, ...IGNORED].includes(name));
  if (unknown.length > 0) throw new UnreadableAssets(`has the unknown column ${unknown.join(', ')}`);
  return rows.sort((one, other) => one.line - other.line);
}

interface Asset {
  name: string;
  cyber_system_id: string;
  asset_type: string;
}

export type PlannedRow<Existing> = { row: AssetRow } & (
  | { kind: 'created' | 'unchanged' }
  | { kind: 'updated'; existing: Existing }
  | { kind: 'refused'; fault: NonNullable<AssetRow['fault']> }
);

/**
 * Returns the rows with what becomes of them. `existing`: all assets of the organization. A row that repeats
 * the name of an earlier row must have its type.
 */
export function planAssetRows<Existing extends Asset>(
  rows: AssetRow[],
  systemId: string,
  existing: Existing[],
): PlannedRow<Existing>[] {
  const assets = new Map<string, Existing | AssetRow>(existing.map((asset) => [nameKey(asset.name), asset]));
  return rows.map((row): PlannedRow<Existing> => {
    if (row.fault) return { row, kind: 'refused', fault: row.fault };
    const asset = assets.get(nameKey(row.name));
    if (!asset) {
      assets.set(nameKey(row.name), row);
      return { row, kind: 'created' };
    }
    if ('line' in asset) {
      const message = `repeats the name of line ${asset.line}`;
      return asset.asset_type === row.asset_type
        ? { row, kind: 'unchanged' }
        : { row, kind: 'refused', fault: { field: 'name', message } };
    }
    if (asset.cyber_system_id !== systemId) {
      const message = 'is taken by an asset of another cyber system';
      return { row, kind: 'refused', fault: { field: 'name', message } };
    }
    assets.set(nameKey(row.name), row); // a later row with the name repeats this one
    if (asset.asset_type === row.asset_type) return { row, kind: 'unchanged' };
    return { row, kind: 'updated', existing: asset };
  });
}
