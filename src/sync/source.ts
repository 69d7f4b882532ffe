// Reads a source (CSV, JSON or NDJSON) into rows with line numbers.
import { extname } from 'node:path';
import { hasRepeatedField, jsonFailure, readCsvRecords, scanJsonRows } from '../import/parse';
import { countOf, fileError } from './errors';
import { decode, digest, readBytes } from './files';

export interface SourceRow {
  line: number;
  /** Cells by column, with values of any type. */
  cells: Readonly<Record<string, unknown>>;
  /** Why the row cannot be read. */
  fault?: string;
}

interface SourceRows {
  rows: SourceRow[];
  /** The columns of all rows. */
  columns: ReadonlySet<string>;
}

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
type Format = (typeof FORMATS)[number];

export interface SourceOptions {
  /** Default: by the extension of the file. */
  format?: Format;
  encoding?: string;
  delimiter?: string;
  /** JSON: the key of the list. */
  rows?: string;
}

interface Source extends SourceRows {
  file: string;
  /** SHA-256 of the file. */
  digest: string;
}

const BY_EXTENSION: Record<string, Format> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** Byte order marks of encodings other than UTF-8. https://encoding.spec.whatwg.org/#bom-sniff */
const BYTE_ORDER_MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

function encodingAdvice(bytes: Uint8Array): string {
  const encoding = BYTE_ORDER_MARKS[Buffer.from(bytes.subarray(0, 2)).toString('hex')];
  return encoding === undefined
    ? '; set "source.encoding" in the map, for example to windows-1252'
    : `; its byte order mark says ${encoding}: set "source.encoding" in the map to ${encoding}`;
}

/** @throws SyncError. */
export async function readSource(
  file: string,
  { format, encoding = 'utf-8', delimiter = ',', rows }: SourceOptions = {},
): Promise<Source> {
  const kind = format ?? BY_EXTENSION[extname(file).toLowerCase()];
  if (!kind) {
    const extensions = Object.keys(BY_EXTENSION).join(', ');
    throw fileError(file, `has none of the extensions ${extensions}; set "source.format" in the map`);
  }
  const bytes = await readBytes(file);
  const text = decode(file, bytes, encoding, encoding === 'utf-8' ? encodingAdvice(bytes) : '');
  const read = {
    csv: () => readCsv(file, text, delimiter),
    json: () => readJson(file, text, rows),
    ndjson: () => readNdjson(text),
  }[kind]();
  return { ...read, file, digest: digest(bytes) };
}

