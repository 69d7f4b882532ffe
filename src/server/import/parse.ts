// Parses JSON with line numbers, and describes file errors. Imports and syncs share it.

interface ScannedRows {
  /** The line of each row. */
  lines: number[];
  /** The number of fields in the text of each row and its nested objects, repeated fields included. */
  fields: number[];
}

/**
 * Returns whether the text of a row repeats a field: JSON.parse keeps only the last one. `written`: the
 * number of fields in the text.
 */
export function hasRepeatedField(row: object, written: number): boolean {
  let kept = 0;
  const values: unknown[] = [row]; // without recursion, because rows may be nested deeply
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) kept += Object.keys(value).length;
    for (const member of Object.values(value)) values.push(member);
  }
  return kept < written;
}

/** Returns the index of the closing quote of the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return text.length; // truncated text
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

/** Returns the lists of a JSON object by key. A repeated key occurs repeatedly. The text may be truncated. */
export function scanJsonRows(text: string): [key: string, rows: ScannedRows][] {
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
      if (depth === 1 && end < text.length) key = JSON.parse(text.slice(at, end + 1)) as string;
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

/** Returns the message for an error of JSON.parse, with its line and the text before it when it contains a position. */
export function jsonFailure(text: string, error: unknown) {
  const { message } = error as SyntaxError;
  const position = message.startsWith('Unexpected end')
    ? text.length
    : /at position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? undefined : text.slice(0, Number(position));
  // The excerpt of the file is removed, because a file may contain protected information.
  return {
    message: `is not valid JSON: ${message.replace(/ in JSON at position.*|, \.{3}.*|, ".*/s, '')}`,
    line: before?.split('\n').length,
    before,
  };
}
