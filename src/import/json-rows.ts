// Finds in JSON text what JSON.parse does not tell: the line of each row, and whether a field is repeated in it.

export interface ScannedRows {
  /** The line of each row. */
  lines: number[];
  /** The number of fields written in each row and in what it holds, repeated ones too. */
  fields: number[];
}

/** Whether a field of a row, or of an object in it, was written more than once: it would be lost in silence, as JSON.parse keeps the last one. `written`: how many there were. */
export function hasRepeatedField(row: object, written: number): boolean {
  let kept = 0;
  const values: unknown[] = [row]; // and not by recursion: rows may be nested ever deeper
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) kept += Object.keys(value).length;
    for (const member of Object.values(value)) values.push(member);
  }
  return kept < written;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** `text` is valid JSON: an object of lists. A key that is there twice is there twice. */
export function scanRows(text: string): [key: string, rows: ScannedRows][] {
  const found: [string, ScannedRows][] = [];
  let rows: ScannedRows = { lines: [], fields: [] };
  let [depth, line, key, betweenRows] = [0, 1, '', false];

  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\n') line++;
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') continue;
    if (depth === 2 && betweenRows && char !== ']') {
      rows.lines.push(line);
      rows.fields.push(0);
      betweenRows = false;
    }
    if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1) key = JSON.parse(text.slice(at, end + 1)) as string;
      at = end;
    } else if (char === '{' || char === '[') {
      depth++;
      if (depth !== 2) continue;
      rows = { lines: [], fields: [] };
      found.push([key, rows]);
      betweenRows = true;
    } else if (char === '}' || char === ']') depth--;
    else if (char === ',' && depth === 2) betweenRows = true;
    else if (char === ':' && depth >= 3) rows.fields[rows.fields.length - 1]!++;
  }
  return found;
}