function checkHeader(file: string, columns: string[], line: number): void {
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

/** Reads CSV with a header line. Columns without a name are ignored. @throws SyncError. */
export function readCsv(file: string, text: string, delimiter: string): SourceRows {
  const rows: SourceRow[] = [];
  let columns: string[] | undefined;
  readCsvRecords(text, {
    delimiter,
    onRecord(cells, line) {
      if (columns) rows.push(csvRow(columns, cells, line));
      else checkHeader(file, (columns = cells.map((column) => column.trim())), line);
    },
    onFault: (fault, line) => rows.push({ line, cells: {}, fault }),
  });
  if (!columns) throw fileError(file, 'is empty; its first line must name the columns');
  return { rows, columns: new Set(columns.filter(Boolean)) };
}

/** Keys of lists in responses of CMDBs, for example ServiceNow `result` and NetBox `results`. */
const LISTS = ['result', 'results', 'records', 'data', 'rows'];

/** Fields with the total number of rows: NetBox `count`, Device42 `total_count`, others `total`. */
const TOTALS = ['count', 'total_count', 'total'];

/** @throws SyncError for one page of several: rows of the other pages would look like deleted assets. */
function requireAllPages(file: string, value: Record<string, unknown>): void {
  const page = ['next', 'previous'].find((name) => Boolean(value[name]));
  if (page === undefined) return;
  const set = typeof value[page] === 'string' ? 'has an address' : 'is not null';
  const advice = 'export all rows at once, or write the rows of all pages as one list';
  throw fileError(file, `is one page of several ("${page}" ${set}): ${advice}`);
}

/** @throws SyncError when a total is larger than the number of rows. */
function requireAllRows(file: string, value: Record<string, unknown>, rows: number): void {
  const total = TOTALS.find(
    (name) => /^(number|string)$/.test(typeof value[name]) && Number(value[name]) > rows,
  );
  if (total === undefined) return;
  const numbers = `"${total}" is ${Number(value[total])}, and the number of rows is ${rows}`;
  throw fileError(file, `is truncated: ${numbers}. Export all rows at once`);
}

/** Returns the key of the list in an object. `requested`: the key in the map. @throws SyncError. */
function listIn(file: string, value: unknown, requested: string | undefined): string {
  if (!isObject(value)) throw fileError(file, 'must be a list of objects, or an object that contains one');
  requireAllPages(file, value);
  const key = requested ?? LISTS.find((name) => Array.isArray(value[name]));
  if (key === undefined || !Array.isArray(value[key])) {
    const keys = requested ?? LISTS.join(', ');
    throw fileError(file, `has no list under ${keys}; set "source.rows" in the map to the key of the list`);
  }
  requireAllRows(file, value, value[key].length);
  return key;
}

/** `fields`: the number of fields in the text of the row. */
function jsonRow(value: unknown, line: number, fields?: number): SourceRow {
  if (!isObject(value)) return { line, cells: {}, fault: 'must be an object with fields' };
  if (fields !== undefined && hasRepeatedField(value, fields))
    return { line, cells: {}, fault: 'has a field twice' };
  return { line, cells: value };
}

const withColumns = (rows: SourceRow[]): SourceRows => ({
  rows,
  columns: new Set(rows.flatMap(({ cells }) => pathsOf(cells))),
});

/** Reads a list of objects, or an object that contains one. @throws SyncError. */
function readJson(file: string, text: string, requested: string | undefined): SourceRows {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message, line } = jsonFailure(text, error);
    throw fileError(file, message, line);
  }
  // scanJsonRows needs an object of lists. The wrapper adds no line, so that line numbers stay right.
  const [key, object, wrapped] = Array.isArray(value)
    ? ['rows', { rows: value }, `{"rows":${text}}`]
    : [listIn(file, value, requested), value as Record<string, unknown>, text];
  const scanned = scanJsonRows(wrapped).filter(([name]) => name === key);
  if (scanned.length > 1) throw fileError(file, `has the key ${key} twice`);
  const { lines, fields } = scanned[0]![1];
  return withColumns(
    (object[key] as unknown[]).map((row, index) => jsonRow(row, lines[index]!, fields[index])),
  );
}

/** Reads one JSON object a line. */
function readNdjson(text: string): SourceRows {
  const rows = text.split('\n').flatMap((content, index): SourceRow[] => {
    if (content.trim() === '') return [];
    const line = index + 1;
    try {
      return [jsonRow(JSON.parse(content), line, scanJsonRows(`{"rows":[${content}]}`)[0]?.[1].fields[0])];
    } catch {
      return [{ line, cells: {}, fault: 'is not valid JSON' }];
    }
  });
  return withColumns(rows);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a column: of the field with that name, or else of a path such as `site.name`. */
export function valueAt(cells: Readonly<Record<string, unknown>>, column: string): unknown {
  if (Object.hasOwn(cells, column)) return cells[column];
  let value: unknown = cells;
  for (const segment of column.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Prevents a stack overflow on deeply nested rows. */
const MAX_DEPTH = 100;

/** Returns the names and paths of all columns of a row. */
function pathsOf(cells: Readonly<Record<string, unknown>>, before = '', depth = 0): string[] {
  return Object.entries(cells).flatMap(([key, value]) => [
    before + key,
    ...(isObject(value) && depth < MAX_DEPTH ? pathsOf(value, `${before}${key}.`, depth + 1) : []),
  ]);
}
