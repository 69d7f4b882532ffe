// The import of cyber assets from CSV: each row is independent, and the response reports each rejected row.
import { contractDocument } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';
import { readCsvRecords } from '../../import/parse';
import { nameKey } from '../../resources/cyber-assets/rules';
import type { Call, Outcome } from './behavior';
import type { Fields } from './model';
import { invalid } from './rejections';
import type { World } from './world';

const REQUIRED = ['name', 'asset_type'];
/** Columns of an export, which an import ignores. */
const IGNORED = ['id', 'cyber_system_name', 'impact_rating', 'created_at', 'updated_at'].concat(
  ...['facility', 'control_center'].map((site) => [`${site}_id`, `${site}_name`]),
);

interface Row {
  line: number;
  cells: Fields;
  fault?: string;
}

/** @throws ApiError `validation_error` for a file that is not CSV with the columns of an import. */
function readRows(content: Buffer): Row[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw invalid('file', 'is not UTF-8');
  }
  const rows: Row[] = [];
  let columns: string[] | undefined;
  readCsvRecords(text, {
    onRecord(cells, line) {
      if (!columns) return void (columns = cells);
      const fault =
        cells.length === columns.length ? {} : { fault: `has ${cells.length} cells, not ${columns.length}` };
      rows.push({
        line,
        cells: Object.fromEntries(columns.map((name, index) => [name, cells[index]])),
        ...fault,
      });
    },
    onFault: (fault, line) => rows.push({ line, cells: {}, fault }),
  });
  const header = columns ?? [];
  const missing = REQUIRED.filter((name) => !header.includes(name));
  if (missing.length > 0) throw invalid('file', `has no column ${missing.join(' and ')}`);
  const unknown = header.filter((name) => ![...REQUIRED, 'cyber_system_id', ...IGNORED].includes(name));
  if (unknown.length > 0) throw invalid('file', `has the unknown column ${unknown.join(', ')}`);
  return rows;
}

/** An export protects a name that looks like a formula with an apostrophe. */
const nameIn = (cell: unknown): string => String(cell).replace(/^'(?=[=+\-@])/, '');

function faultOf({ cells, fault }: Row, system: Fields): [field: string, message: string] | undefined {
  if (fault !== undefined) return ['row', fault];
  const isName = schemasOf(contractDocument).of({ $ref: '#/components/schemas/AssetName' });
  if (!isName(nameIn(cells['name'])))
    return ['name', 'must have 1 to 255 characters, no control characters and no white space at its ends'];
  if (!['hardware', 'software'].includes(String(cells['asset_type'])))
    return ['asset_type', 'must be hardware or software'];
  const owner = cells['cyber_system_id'];
  return owner === undefined || owner === system['id']
    ? undefined
    : ['cyber_system_id', 'must be the system of the import'];
}

export async function importCyberAssets(world: World, { target: system, files }: Call): Promise<Outcome> {
  const rows = readRows(files[0]!.content!);
  const assets = new Map(
    (await world.list('CyberAsset')).map((asset) => [nameKey(String(asset['name'])), asset]),
  );
  const result = { created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] as Fields[] };
  const refuse = (line: number, field: string, message: string): void => {
    result.refused++;
    result.errors.push({ line, field, message });
  };
  for (const row of rows.sort((one, other) => one.line - other.line)) {
    const fault = faultOf(row, system);
    if (fault) {
      refuse(row.line, ...fault);
      continue;
    }
    const name = nameIn(row.cells['name']);
    const asset_type = row.cells['asset_type'];
    const existing = assets.get(nameKey(name));
    if (!existing) {
      const created_at = world.now.toISOString();
      const { id: cyber_system_id, impact_rating, organization_slug } = system;
      const times = { created_at, updated_at: created_at };
      const asset = { name, cyber_system_id, asset_type, impact_rating, ...times, organization_slug };
      assets.set(nameKey(name), await world.create('CyberAsset', asset));
      result.created++;
    } else if (existing['cyber_system_id'] !== system['id']) {
      refuse(row.line, 'name', 'is taken by an asset of another cyber system');
    } else if (existing['asset_type'] === asset_type) {
      result.unchanged++;
    } else {
      assets.set(nameKey(name), await world.change('CyberAsset', existing, { ...existing, asset_type }));
      result.updated++;
    }
  }
  if (result.refused === rows.length)
    throw invalid(
      'file',
      rows.length === 0 ? 'has no rows' : `has no valid row: line ${result.errors[0]!['line']}`,
    );
  return { body: result };
}
