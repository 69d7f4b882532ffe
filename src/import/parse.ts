// The records of CSV text, each with the line it begins in.
// Finds in JSON text what JSON.parse does not tell: the line of each row, and whether a field is repeated in it.
// What is wrong with a file that cannot be read, as it is said after its name.
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
export function readCsvRecords(text: string, { delimiter = ',', onRecord, onFault }: RecordReader): void {
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

export interface ScannedRows {
  /** The line of each row. */
  lines: number[];
  /** The number of fields written in each row and in what it holds, repeated ones too. */
  fields: number[];
}

/** Whether a field of a row, or of an object in it, was written more than once: it would be lost in silence, as JSON.parse keeps the last one. `written`: how many there were. */
export function hasRepeatedField(row: object, written: number): boolean {
  let kept = 0;
  const values: unknown[] = [row]; // and not by recursion: rows may be nested ever deeper
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) kept += Object.keys(value).length;
    for (const member of Object.values(value)) values.push(member);
  }
  return kept < written;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** `text` is valid JSON: an object of lists. A key that is there twice is there twice. */
export function scanJsonRows(text: string): [key: string, rows: ScannedRows][] {
  const found: [string, ScannedRows][] = [];
  let rows: ScannedRows = { lines: [], fields: [] };
  let [depth, line, key, betweenRows] = [0, 1, '', false];

  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\n') line++;
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') continue;
    if (depth === 2 && betweenRows && char !== ']') {
      rows.lines.push(line);
      rows.fields.push(0);
      betweenRows = false;
    }
    if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1) key = JSON.parse(text.slice(at, end + 1)) as string;
      at = end;
    } else if (char === '{' || char === '[') {
      depth++;
      if (depth !== 2) continue;
      rows = { lines: [], fields: [] };
      found.push([key, rows]);
      betweenRows = true;
    } else if (char === '}' || char === ']') depth--;
    else if (char === ',' && depth === 2) betweenRows = true;
    else if (char === ':' && depth >= 3) rows.fields[rows.fields.length - 1]!++;
  }
  return found;
}

const SENTENCES: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
  ERR_FS_FILE_TOO_LARGE: 'is too large',
};

/** By an error of the file system. */
export function readFailure(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return SENTENCES[code] ?? `cannot be read: ${message}`;
}

/** By an error of JSON.parse, with the line where that can be told. */
export function jsonFailure(text: string, error: unknown): { message: string; line: number | undefined } {
  const { message } = error as SyntaxError;
  const position = message.startsWith('Unexpected end')
    ? text.length
    : /at position (\d+)/.exec(message)?.[1];
  const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
  // Without the excerpt that follows in some messages: a file may hold protected information.
  return {
    message: `is not valid JSON: ${message.replace(/ in JSON at position.*|, \.{3}.*|, ".*/s, '')}`,
    line,
  };
}
