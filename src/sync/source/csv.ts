// CSV: the first line names the columns. One without a name, as spreadsheets leave them beside a table, is not read: no map can name it.
import { readRecords } from '../../import/csv-records';
import { refusedFile } from '../sync-error';
import type { SourceRow, SourceRows } from './rows';

function checkHeader(file: string, columns: string[], line: number): void {
  const twice = columns.find((column, index) => column && columns.indexOf(column) < index);
  if (twice !== undefined) throw refusedFile(file, `has the column ${JSON.stringify(twice)} twice`, line);
}

function toRow(columns: string[], cells: string[], line: number): SourceRow {
  const row: SourceRow = {
    line,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  };
  // Cells that shifted would give one column's value to another, the key included.
  return cells.length === columns.length
    ? row
    : {
        line,
        cells: {},
        fault: `the number of cells is ${cells.length}, and ${columns.length} in the first line`,
      };
}

/** @throws SyncError. */
export function readCsv(file: string, text: string, delimiter: string): SourceRows {
  const rows: SourceRow[] = [];
  let columns: string[] | undefined;
  readRecords(text, {
    delimiter,
    onRecord(cells, line) {
      if (columns) rows.push(toRow(columns, cells, line));
      else checkHeader(file, (columns = cells.map((column) => column.trim())), line);
    },
    onFault: (fault, line) => rows.push({ line, cells: {}, fault }),
  });
  if (!columns) throw refusedFile(file, 'is empty; its first line must name the columns');
  return { rows, columns: new Set(columns.filter(Boolean)) };
}
