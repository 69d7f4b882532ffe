// JSON: a list of objects, or an object that has one, as answers of ServiceNow (`result`, `records`) and NetBox (`results`) have.
import { notJson } from '../../import/file-faults';
import { hasRepeatedField, scanRows } from '../../import/json-rows';
import { refusedFile } from '../sync-error';
import { isObject, pathsOf } from './paths';
import type { SourceRow, SourceRows } from './rows';

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
  throw refusedFile(file, `is one page of several ("${page}" ${set}): ${advice}`);
}

/** @throws SyncError when a total is larger than the number of rows. */
function requireAllRows(file: string, value: Record<string, unknown>, rows: number): void {
  const total = TOTALS.find(
    (name) => /^(number|string)$/.test(typeof value[name]) && Number(value[name]) > rows,
  );
  if (total === undefined) return;
  const numbers = `"${total}" is ${Number(value[total])}, and the number of rows is ${rows}`;
  throw refusedFile(file, `is truncated: ${numbers}. Export all rows at once`);
}

/** Returns the key of the list in an object. @throws SyncError. */
function listIn(file: string, value: unknown, asked: string | undefined): string {
  if (!isObject(value)) throw refusedFile(file, 'must be a list of objects, or an object that has one');
  requireAllPages(file, value);
  const key = asked ?? LISTS.find((name) => Array.isArray(value[name]));
  if (key === undefined || !Array.isArray(value[key]))
    throw refusedFile(
      file,
      `has no list under ${asked === undefined ? LISTS.join(', ') : asked}; "source.rows" of the map names the key`,
    );
  requireAllRows(file, value, value[key].length);
  return key;
}

const toRow = (value: unknown, line: number, fields?: number): SourceRow => {
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
    const { message, line } = notJson(text, error);
    throw refusedFile(file, message, line);
  }
  // What finds lines wants an object of lists; nothing that is put around a list adds a line.
  const [key, object, whole] = Array.isArray(value)
    ? ['rows', { rows: value }, `{"rows":${text}}`]
    : [listIn(file, value, asked), value as Record<string, unknown>, text];
  const scanned = scanRows(whole).filter(([name]) => name === key);
  if (scanned.length > 1) throw refusedFile(file, `has the key ${key} twice`);
  const { lines, fields } = scanned[0]![1];
  return withColumns(
    (object[key] as unknown[]).map((row, index) => toRow(row, lines[index]!, fields[index])),
  );
}

/** One object a line. */
export function readNdjson(_file: string, text: string): SourceRows {
  const rows = text.split('\n').flatMap((content, index): SourceRow[] => {
    if (content.trim() === '') return [];
    try {
      return [toRow(JSON.parse(content), index + 1, scanRows(`{"rows":[${content}]}`)[0]?.[1].fields[0])];
    } catch {
      return [{ line: index + 1, cells: {}, fault: 'is not valid JSON' }];
    }
  });
  return withColumns(rows);
}
