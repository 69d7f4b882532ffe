// The planned lists and files below a facility, a control center or a system, made from the rows of the real lists: what is made or moved there is seen here.
import type { AuthenticatedRequest, ContractRequest } from '../../contract/handler';
import { csvLine } from '../../csv';
import { csvRecords } from './csv-records';
import type { Known, IdLocation } from './known';
import type { Fields } from './records';

const BELOW = /^\/(cyber-systems|cyber-assets)(?:\/(export|export-low))?$/;

/** By which fields a system refers to each of them. */
const FIELDS = {
  facilities: 'facility',
  'control-centers': 'control_center',
  'cyber-systems': 'cyber_system',
} as const;

/** The body, and the name of the file if it is one. */
export interface FromInventory {
  body: unknown;
  disposition?: string;
}

function toCsv(columns: string[], rows: Fields[]): string {
  const cellsOf = (row: Fields) => columns.map((column) => (row[column] ?? null) as string | null);
  return [columns, ...rows.map(cellsOf)].map(csvLine).join('');
}

/** `Millbrook 345 kV Substation` as a part of a file's name. */
const slugOf = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Returns the records below a place; undefined for a path that lists something else, and when the document
 * has not released the lists. `example` is the file of the contract, which names the columns.
 */
export async function belowPlace(
  { read }: Known,
  { collection, record: { id, name }, below = '' }: IdLocation,
  request: ContractRequest,
  exchange: AuthenticatedRequest,
  example: unknown,
): Promise<FromInventory | undefined> {
  const [, rows, file] = BELOW.exec(below) ?? [];
  if (rows === undefined) return undefined;
  const list = (operationId: string): Promise<Fields[] | undefined> =>
    read(operationId, request, exchange) as Promise<Fields[] | undefined>;
  const [allSystems, allAssets] = [await list('getCyberSystems'), await list('getCyberAssets')];
  if (!allSystems || !allAssets) return undefined;

  const field = FIELDS[collection];
  const systems = allSystems.filter(
    (system) => system[collection === 'cyber-systems' ? 'id' : `${field}_id`] === id,
  );
  if (rows === 'cyber-systems') return { body: systems };
  const systemOf = new Map(systems.map((system) => [system['id'], system]));
  const assets = allAssets.filter((asset) => systemOf.has(asset['cyber_system_id']));
  if (file === undefined) return { body: assets };
  const wanted = assets.filter((asset) => (asset['impact_rating'] === 'low') === (file === 'export-low'));
  const told = wanted.map((asset) => ({
    ...asset,
    cyber_system_name: systemOf.get(asset['cyber_system_id'])!['name'],
    [`${field}_id`]: id,
    [`${field}_name`]: name,
  }));
  const [columns = []] = csvRecords(String(example));
  return {
    body: toCsv(columns, told),
    disposition: `attachment; filename="${slugOf(name)}-cyber-assets${file === 'export-low' ? '-low' : ''}.csv"`,
  };
}
