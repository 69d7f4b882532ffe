// Parses CSV and JSON with line numbers. Imports and syncs share it.
import { parse } from 'csv-parse/sync';

interface RecordReader {
  delimiter?: string;
  onRecord: (cells: string[], line: number) => void;
  onFault: (fault: string, line: number) => void;
}

/** Messages by the error codes of csv-parse. https://csv.js.org/parse/errors/ */
const FAULTS: Record<string, string> = {
  INVALID_OPENING_QUOTE: 'has a quote inside a cell; quote the cell, and double each quote in it',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the closing quote of a cell; double each quote inside a cell',
  CSV_QUOTE_NOT_CLOSED: 'has an opening quote without a closing quote',
};

/** Reports each record, or its fault, in the order of the file. Lines with empty cells only are ignored. */
export function readCsvRecords(text: string, { delimiter = ',', onRecord, onFault }: RecordReader): void {
  let lastLine = 0;
  // Line breaks are normalized, because the parser counts CRLF within quotes twice.
  parse(text.replace(/\r\n?/g, '\n'), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      // The parser reports a missing closing quote at the end of the file: it is after the last valid record.
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

interface ScannedRows {
  /** The line of each row. */
  lines: number[];
  /** The number of fields in the text of each row and its nested objects, repeated fields included. */
  fields: number[];
}

/**
 * Returns whether the text of a row repeats a field: JSON.parse keeps only the last one. `written`: the
 * number of fields in the text.
 */
export function hasRepeatedField(row: object, written: number): boolean {
  let kept = 0;
  const values: unknown[] = [row]; // without recursion, because rows may be nested deeply
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) kept += Object.keys(value).length;
    for (const member of Object.values(value)) values.push(member);
  }
  return kept < written;
}

/** Returns the index of the closing quote of the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return text.length; // truncated text
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** Returns the lists of a JSON object by key. A repeated key occurs repeatedly. The text may be truncated. */
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
      if (depth === 1 && end < text.length) key = JSON.parse(text.slice(at, end + 1)) as string;
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

interface JsonFailure {
  message: string;
  line: number | undefined;
  /** The valid text before the error. */
  before: string | undefined;
}

/** Returns the message for an error of JSON.parse, with its place when the error contains a position. */
export function jsonFailure(text: string, error: unknown): JsonFailure {
  const { message } = error as SyntaxError;
  const position = message.startsWith('Unexpected end')
    ? text.length
    : /at position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? undefined : text.slice(0, Number(position));
  // The excerpt of the file is removed, because a file may contain protected information.
  return {
    message: `is not valid JSON: ${message.replace(/ in JSON at position.*|, \.{3}.*|, ".*/s, '')}`,
    line: before?.split('\n').length,
    before,
  };
}
