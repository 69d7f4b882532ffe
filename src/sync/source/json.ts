// Reads a source in JSON (a list, or an object that contains one) or NDJSON, and rejects parts of an export.
import { hasRepeatedField, jsonFailure, scanJsonRows } from '../../server/import/parse';
import { fileError } from '../errors';
import { END, type SourceRow, type SourceRows, createEnding, listPaths } from './row';
import { isObject } from '../../base/values';

/** Keys of lists in responses of CMDBs: ServiceNow `result`, NetBox `results`, Device42 `Devices`. */
const LISTS = ['result', 'results', 'records', 'data', 'rows', 'Devices', 'devices'];

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

/** `fields`: the number of fields in the text of the row. A faulty row keeps its cells, which identify it. */
function jsonRow(value: unknown, row: number, line: number, fields?: number): SourceRow {
  if (!isObject(value)) return { line, row, cells: {}, fault: 'must be an object with fields' };
  const isRepeated = fields !== undefined && hasRepeatedField(value, fields);
  return { line, row, cells: value, fault: isRepeated ? 'has a field twice' : undefined };
}

const withColumns = (rows: SourceRow[]): SourceRows => ({
  rows,
  columns: new Set(rows.flatMap(({ cells, fault }) => (fault === undefined ? listPaths(cells) : []))),
});

/** scanJsonRows needs an object of lists. The wrapper adds no line, so that line numbers stay right. */
const wrapped = (text: string): string => (text.trimStart().startsWith('[') ? `{"rows":${text}}` : text);

/** @throws SyncError. */
function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message, line, before = '' } = jsonFailure(text, error);
    const row = scanJsonRows(wrapped(before)).at(-1)?.[1].lines.length ?? 0;
    throw fileError(file, row > 0 ? `row ${row} ${message}` : message, line);
  }
}

/** `requested`: the key of the list in the map. @throws SyncError. */
export function readJson(file: string, text: string, requested: string | undefined): SourceRows {
  const value = parse(file, text);
  const [key, object] = Array.isArray(value)
    ? ['rows', { rows: value }]
    : [listIn(file, value, requested), value as Record<string, unknown>];
  const scanned = scanJsonRows(wrapped(text)).filter(([name]) => name === key);
  if (scanned.length > 1) throw fileError(file, `has the key ${key} twice`);
  const { lines, fields } = scanned[0]![1];
  return withColumns(
    (object[key] as unknown[]).map((row, index) => jsonRow(row, index + 1, lines[index]!, fields[index])),
  );
}

/** Reads one JSON object a line. @throws SyncError when the number in the last line is not that of the rows. */
export function readNdjson(file: string, text: string): SourceRows {
  const rows: SourceRow[] = [];
  const ending = createEnding(file);
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const [line, row] = [index + 1, rows.length + 1];
    ending.requireNone(line);
    try {
      const fields = scanJsonRows(`{"rows":[${content}]}`)[0]?.[1].fields[0];
      const value: unknown = JSON.parse(content);
      if (isObject(value) && Object.hasOwn(value, END))
        ending.note(line, (value[END] as { rows?: unknown } | null)?.rows);
      else rows.push(jsonRow(value, row, line, fields));
    } catch {
      rows.push({ line, row, cells: {}, fault: 'is not valid JSON' });
    }
  }
  return { ...withColumns(rows), hasEndLine: ending.hasAll(rows.length) };
}
