// Reads what is to be imported: a JSON or YAML file, or a folder of CSV files.
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ImportSource } from './content';
import { readCsvFolder } from './read-csv';
import { readJson } from './read-json';
import { readYaml } from './read-yaml';
import { refusedFile } from './refused';
import { readText } from './text';

const READERS: Record<string, (file: string, text: string) => ImportSource> = {
  '.json': readJson,
  '.yaml': readYaml,
  '.yml': readYaml,
};

/** @throws ImportRefused. */
export async function readSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return readCsvFolder(path);
  const read = READERS[extname(path).toLowerCase()];
  if (!read) throw refusedFile(path, `is neither a folder nor one of ${Object.keys(READERS).join(', ')}`);
  return read(path, await readText(path));
}
