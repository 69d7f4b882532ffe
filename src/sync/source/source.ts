// Reads a source (CSV, JSON or NDJSON) into rows with line numbers.
import { extname } from 'node:path';
import type { SyncMap } from '../../../generated/files';
import { fileError } from '../errors';
import { decode, readSyncFile } from '../files/files';
import { readJson, readNdjson } from './json';
import { END, type SourceRow, type SourceRows, createEnding } from './row';
import { sha256 } from '../../base/digest';
import { delimiterText, kindFault, otherDelimiter } from '../../base/csv/header';
import { type CsvRecord, readCsv, UnreadableCsv } from '../../base/csv/read';

type SourceOptions = Partial<SyncMap['source']>;
type Format = NonNullable<SourceOptions['format']>;

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

/** @throws SyncError when the first line is one cell that contains another delimiter, or names a column twice. */
function checkHeader(file: string, { cells, line, delimiter }: CsvRecord): void {
  const other = otherDelimiter(cells, delimiter);
  if (other !== undefined) {
    const advice = `if the delimiter is ${delimiterText(other)}, set "source.delimiter" in the map to ${JSON.stringify(other)}`;
    throw fileError(file, `has one column, ${JSON.stringify(cells[0])}; ${advice}`, line);
  }
  const repeated = cells.find((column, index) => column && cells.indexOf(column) < index);
  if (repeated !== undefined) throw fileError(file, `has the column ${JSON.stringify(repeated)} twice`, line);
}

/** Keeps the cells of some columns: an export may have 50. Shifted cells would assign values to the wrong columns. */
const csvRow = (
  columns: readonly (readonly [name: string, index: number])[],
  { line, cells, fault }: CsvRecord,
): SourceRow =>
  fault === undefined
    ? {
        line,
        cells: Object.fromEntries(columns.map(([name, index]) => [name, cells[index]!])),
        ...(cells.some((cell) => cell.includes('\n')) && { hidesLines: true }),
      }
    : { line, cells: {}, fault };

/** Columns without a name are ignored. @throws SyncError. */
async function readCsvSource(
  file: string,
  text: string,
  delimiter: string,
  wanted: ReadonlySet<string> | undefined,
): Promise<SourceRows> {
  const rows: SourceRow[] = [];
  const ending = createEnding(file);
  let header: CsvRecord | undefined;
  let kept: (readonly [string, number])[] = [];
  try {
    for await (const record of readCsv(text, { delimiter })) {
      ending.requireNone(record.line);
      if (header && record.cells[0] === END) ending.note(record.line, record.cells[1]);
      else if (header || record.fault !== undefined) rows.push(csvRow(kept, record));
      else {
        header = record;
        checkHeader(file, record);
        kept = record.cells
          .map((name, index) => [name, index] as const)
          .filter(([name]) => wanted?.has(name) ?? true);
      }
    }
  } catch (error) {
    // A part of the rows would look like deleted assets.
    throw error instanceof UnreadableCsv ? fileError(file, error.message) : error;
  }
  if (!header) throw fileError(file, 'is empty; its first line must name the columns');
  return {
    rows,
    columns: new Set(header.cells.filter(Boolean)),
    hasEndLine: ending.hasAll(rows.length),
    delimiter: header.delimiter,
  };
}

/** `wanted`: the columns of CSV to keep, by default all. Adds the SHA-256 of the file. @throws SyncError. */
export async function readSource(
  file: string,
  { format, encoding = 'utf-8', delimiter = ',', rows }: SourceOptions = {},
  wanted?: ReadonlySet<string>,
): Promise<SourceRows & { digest: string }> {
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
    csv: () => readCsvSource(file, text, delimiter, wanted),
    json: () => readJson(file, text, rows),
    ndjson: () => readNdjson(file, text),
  }[kind]();
  return { ...read, digest: sha256(bytes) };
}
