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

const MAX_SHOWN_CHARACTERS = 200;

/** @throws UnreadableAssets with the columns found and expected. */
function checkHeader(header: string[]): void {
  const known = [...REQUIRED, SYSTEM, ...IGNORED];
  const faults = [
    ['has no column', REQUIRED.filter((name) => !header.includes(name))],
    ['has the unknown column', header.filter((name) => !known.includes(name))],
    ['has twice the column', header.filter((name, index) => header.indexOf(name) < index)],
  ] as const;
  const shown = (names: readonly string[]): string => names.join(', ').slice(0, MAX_SHOWN_CHARACTERS);
  for (const [fault, names] of faults)
    if (names.length > 0)
      throw new UnreadableAssets(
        `${fault} ${shown(names)}; found: ${shown(header) || 'none'}; required: ${REQUIRED.join(', ')}; also allowed: ${[SYSTEM, ...IGNORED].join(', ')}`,
      );
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
  checkHeader(columns ?? []);
  return rows.sort((one, other) => one.line - other.line);
}

export type PlannedRow = { row: AssetRow } & (
  { kind: 'created' } | { kind: 'refused'; fault: NonNullable<AssetRow['fault']> }
);

/** Returns the rows with what becomes of them. `existing`: all assets of the organization, whose names are taken. */
export function planAssetRows(rows: AssetRow[], existing: { id: string; name: string }[]): PlannedRow[] {
  const taken = new Map(existing.map(({ id, name }) => [nameKey(name), `is taken by the asset ${id}`]));
  return rows.map((row): PlannedRow => {
    const key = nameKey(row.name);
    const message = taken.get(key);
    const fault = row.fault ?? (message === undefined ? undefined : { field: 'name', message });
    if (fault) return { row, kind: 'refused', fault };
    taken.set(key, `repeats the name of line ${row.line}`);
    return { row, kind: 'created' };
  });
}
