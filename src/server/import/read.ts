// Reads the content of an import: a JSON or YAML file, or a folder of CSV files.
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { COLLECTIONS, type ImportSource, readText, fileError, toContent, UnreadableRow } from './content';
import { readCsvFolder } from './read-csv';
import { readYaml } from './read-yaml';
import { hasRepeatedField, jsonFailure, scanJsonRows } from './parse';

const READERS: Record<string, (file: string, text: string) => ImportSource> = {
  '.json': readJson,
  '.yaml': readYaml,
  '.yml': readYaml,
};

/** @throws ImportError. */
export async function readSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return readCsvFolder(path);
  const read = READERS[extname(path).toLowerCase()];
  if (!read)
    throw fileError(
      path,
      `is not a folder and has none of the extensions ${Object.keys(READERS).join(', ')}`,
    );
  return read(path, await readText(path));
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message, line } = jsonFailure(text, error);
    throw fileError(file, message, line);
  }
}

/** @throws ImportError. */
export function readJson(file: string, text: string): ImportSource {
  const content = toContent(file, parse(file, text));
  const scanned = scanJsonRows(text);
  const rowsOf = new Map(scanned);
  if (rowsOf.size < scanned.length)
    throw fileError(file, `has a key twice: ${scanned.map(([key]) => key).join(', ')}`);
  for (const name of COLLECTIONS) {
    const rows = content[name] as unknown[] | undefined;
    rows?.forEach((row, index) => {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) return;
      if (hasRepeatedField(row, rowsOf.get(name)!.fields[index]!))
        rows[index] = new UnreadableRow('has a field twice', { ...row });
    });
  }
  return { content, placeOf: (name, index) => ({ file, line: rowsOf.get(name)!.lines[index]! }) };
}
