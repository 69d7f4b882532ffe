// What a reader makes of a source: rows, each with its line.
// Reads a source: which kind it is, its text, its digest.
// CSV: the first line names the columns. One without a name, as spreadsheets leave them beside a table, is not read: no map can name it.
// JSON: a list of objects, or an object that has one, as answers of ServiceNow (`result`, `records`) and NetBox (`results`) have.
// Columns of a source: a name, or in JSON a way into nested objects, such as `site.name`.
import { extname } from 'node:path';
import { hasRepeatedField, jsonFailure, readCsvRecords, scanJsonRows } from '../import/parse';
import { decode, digest, readBytes } from './files';
import { fileError } from './errors';

export interface SourceRow {
  line: number;
  /** By column; anything may stand in them. */
  cells: Readonly<Record<string, unknown>>;
  /** What kept the reader from understanding the row. */
  fault?: string;
}

export interface SourceRows {
  rows: SourceRow[];
  /** The columns that any row may have. */
  columns: ReadonlySet<string>;
}

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export interface SourceOptions {
  /** By the name of the file when left out. */
  format?: Format;
  encoding?: string;
  delimiter?: string;
  /** JSON: the key of the list. */
  rows?: string;
}

export interface CmdbSource extends SourceRows {
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

/** Which encoding a map should name for what is not UTF-8: two byte order marks say it themselves. https://encoding.spec.whatwg.org/#bom-sniff */
function encodingOf(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (mark === 'fffe')
    return '; it is utf-16le text by its first bytes: name that in the map, as "source.encoding"';
  if (mark === 'feff')
    return '; it is utf-16be text by its first bytes: name that in the map, as "source.encoding"';
  return '; a map can name another encoding, such as windows-1252';
}

/** @throws SyncError. */
export async function readSource(
  file: string,
  { format, encoding = 'utf-8', delimiter = ',', rows }: SourceOptions = {},
): Promise<CmdbSource> {
  const kind = format ?? BY_EXTENSION[extname(file).toLowerCase()];
  if (!kind)
    throw fileError(
      file,
      `is none of ${Object.keys(BY_EXTENSION).join(', ')}; "source.format" of the map says what it is`,
    );
  const bytes = await readBytes(file);
  const text = decode(file, bytes, encoding, encoding === 'utf-8' ? encodingOf(bytes) : '');
  const read = {
    csv: () => readCsv(file, text, delimiter),
    json: () => readJson(file, text, rows),
    ndjson: () => readNdjson(file, text),
  }[kind]();
  return { ...read, file, digest: digest(bytes) };
}

function checkHeader(file: string, columns: string[], line: number): void {
  const twice = columns.find((column, index) => column && columns.indexOf(column) < index);
  if (twice !== undefined) throw fileError(file, `has the column ${JSON.stringify(twice)} twice`, line);
}

function csvRow(columns: string[], cells: string[], line: number): SourceRow {
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

const LISTS = ['result', 'results', 'records', 'data', 'rows'];

/**
 * Fields with the number of rows of the whole list: NetBox `count`, Device42 `total_count`, others `total`.
 */
const TOTALS = ['count', 'total_count', 'total'];

/**
 * Requires an export of one page: rows of further pages would look like deleted assets. @throws SyncError.
 */
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

/** Returns the key of the list in an object. @throws SyncError. */
function listIn(file: string, value: unknown, asked: string | undefined): string {
  if (!isObject(value)) throw fileError(file, 'must be a list of objects, or an object that has one');
  requireAllPages(file, value);
  const key = asked ?? LISTS.find((name) => Array.isArray(value[name]));
  if (key === undefined || !Array.isArray(value[key]))
    throw fileError(
      file,
      `has no list under ${asked === undefined ? LISTS.join(', ') : asked}; "source.rows" of the map names the key`,
    );
  requireAllRows(file, value, value[key].length);
  return key;
}

const jsonRow = (value: unknown, line: number, fields?: number): SourceRow => {
  if (!isObject(value)) return { line, cells: {}, fault: 'must be an object with fields' };
  if (fields !== undefined && hasRepeatedField(value, fields))
    return { line, cells: {}, fault: 'has a field twice' };
  return { line, cells: value };
};

const withColumns = (rows: SourceRow[]): SourceRows => ({
  rows,
  columns: new Set(rows.flatMap(({ cells }) => pathsOf(cells))),
});

/** @throws SyncError. */
export function readJson(file: string, text: string, asked: string | undefined): SourceRows {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message, line } = jsonFailure(text, error);
    throw fileError(file, message, line);
  }
  // What finds lines wants an object of lists; nothing that is put around a list adds a line.
  const [key, object, whole] = Array.isArray(value)
    ? ['rows', { rows: value }, `{"rows":${text}}`]
    : [listIn(file, value, asked), value as Record<string, unknown>, text];
  const scanned = scanJsonRows(whole).filter(([name]) => name === key);
  if (scanned.length > 1) throw fileError(file, `has the key ${key} twice`);
  const { lines, fields } = scanned[0]![1];
  return withColumns(
    (object[key] as unknown[]).map((row, index) => jsonRow(row, lines[index]!, fields[index])),
  );
}

/** One object a line. */
export function readNdjson(_file: string, text: string): SourceRows {
  const rows = text.split('\n').flatMap((content, index): SourceRow[] => {
    if (content.trim() === '') return [];
    try {
      return [jsonRow(JSON.parse(content), index + 1, scanJsonRows(`{"rows":[${content}]}`)[0]?.[1].fields[0])];
    } catch {
      return [{ line: index + 1, cells: {}, fault: 'is not valid JSON' }];
    }
  });
  return withColumns(rows);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in a column. A name with a dot comes before the way that it could be too. */
export function valueAt(cells: Readonly<Record<string, unknown>>, column: string): unknown {
  if (Object.hasOwn(cells, column)) return cells[column];
  let value: unknown = cells;
  for (const segment of column.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Deeper than anybody names a column, and less deep than would end in an overflow. */
const MAX_DEPTH = 100;

/** Every column of a row. */
export function pathsOf(cells: Readonly<Record<string, unknown>>, before = '', depth = 0): string[] {
  return Object.entries(cells).flatMap(([key, value]) => [
    before + key,
    ...(isObject(value) && depth < MAX_DEPTH ? pathsOf(value, `${before}${key}.`, depth + 1) : []),
  ]);
}
