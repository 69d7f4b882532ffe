// Reads a source in CSV: the columns are in the first line.
import { readCsvRecords } from '../../server/import/parse';
import { fileError } from '../errors';
import type { SourceRow, SourceRows } from './row';
import { countOf } from '../../base/text';

/** The first line with which spreadsheets name the delimiter, for example `sep=;`. */
const DELIMITER_LINE = /^(")?sep=([^\r\n])\1(?=\r?\n)/i;

const DELIMITERS: Record<string, string> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': '"|"' };

/** @throws SyncError when the first line is one cell that contains another delimiter. */
function checkDelimiter(file: string, columns: string[], delimiter: string, line: number): void {
  const other = Object.keys(DELIMITERS).find((each) => each !== delimiter && columns[0]!.includes(each));
  if (columns.length > 1 || other === undefined) return;
  const advice = `if the delimiter is ${DELIMITERS[other]}, set "source.delimiter" in the map to ${JSON.stringify(other)}`;
  throw fileError(file, `has one column, ${JSON.stringify(columns[0])}; ${advice}`, line);
}

function checkRepetition(file: string, columns: string[], line: number): void {
  const repeated = columns.find((column, index) => column && columns.indexOf(column) < index);
  if (repeated !== undefined) throw fileError(file, `has the column ${JSON.stringify(repeated)} twice`, line);
}

function csvRow(columns: string[], cells: string[], line: number): SourceRow {
  if (cells.length === columns.length)
    return { line, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index]!])) };
  // Shifted cells would assign values to the wrong columns, the key included.
  return {
    line,
    cells: {},
    fault: `has ${countOf(cells.length, 'cell')}; the first line has ${columns.length}`,
  };
}

/** Columns without a name are ignored. `requested`: the delimiter in the map. @throws SyncError. */
export function readCsv(file: string, text: string, requested: string): SourceRows {
  const rows: SourceRow[] = [];
  const delimiter = DELIMITER_LINE.exec(text)?.[2] ?? requested;
  let columns: string[] | undefined;
  // An empty line replaces the line with the delimiter, so that line numbers stay right.
  readCsvRecords(text.replace(DELIMITER_LINE, ''), {
    delimiter,
    onRecord(cells, line) {
      if (columns) return void rows.push(csvRow(columns, cells, line));
      columns = cells.map((column) => column.trim());
      checkDelimiter(file, columns, delimiter, line);
      checkRepetition(file, columns, line);
    },
    onFault: (fault, line) => rows.push({ line, cells: {}, fault }),
  });
  if (!columns) throw fileError(file, 'is empty; its first line must name the columns');
  return { rows, columns: new Set(columns.filter(Boolean)) };
}
