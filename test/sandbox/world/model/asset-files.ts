// The model of CSV files of cyber assets: the template, the exports, and the import.
import { addAsset, assetName, assetNamed, assetsOf } from './assets';
import { type Commands } from './command';
import { type Dice, target } from './dice';
import { systemsOf } from './facilities';
import { viewAsset } from './systems';
import type { Row, World } from './world';

const cell = (value: unknown): string => {
  const text = `${(value ?? '') as string}`.replace(/(^|[,;\t\r\n])([=+\-@])/g, "$1'$2");
  return `"${text.replaceAll('"', '""')}"`;
};
/** Returns a CSV file (RFC 4180) in which every cell is quoted and neutralized. */
export const csv = (rows: unknown[][]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Plans the export of the assets of one site with these ratings. */
const exportOf =
  (kind: 'facility' | 'control_center', param: string, ratings: string[]): Commands[string] =>
  (world, dice) => {
    const { id, row } = target(world, dice, kind);
    const site = [`${kind}_id`, `${kind}_name`];
    const asset = ['id', 'name', 'asset_type', 'cyber_system_id', 'cyber_system_name', 'impact_rating'];
    const columns = [...asset, ...site, 'created_at', 'updated_at'];
    return {
      params: { [param]: id },
      isMissing: !row,
      succeed() {
        const shown = assetsOf(world, systemsOf(world, id)).map((each): Row => viewAsset(world, each));
        const rows = shown.filter(({ impact_rating }) => ratings.includes(impact_rating));
        const names = (each: Row) => ({
          cyber_system_name: world.find('cyber_system', each.cyber_system_id)!.name,
          [site[0]!]: id,
          [site[1]!]: row!.name,
        });
        const cells = rows.map((each) => columns.map((column) => ({ ...each, ...names(each) })[column]));
        return csv([columns, ...cells]);
      },
    };
  };

const textFile = (text: string, type = 'text/csv') => new Blob([text], { type });
interface ImportRow {
  name: string;
  asset_type: string;
}
function importRows(dice: Dice): ImportRow[] {
  return Array.from({ length: 1 + dice.int(4) }, () => ({
    name: dice.chance(5) ? '' : assetName(dice),
    asset_type: dice.pick(['hardware', 'hardware', 'software', 'software', 'firmware']),
  }));
}
const fileOf = (rows: ImportRow[]) =>
  ['name,asset_type', ...rows.map((row) => `"${row.name}",${row.asset_type}`)].join('\n');

const isValid = ({ name, asset_type }: ImportRow) => name !== '' && asset_type !== 'firmware';

/** Applies one row of an import, and returns whether it created an asset. `found`: the system's assets after it. */
function applyRow(world: World, system: string, row: ImportRow, found: Row[]): boolean {
  if (!isValid(row) || assetNamed(world, row.name)) return false;
  const { id } = found.find(({ name }) => name === row.name)!;
  addAsset(world, id, { name: row.name, cyber_system_id: system, asset_type: row.asset_type });
  return true;
}

export const assetFiles: Commands = {
  getCyberAssetsImportTemplate: () => ({ succeed: () => csv([['name', 'asset_type']]) }),
  exportCyberAssetsCsv: exportOf('facility', 'facilityId', ['high', 'medium']),
  exportLowCyberAssetsCsv: exportOf('facility', 'facilityId', ['low']),
  exportControlCenterCyberAssetsCsv: exportOf('control_center', 'controlCenterId', ['high', 'medium']),
  exportControlCenterLowCyberAssetsCsv: exportOf('control_center', 'controlCenterId', ['low']),

  importCyberAssets: (world, dice) => {
    const { id, row } = target(world, dice, 'cyber_system');
    const rows = importRows(dice);
    const isOtherMedia = row !== undefined && dice.chance(4);
    const header = row && dice.maybe(dice.pick(['name', 'name,asset_type,color']), 4);
    const text = header ? `${header}\nx,hardware` : fileOf(rows);
    const isFaulty = header !== undefined || !rows.some(isValid);
    return {
      params: { cyberSystemId: id },
      file: textFile(text, isOtherMedia ? 'application/json' : 'text/csv'),
      fileName: 'assets.csv',
      isOtherMedia,
      faults: row && isFaulty ? [''] : [],
      isMissing: !row,
      status: 201,
      learnFrom: () => `/cyber-systems/${id}/cyber-assets`,
      succeed(body, found: Row[]) {
        const lines = rows.flatMap((each, index) => (applyRow(world, id, each, found) ? [] : index + 2));
        const refused = body.errors.map(({ line }: { line: number }) => line);
        if (JSON.stringify(refused) !== JSON.stringify(lines))
          throw new Error(`lines ${lines.join()} ≠ ${refused.join()}`);
        return { created: rows.length - lines.length, refused: lines.length, errors: body.errors };
      },
    };
  },
};
