// Reads the content of an import: a JSON or YAML file, or a folder of CSV files.
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { rowSchema } from './check-rows';
import { fileError, type ImportSource, readText, toContent, UnreadableRow } from './content';
import { readYaml } from './read-yaml';
import { isObject, type JsonObject } from '../../base/values';
import type { Fields } from '../../contract/record-model';
import { hasRepeatedField, jsonFailure, scanJsonRows } from './parse';
import { headerFault } from '../../base/csv/header';
import { type CsvRecord, readCsv, UnreadableCsv } from '../../base/csv/read';
import { withoutProtection } from '../../base/csv/write';
import type { CollectionName } from '../records/collection';
import { COLLECTIONS } from './collections';

/** The records of a sandbox's world. */
export interface Seed {
  records: Record<string, Fields[]>;
}

const READERS: Record<string, (file: string, text: string) => ImportSource | Seed> = {
  '.json': readJson,
  '.yaml': readYaml,
  '.yml': readYaml,
};

/** @throws ImportError. */
export async function readSource(path: string): Promise<ImportSource | Seed> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return readCsvFolder(path);
  const read = READERS[extname(path).toLowerCase()];
  if (!read)
    throw fileError(
      path,
      `is not a folder and has none of the extensions ${Object.keys(READERS).join(', ')}`,
    );
  return read(path, await readText(path, extname(path).slice(1)));
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message, line } = jsonFailure(text, error);
    throw fileError(file, message, line);
  }
}

/** A seed begins with its `records`, or with a kind of records, such as Facility. */
const SEED = /^\s*\{\s*"(records|[A-Z]\w*)"\s*:/;

/** Returns the records of a world by kind. @throws ImportError. */
function recordsIn(file: string, content: unknown): Seed['records'] {
  const records = (content as JsonObject)['records'] ?? content;
  const isList = (value: unknown) => Array.isArray(value) && value.every(isObject);
  if (!isObject(records) || !Object.values(records).every(isList))
    throw fileError(file, 'must have a list of objects for each kind of records');
  return records as Seed['records'];
}

/** @throws ImportError. */
export function readJson(file: string, text: string): ImportSource | Seed {
  const parsed = parse(file, text);
  if (SEED.test(text)) return { records: recordsIn(file, parsed) };
  const content = toContent(file, parsed);
  const scanned = scanJsonRows(text);
  const rowsByName = new Map(scanned);
  if (rowsByName.size < scanned.length)
    throw fileError(file, `has a key twice: ${scanned.map(([key]) => key).join(', ')}`);
  for (const name of COLLECTIONS) {
    const rows = content[name] as unknown[] | undefined;
    rows?.forEach((row, index) => {
      if (isObject(row) && hasRepeatedField(row, rowsByName.get(name)!.fields[index]!))
        rows[index] = new UnreadableRow('has a field twice', { ...row });
    });
  }
  return { content, placeOf: (name, index) => ({ file, line: rowsByName.get(name)!.lines[index]! }) };
}

/** Returns the fields of a row. Empty cells are absent fields. */
function toRow(columns: string[], { cells, fault }: CsvRecord): unknown {
  const row: Record<string, string> = {};
  columns.forEach((column, index) => {
    if (column && cells[index]) row[column] = withoutProtection(cells[index]);
  });
  return fault === undefined ? row : new UnreadableRow(fault, row);
}

/** @throws ImportError. */
export async function parseCsv(file: string, name: CollectionName, text: string) {
  const read = { file, rows: [] as unknown[], lines: [] as number[] };
  let columns: string[] | undefined;
  try {
    for await (const record of readCsv(text)) {
      if (!columns && record.fault === undefined) {
        const { properties, required } = rowSchema(name);
        const fault = headerFault(record, { allowed: Object.keys(properties), required });
        if (fault !== undefined) throw fileError(file, fault, record.line);
        columns = record.cells;
        continue;
      }
      read.rows.push(toRow(columns ?? [], record));
      read.lines.push(record.line);
    }
  } catch (error) {
    throw error instanceof UnreadableCsv ? fileError(file, error.message) : error;
  }
  if (!columns && read.rows.length === 0)
    throw fileError(file, 'is empty; its first line must name the columns');
  return read;
}

/** @throws ImportError. */
async function readCsvFolder(folder: string): Promise<ImportSource> {
  const names = COLLECTIONS.map((name) => `${name}.csv`);
  const present = (await readdir(folder)).filter((entry) => entry.toLowerCase().endsWith('.csv'));
  const unknown = present.filter((entry) => !names.includes(entry));
  if (unknown.length > 0)
    throw fileError(
      folder,
      `has the unknown file ${unknown.join(', ')}; its files may be ${names.join(', ')}`,
    );
  if (present.length === 0) throw fileError(folder, `has none of the files ${names.join(', ')}`);

  const read = new Map<CollectionName, Awaited<ReturnType<typeof parseCsv>>>();
  for (const name of COLLECTIONS.filter((collection) => present.includes(`${collection}.csv`))) {
    const file = join(folder, `${name}.csv`);
    read.set(name, await parseCsv(file, name, await readText(file, 'csv')));
  }
  return {
    content: Object.fromEntries([...read].map(([name, { rows }]) => [name, rows])),
    placeOf: (name, index) => ({ file: read.get(name)!.file, line: read.get(name)!.lines[index]! }),
  };
}
