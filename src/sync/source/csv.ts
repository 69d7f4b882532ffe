// Reads a source in CSV: the columns are in the first line.
import { delimiterText, otherDelimiter } from '../../base/csv/header';
import { type CsvRecord, readCsv, UnreadableCsv } from '../../base/csv/read';
import { fileError } from '../errors';
import type { SourceRow, SourceRows } from './row';

/** @throws SyncError when the first line is one cell that contains another delimiter. */
function checkDelimiter(file: string, { cells, line, delimiter }: CsvRecord): void {
  const other = otherDelimiter(cells, delimiter);
  if (other === undefined) return;
  const advice = `if the delimiter is ${delimiterText(other)}, set "source.delimiter" in the map to ${JSON.stringify(other)}`;
  throw fileError(file, `has one column, ${JSON.stringify(cells[0])}; ${advice}`, line);
}

function checkRepetition(file: string, columns: string[], line: number): void {
  const repeated = columns.find((column, index) => column && columns.indexOf(column) < index);
  if (repeated !== undefined) throw fileError(file, `has the column ${JSON.stringify(repeated)} twice`, line);
}

/** Shifted cells would assign values to the wrong columns, the key included. */
const csvRow = (columns: string[], { line, cells, fault }: CsvRecord): SourceRow =>
  fault === undefined
    ? { line, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index]!])) }
    : { line, cells: {}, fault };

/** Columns without a name are ignored. `delimiter`: the one in the map. @throws SyncError. */
export async function readCsvSource(file: string, text: string, delimiter: string): Promise<SourceRows> {
  const rows: SourceRow[] = [];
  let columns: string[] | undefined;
  let used: string | undefined;
  try {
    for await (const record of readCsv(text, { delimiter })) {
      if (columns || record.fault !== undefined) rows.push(csvRow(columns ?? [], record));
      else {
        columns = record.cells;
        checkDelimiter(file, record);
        used = record.delimiter;
        checkRepetition(file, columns, record.line);
      }
    }
  } catch (error) {
    // A part of the rows would look like deleted assets.
    throw error instanceof UnreadableCsv ? fileError(file, error.message) : error;
  }
  if (!columns) throw fileError(file, 'is empty; its first line must name the columns');
  return {
    rows,
    columns: new Set(columns.filter(Boolean)),
    ...(used === undefined ? {} : { delimiter: used }),
  };
}
