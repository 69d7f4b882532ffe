// Reads the rows of a CSV file of cyber assets, and decides what becomes of each. A row is valid or has a fault.
import { contractDocument } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';
import { createTimeSlices } from '../../base/scheduling/time-slices';
import { createFaultLimit, readCsv, UnreadableCsv } from '../../base/csv/read';
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

const MAX_ROWS = 20_000;

/** An export protects a name that looks like a formula with an apostrophe. */
const nameIn = (cell = ''): string => cell.replace(/^'(?=[=+\-@])/, '');

const ASSET_NAME = { $ref: '#/components/schemas/AssetName' };

function faultOf(cells: Record<string, string | undefined>, systemId: string): AssetRow['fault'] {
  const isName = schemasOf(contractDocument).of(ASSET_NAME);
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
    throw new UnreadableCsv('is not UTF-8');
  }
}

/** @throws UnreadableCsv. */
function checkHeader(header: string[]): void {
  const expected = `its columns may be ${[...REQUIRED, SYSTEM].join(', ')}, and those of an export`;
  const fail = (fault: string): never => {
    throw new UnreadableCsv(`${fault}; ${expected}`);
  };
  const named = header.filter(Boolean);
  const missing = REQUIRED.filter((name) => !named.includes(name));
  if (missing.length > 0) fail(`has no column ${missing.join(' and ')}`);
  const unknown = named.filter((name) => ![...REQUIRED, SYSTEM, ...IGNORED].includes(name));
  if (unknown.length > 0) fail(`has the unknown column ${unknown.slice(0, 10).join(', ')}`);
}

/**
 * Returns the rows in the order of the file. `systemId`: the system of the import. @throws UnreadableCsv for a
 * file that is no CSV of cyber assets, or that has too many rows or faults.
 */
export async function readAssetRows(content: Uint8Array, systemId: string): Promise<AssetRow[]> {
  const rows: AssetRow[] = [];
  const countFault = createFaultLimit();
  let columns: string[] | undefined;
  for await (const { line, cells, fault } of readCsv(textOf(content), { maxRows: MAX_ROWS })) {
    if (!columns && fault === undefined) {
      checkHeader((columns = cells));
      continue;
    }
    const named = Object.fromEntries((columns ?? []).map((name, index) => [name, cells[index]]));
    const found = fault === undefined ? faultOf(named, systemId) : { field: 'row', message: fault };
    if (found) countFault(line, `${found.field} ${found.message}`);
    const { asset_type } = named as Pick<AssetRow, 'asset_type'>;
    rows.push({ line, name: nameIn(named['name']), asset_type, ...(found ? { fault: found } : {}) });
  }
  if (!columns) checkHeader([]);
  return rows;
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
 * the name of an earlier row must have its type. @throws UnreadableCsv for too many faults.
 */
export async function planAssetRows<Existing extends Asset>(
  rows: AssetRow[],
  systemId: string,
  existing: Existing[],
): Promise<PlannedRow<Existing>[]> {
  const nextSlice = createTimeSlices();
  const countFault = createFaultLimit();
  const assets = new Map<string, Existing | AssetRow>();
  for (const asset of existing) {
    await nextSlice();
    assets.set(nameKey(asset.name), asset);
  }
  const planned: PlannedRow<Existing>[] = [];
  for (const row of rows) {
    await nextSlice();
    const each = planRow(assets, row, systemId);
    if (each.kind === 'refused') countFault(row.line, `${each.fault.field} ${each.fault.message}`);
    planned.push(each);
  }
  return planned;
}

/** `assets`: by the keys of their names, with the earlier rows, to which this function adds the row. */
function planRow<Existing extends Asset>(
  assets: Map<string, Existing | AssetRow>,
  row: AssetRow,
  systemId: string,
): PlannedRow<Existing> {
  if (row.fault) return { row, kind: 'refused', fault: row.fault };
  const key = nameKey(row.name);
  const asset = assets.get(key);
  if (!asset) {
    assets.set(key, row);
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
  assets.set(key, row); // a later row with the name repeats this one
  if (asset.asset_type === row.asset_type) return { row, kind: 'unchanged' };
  return { row, kind: 'updated', existing: asset };
}
