// Checks a source with its map, without a server: what each field becomes, and which rows are not synced.
import type { Report } from '../base/report/report';
import { type Selected, sampleTable, valueTable } from './source/check-tables';
import { FIELDS, readMap, requireColumns, ruleOf } from './source/map';
import { leftOutTables, rowsText } from './plan/plan-facts';
import { exportLimitProblem } from './plan/guards';
import { splitDuplicates } from './plan/identify';
import { readRow } from './source/read-row';
import { placeOf } from './source/row';
import { readSource } from './source/source';
import { type Desired, type RowFault, countReasons, contractFaults } from './source/translate';

/** Returns the faults of selected rows: of their fields, and of keys and names that occur twice. */
function faultsOf(selected: readonly Selected[], unreadable: readonly RowFault[]): RowFault[] {
  const desired: Desired[] = [];
  const faults = [...unreadable];
  for (const { row, key, reading } of selected) {
    const { name, asset_type } = reading.values;
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(asset_type === undefined ? {} : { asset_type }),
    };
    const all = [...reading.faults, ...contractFaults(fields)];
    if (all.length > 0) faults.push({ ...placeOf(row), key, message: all.join('; ') });
    else
      desired.push({
        ...placeOf(row),
        key,
        fields: { name: name!, asset_type: asset_type!, cyber_system_id: '' },
      });
  }
  return [...faults, ...splitDuplicates(desired, faults).faults];
}

/** @throws SyncError. */
export async function checkSource(
  sourceFile: string,
  mapFile: string,
): Promise<{ report: Report; faults: RowFault[] }> {
  const loaded = await readMap(mapFile);
  const { map } = loaded;
  const source = await readSource(sourceFile, map.source);
  requireColumns(loaded, source);

  const readings = source.rows.map((row) => ({ row, reading: readRow(map, row) }));
  const reasons = readings.flatMap(({ reading: { leftOut } }) => leftOut ?? []);
  const selected = readings.flatMap(({ row, reading }) =>
    reading.key === undefined ? [] : [{ row, key: reading.key, reading }],
  );
  const unreadable = readings.flatMap(({ row, reading: { leftOut, key, faults } }) =>
    leftOut === undefined && key === undefined ? [{ ...placeOf(row), message: faults.join('; ') }] : [],
  );
  const faults = faultsOf(selected, unreadable);
  const rows = {
    read: source.rows.length,
    taken: source.rows.length - reasons.length - faults.length,
    left_out: countReasons(reasons),
    not_synced: faults.length,
  };
  const names = FIELDS.filter((name) => map.fields[name] !== undefined);
  const mapped = names.filter((name) => name !== 'name' && ruleOf(map.fields[name]!).column !== undefined);
  const truncation = exportLimitProblem(rows.read, source);
  return {
    report: {
      title: 'Sync check',
      summary: [...(truncation === undefined ? [] : [truncation]), `${rowsText(rows)}.`],
      facts: [
        ['Source', `${map.source.name}, ${sourceFile}`],
        ['SHA-256 of the source', source.digest],
        ['SHA-256 of the map', loaded.digest],
      ],
      tables: [
        ...leftOutTables(rows),
        sampleTable(map, selected, names),
        ...mapped.map((name) => valueTable(map, name, selected)),
      ],
    },
    faults,
  };
}
