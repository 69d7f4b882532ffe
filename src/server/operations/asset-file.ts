// CSV files of cyber assets: writes an export, and decides what becomes of each row of an import. Pure.
import { contractDocument } from '../../contract/document';
import { compileSchemas } from '../../contract/schemas';
import { nextSlice } from '../../base/scheduling/time-slices';
import { headerFault } from '../../base/csv/header';
import { type CsvRecord, createFaultLimit, readCsv, UnreadableCsv } from '../../base/csv/read';
import { validationError } from '../../contract/validation/validation-error';
import { nameKey } from '../../base/text';
import type { components } from '../../../generated/types';
import { csvLine, withoutProtection } from '../../base/csv/write';

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
  fault: { field: string; message: string } | undefined;
}

const MAX_ROWS = 20_000;

const ASSET_NAME = { $ref: '#/components/schemas/AssetName' };

function findFault(cells: Record<string, string | undefined>, systemId: string): AssetRow['fault'] {
  const isName = compileSchemas(contractDocument).of(ASSET_NAME);
  if (!isName(withoutProtection(cells.name ?? ''))) {
    const { details = [] } = validationError(isName.errors!);
    return { field: 'name', message: details.map(({ message }) => message).join(', ') };
  }
  if (!['hardware', 'software'].includes(cells.asset_type ?? ''))
    return { field: 'asset_type', message: 'must be hardware or software' };
  return cells[SYSTEM] === undefined || cells[SYSTEM] === systemId
    ? undefined
    : { field: SYSTEM, message: 'must be the system of the import' };
}

function decodeText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableCsv('is not UTF-8; save it as CSV in UTF-8');
  }
}

/** @throws UnreadableCsv with the columns found and expected. */
function checkHeader(header: Pick<CsvRecord, 'cells' | 'delimiter'>): void {
  const fault = headerFault(header, { required: REQUIRED, allowed: [SYSTEM, ...IGNORED] });
  if (fault !== undefined) throw new UnreadableCsv(fault);
}

/**
 * Returns the rows in the order of the file. `systemId`: the system of the import. @throws UnreadableCsv for a
 * file that is no CSV of cyber assets, or that has too many rows or faults.
 */
export async function readAssetRows(content: Uint8Array, systemId: string): Promise<AssetRow[]> {
  const rows: AssetRow[] = [];
  const countFault = createFaultLimit();
  let columns: string[] | undefined;
  for await (const record of readCsv(decodeText(content), { maxRows: MAX_ROWS })) {
    const { line, cells, fault } = record;
    if (!columns && fault === undefined) {
      checkHeader(record);
      columns = cells;
      continue;
    }
    const named = Object.fromEntries((columns ?? []).map((name, index) => [name, cells[index]]));
    const found = fault === undefined ? findFault(named, systemId) : { field: 'row', message: fault };
    if (found) countFault(line, `${found.field} ${found.message}`);
    const { asset_type } = named as Pick<AssetRow, 'asset_type'>;
    rows.push({ line, name: withoutProtection(named['name'] ?? ''), asset_type, fault: found });
  }
  if (!columns) checkHeader({ cells: [] });
  return rows;
}

/**
 * Returns the rows, with a fault where the name is taken. `existing`: the assets of the organization that have these
 * names. @throws UnreadableCsv for too many faults.
 */
export async function planAssetRows(
  rows: AssetRow[],
  existing: { id: string; name: string }[],
): Promise<AssetRow[]> {
  const countFault = createFaultLimit();
  /** The reason against a name by its key. */
  const taken = new Map<string, string>();
  for (const { id, name } of existing) {
    await nextSlice();
    taken.set(nameKey(name), `is taken by the asset ${id}`);
  }
  const planned: AssetRow[] = [];
  for (const row of rows) {
    await nextSlice();
    const key = nameKey(row.name);
    const message = taken.get(key);
    const fault = row.fault ?? (message === undefined ? undefined : { field: 'name', message });
    if (fault) countFault(row.line, `${fault.field} ${fault.message}`);
    else taken.set(key, `repeats the name of line ${row.line}`);
    planned.push({ ...row, fault });
  }
  return planned;
}

type Schemas = components['schemas'];

/** `Millbrook 345 kV Substation` as a part of a file name. */
const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns the file and its name. `isLow`: whether it lists low-impact assets. */
export function exportAssets(
  assets: { asset: Schemas['CyberAsset']; system: Pick<Schemas['CyberSystem'], 'name'> }[],
  site: 'facility' | 'control_center',
  { id: siteId, name: siteName }: Pick<Schemas['Facility'], 'id' | 'name'>,
  isLow: boolean,
): { body: string; fileName: string } {
  const columns = ['id', 'name', 'asset_type', 'cyber_system_id', 'cyber_system_name', 'impact_rating'];
  const header = [...columns, `${site}_id`, `${site}_name`, 'created_at', 'updated_at'];
  const rows = assets.map(({ asset, system }) => {
    const { id, name, asset_type, cyber_system_id, impact_rating, created_at, updated_at } = asset;
    const own = [id, name, asset_type, cyber_system_id, system.name, impact_rating];
    return [...own, siteId, siteName, created_at, updated_at];
  });
  const fileName = `${toSlug(siteName)}-cyber-assets${isLow ? '-low' : ''}.csv`;
  return { body: [header, ...rows].map(csvLine).join(''), fileName };
}
