// Reads a source (CSV, JSON or NDJSON) into rows with line numbers.
import { extname } from 'node:path';
import { fileError } from '../errors';
import { decode, readSyncFile } from '../files/files';
import { readCsvSource } from './csv';
import { readJson, readNdjson } from './json';
import type { SourceRows } from './row';
import { sha256 } from '../../base/digest';
import { kindFault } from '../../base/csv/header';

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
  const bytes = await readSyncFile(file);
  const fault = kindFault(bytes, kind);
  if (fault !== undefined) throw fileError(file, fault);
  const text = decode(file, bytes, encoding, encoding === 'utf-8' ? encodingAdvice(bytes) : '');
  const read = await {
    csv: () => readCsvSource(file, text, delimiter),
    json: () => readJson(file, text, rows),
    ndjson: () => readNdjson(file, text),
  }[kind]();
  return { ...read, file, digest: sha256(bytes) };
}
