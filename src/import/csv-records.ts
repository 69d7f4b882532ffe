// The records of CSV text, each with the line it begins in.
import { parse } from 'csv-parse/sync';

interface RecordReader {
  delimiter?: string;
  onRecord: (cells: string[], line: number) => void;
  onFault: (fault: string, line: number) => void;
}

/** What is wrong with a record, by the parser's own code. https://csv.js.org/parse/errors/ */
const FAULTS: Record<string, string> = {
  INVALID_OPENING_QUOTE:
    'has a quote inside a cell; put the cell in quotes, and write each quote in it twice',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the quote that closes a cell; write a quote inside a cell twice',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed, so that the rest of the file is one cell',
};

/** Tells of every record in the order of the file, of one that cannot be read by its fault. A line with nothing in its cells, as spreadsheets leave them below a table, is none. */
export function readRecords(text: string, { delimiter = ',', onRecord, onFault }: RecordReader): void {
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
      if (error) onFault(FAULTS[error.code] ?? `cannot be read: ${error.message}`, line);
      lastLine = line;
      return undefined;
    },
    on_record: (cells: string[], { lines }) => {
      lastLine = lines;
      if (cells.every((cell) => cell.trim() === '')) return null;
      onRecord(cells, lines - cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0));
      return null;
    },
  });
}
