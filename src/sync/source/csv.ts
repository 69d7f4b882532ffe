// CSV: the first line names the columns.
import { parse } from 'csv-parse/sync';
import { refusedFile } from '../sync-error';
import type { SourceRow, SourceRows } from './rows';

/** What is wrong with a record, by the parser's own code. https://csv.js.org/parse/errors/ */
const FAULTS: Record<string, string> = {
  INVALID_OPENING_QUOTE: 'has a quote inside a cell; put the cell in quotes, and write each quote in it twice',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the quote that closes a cell; write a quote inside a cell twice',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed, so that the rest of the file is one cell',
};

function checkHeader(file: string, columns: string[], line: number): void {
  const twice = columns.find((column, index) => columns.indexOf(column) < index);
  if (twice !== undefined) throw refusedFile(file, `has the column ${JSON.stringify(twice)} twice`, line);
}

function toRow(columns: string[], cells: string[], line: number): SourceRow {
  const row: SourceRow = { line, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) };
  // Cells that shifted would give one column's value to another, the key included.
  return cells.length === columns.length ? row : { line, cells: {}, fault: `the number of cells is ${cells.length}, and ${columns.length} in the first line` };
}

/** @throws SyncError. */
export function readCsv(file: string, text: string, delimiter: string): SourceRows {
  const rows: SourceRow[] = [];
  let columns: string[] | undefined;
  let lastLine = 0;
  // Line ends are made one: the parser counts those within quotes twice otherwise.
  parse(text.replace(/\r\n?/g, '\n'), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      // A quote that is never closed is noticed at the end of the file: it stands in the line after the last one that was understood.
      const line = error?.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error?.['lines']);
      if (error) rows.push({ line, cells: {}, fault: FAULTS[error.code] ?? `cannot be read: ${error.message}` });
      lastLine = line;
      return undefined;
    },
    on_record: (cells: string[], { lines }) => {
      lastLine = lines;
      const line = lines - cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
      if (columns) rows.push(toRow(columns, cells, line));
      else checkHeader(file, (columns = cells.map((column) => column.trim())), line);
      return null;
    },
  });
  if (!columns) throw refusedFile(file, 'is empty; its first line must name the columns');
  return { rows, columns: new Set(columns) };
}
