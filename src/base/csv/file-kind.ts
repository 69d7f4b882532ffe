// Recognizes files that are exported or saved in another format than their name says.

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
