// States the fault of the beginning of a file: another format than its name says, or a first line with the wrong columns.
import type { CsvRecord } from './read';

const DELIMITERS: Record<string, string> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': '"|"' };

export const delimiterText = (delimiter: string): string =>
  DELIMITERS[delimiter] ?? JSON.stringify(delimiter);

/** Returns another delimiter that a header of one column contains. */
export const otherDelimiter = (columns: string[], delimiter: string | undefined): string | undefined =>
  columns.length > 1
    ? undefined
    : Object.keys(DELIMITERS).find((each) => each !== delimiter && columns[0]?.includes(each));

const MAX_SHOWN_CHARACTERS = 200;
const shown = (names: readonly string[]): string => names.join(', ').slice(0, MAX_SHOWN_CHARACTERS);

/** Returns the columns of a header and what separates them, for a message. */
export function columnsText(columns: readonly string[], delimiter: string | undefined): string {
  if (columns.length < 2 || delimiter === undefined) return shown(columns) || 'none';
  return `${shown(columns)} (separated by ${delimiterText(delimiter)})`;
}

/** Returns the first fault of a header, with the columns found and expected. Columns without a name are ignored. */
export function headerFault(
  { cells, delimiter }: Pick<CsvRecord, 'cells' | 'delimiter'>,
  { required, allowed }: { required: readonly string[]; allowed: readonly string[] },
): string | undefined {
  const named = cells.filter(Boolean);
  const faults: [string, string[]][] = [
    ['has no column', required.filter((name) => !named.includes(name))],
    ['has the unknown column', named.filter((name) => ![...required, ...allowed].includes(name))],
    ['has twice the column', named.filter((name, index) => named.indexOf(name) < index)],
  ];
  const [fault, names] = faults.find(([, found]) => found.length > 0) ?? [];
  if (names === undefined) return undefined;
  const found = columnsText(named, delimiter);
  const also = allowed.filter((name) => !required.includes(name)).join(', ');
  return `${fault} ${shown(names)}; found: ${found}; required: ${required.join(', ')}; also allowed: ${also}`;
}

/** The first bytes of a file in Latin-1, by kind. */
const KINDS: readonly [RegExp, string][] = [
  [/^PK\x03\x04/, 'a workbook (for example XLSX)'],
  [/^\xd0\xcf\x11\xe0/, 'a workbook (XLS)'],
  [/^%PDF-/, 'a PDF file'],
  [/^\x1f\x8b/, 'a gzip file'],
  [/^<(!doctype html|html)[\s>]/i, 'an HTML page, for example of a sign-in'],
  [/^<\?xml[\s]/i, 'an XML file'],
  [/^(\{\s*"|\[\s*[{\]])/, 'a JSON file'],
];

const LONGEST = 64;

function kindOfFile(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, LONGEST))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  return KINDS.find(([beginning]) => beginning.test(start))?.[1];
}

/** Says what a file is, by its first bytes, if that is not the format. Undefined for text of the format, or of none. */
export function kindFault(bytes: Uint8Array, format: string): string | undefined {
  const kind = kindOfFile(bytes);
  if (kind === undefined || (kind === 'a JSON file' && format !== 'csv')) return undefined;
  const name = format.toUpperCase();
  return `is ${kind}, not ${name}; export the rows as ${name}`;
}
