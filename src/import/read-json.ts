// JSON files.
import { COLLECTIONS, type ImportSource, UnreadableRow } from './content';
import { notJson } from './file-faults';
import { hasRepeatedField, scanRows } from './json-rows';
import { toContent } from './read-content';
import { refusedFile } from './refused';

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message, line } = notJson(text, error);
    throw refusedFile(file, message, line);
  }
}

/** @throws ImportRefused. */
export function readJson(file: string, text: string): ImportSource {
  const content = toContent(file, parse(file, text));
  const scanned = scanRows(text);
  const rowsOf = new Map(scanned);
  if (rowsOf.size < scanned.length)
    throw refusedFile(file, `has a key twice: ${scanned.map(([key]) => key).join(', ')}`);
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
