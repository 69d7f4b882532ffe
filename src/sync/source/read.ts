// Reads a source: which kind it is, its text, its digest.
import { extname } from 'node:path';
import { decode, digest, readBytes } from '../files';
import { refusedFile } from '../sync-error';
import { readCsv } from './csv';
import { readJson, readNdjson } from './json';
import type { SourceRows } from './rows';

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
    throw refusedFile(
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
