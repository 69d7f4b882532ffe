// Checks a source with its map, without a server: what each field becomes, and which rows are not synced.
import type { RowFault, SyncMap } from '../../generated/files';
import { groupBy } from '../base/values';
import type { Report, Table } from '../base/report/report';
import { formatCount } from '../base/text';
import { type FieldName, FIELDS, columnsOfMap, readMap, requireColumns, toRule } from './source/map';
import { leftOutTables, rowsText } from './plan/report-parts';
import { exportLimitProblem } from './plan/guards';
import { splitDuplicates } from './plan/identify';
import { type SourceRow, placeText } from './source/row';
import { readSource } from './source/source';
import { type RowReading, textAt, translateRows } from './source/translate';

/** A row that the map selects and whose key can be read. */
interface Selected {
  row: SourceRow;
  reading: RowReading;
}

/** Without a server, every name is that of a cyber system. */
const ANY_SYSTEM = { findSystem: () => ({}) };

/** @throws SyncError. */
export async function checkSource(
  sourceFile: string,
  mapFile: string,
): Promise<{ report: Report; faults: RowFault[] }> {
  const loaded = await readMap(mapFile);
  const { map } = loaded;
  const source = await readSource(sourceFile, map.source, columnsOfMap(map));
  requireColumns(loaded, source);

  const selected: Selected[] = [];
  const translated = translateRows(source.rows, map, ANY_SYSTEM, (row, reading) => {
    if (reading.key !== undefined) selected.push({ row, reading });
  });
  const { unique, faults: duplicates } = splitDuplicates(translated.desired, translated.faults);
  const faults = [...translated.faults, ...duplicates];
  const rows = {
    read: source.rows.length,
    taken: unique.length,
    left_out: translated.leftOut,
    not_synced: faults.length,
  };
  const names = FIELDS.filter((name) => map.fields[name] !== undefined);
  const mapped = names.filter((name) => name !== 'name' && toRule(map.fields[name]!).column !== undefined);
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

const MAX_SAMPLES = 10;

const NOT_IN_MAP = 'NOT IN THE MAP';
const EMPTY = '(empty)';

/** Returns the value of a field in the source. Columns that cannot be read are reported as faults. */
function sourceText(map: SyncMap, name: FieldName, { row: { cells } }: Selected): string {
  try {
    return textAt(cells, toRule(map.fields[name]!).column);
  } catch {
    return '(cannot be read)';
  }
}

/** Returns the new value of a field, with that of the source when the map translates it. */
function fieldText(map: SyncMap, name: FieldName, selected: Selected): string {
  const [before, after] = [sourceText(map, name, selected), selected.reading.values[name]];
  if (after === undefined) return before === '' ? EMPTY : `${before} → ${NOT_IN_MAP}`;
  return before === '' || before === after ? after : `${before} → ${after}`;
}

/** Shows rows from the whole source, because its first rows are often alike. */
function sampleTable(map: SyncMap, rows: readonly Selected[], names: readonly FieldName[]): Table {
  const count = Math.min(MAX_SAMPLES, rows.length);
  const samples = Array.from(
    { length: count },
    (_, index) => rows[Math.floor((index * rows.length) / count)]!,
  );
  return {
    heading: `What rows become: ${count} of ${formatCount(rows.length)}`,
    columns: ['Row', 'Key', ...names],
    rows: samples.map((sample) => [
      placeText(sample.row),
      sample.reading.key!,
      ...names.map((name) => fieldText(map, name, sample)),
    ]),
  };
}

/** Counts the values of a field and what they become: unmapped values first, then the frequent ones. */
function valueTable(map: SyncMap, name: FieldName, selected: readonly Selected[]): Table {
  const { values } = toRule(map.fields[name]!);
  const groups = groupBy(selected, (row) => sourceText(map, name, row));
  const rows = [...groups].map(([before, group]) => {
    const after = group[0]!.reading.values[name];
    const isOther = values !== undefined && before !== '' && !Object.hasOwn(values, before);
    const missing = before === '' ? EMPTY : NOT_IN_MAP;
    return {
      cells: [before, after === undefined ? missing : isOther ? `${after} (other)` : after],
      isMapped: after !== undefined,
      count: group.length,
    };
  });
  rows.sort((one, other) => Number(one.isMapped) - Number(other.isMapped) || other.count - one.count);
  return {
    heading: `Values of ${name}: ${formatCount(rows.length)}`,
    columns: ['Source', 'Becomes', 'Rows'],
    rows: rows.map(({ cells, count }) => [...cells, formatCount(count)]),
  };
}
