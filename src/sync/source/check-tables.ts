// Tables of what a map makes of rows: samples, and the values of each field.
import { groupBy } from '../../base/group-by';
import type { Table } from '../../base/report/report';
import { type FieldName, type SyncMap, ruleOf } from './map';
import { type RowReading, textAt } from './read-row';
import { type SourceRow, placeText } from './row';
import { formatCount } from '../../base/text';

const MAX_SAMPLES = 10;

/** A row that the map selects and whose key can be read. */
export interface Selected {
  row: SourceRow;
  key: string;
  reading: RowReading;
}

const NOT_IN_MAP = 'NOT IN THE MAP';
const EMPTY = '(empty)';

/** Returns the value of a field in the source. Columns that cannot be read are reported as faults. */
function sourceText(map: SyncMap, name: FieldName, { row: { cells } }: Selected): string {
  try {
    return textAt(cells, ruleOf(map.fields[name]!).column);
  } catch {
    return '(cannot be read)';
  }
}

/** Returns what a field becomes, with the value of the source when the map translates it. */
function fieldText(map: SyncMap, name: FieldName, selected: Selected): string {
  const [before, after] = [sourceText(map, name, selected), selected.reading.values[name]];
  if (after === undefined) return before === '' ? EMPTY : `${before} → ${NOT_IN_MAP}`;
  return before === '' || before === after ? after : `${before} → ${after}`;
}

/** Shows rows from the whole source, because its first rows are often alike. */
export function sampleTable(map: SyncMap, rows: readonly Selected[], names: readonly FieldName[]): Table {
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
      sample.key,
      ...names.map((name) => fieldText(map, name, sample)),
    ]),
  };
}

/** Counts the values of a field and what they become: unmapped values first, then the frequent ones. */
export function valueTable(map: SyncMap, name: FieldName, selected: readonly Selected[]): Table {
  const { values } = ruleOf(map.fields[name]!);
  const groups = groupBy(selected, (row) => sourceText(map, name, row));
  const counted = [...groups].map(([before, group]) => {
    const after = group[0]!.reading.values[name];
    const isOther = values !== undefined && before !== '' && !Object.hasOwn(values, before);
    const mapped = isOther ? `${after} (other)` : after;
    return { before, after: after === undefined ? undefined : mapped, rows: group.length };
  });
  counted.sort(
    (one, other) =>
      Number(one.after !== undefined) - Number(other.after !== undefined) || other.rows - one.rows,
  );
  return {
    heading: `Values of ${name}: ${formatCount(counted.length)}`,
    columns: ['Source', 'Becomes', 'Rows'],
    rows: counted.map(({ before, after = before === '' ? EMPTY : NOT_IN_MAP, rows }) => [
      before,
      after,
      formatCount(rows),
    ]),
  };
}
