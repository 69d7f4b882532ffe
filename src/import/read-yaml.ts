// YAML files. A document of many rows takes the parser much memory, so rows are parsed some at a time where that means the same.
import {
  LineCounter,
  type YAMLError,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml';
import type { CollectionName } from '../resources/collection';
import { COLLECTIONS, type ImportSource } from './content';
import { toContent } from './read-content';
import { ImportRefused, refusedFile } from './refused';
import { splitRows } from './yaml-rows';

interface Rows {
  rows: unknown[];
  lines: number[];
}

const firstLine = (message: string): string =>
  message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');

function whole(file: string, text: string): ImportSource {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const document = parseDocument(text, { lineCounter });
  if (document.errors.length > 0) {
    throw new ImportRefused(
      document.errors.map(({ message, pos }: YAMLError) => ({
        file,
        line: lineAt(pos[0]),
        message: `is not valid YAML: ${firstLine(message)}`,
      })),
    );
  }
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw refusedFile(file, `is not valid YAML: ${firstLine((error as Error).message)}`); // an alias of nothing, or of too much
  }
  const content = toContent(file, value);
  return {
    content,
    placeOf(name, index) {
      const list = document.get(name);
      const node = isSeq(list) ? list.items[index] : undefined;
      const offset = isCollection(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined;
      return { file, line: lineAt(offset ?? 0) };
    },
  };
}

/** The rows of a part of a file; undefined when they cannot be read by themselves. */
function part(text: string, line: number): Rows | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  if (document.errors.length > 0 || !isSeq(document.contents)) return undefined;
  const items = document.contents.items;
  if (!items.every((item) => isMap(item))) return undefined;
  try {
    return {
      rows: document.toJS() as unknown[],
      lines: items.map((item) => line - 1 + lineCounter.linePos(item.range[0]).line),
    };
  } catch {
    return undefined; // an alias of what another part anchors
  }
}

/** @throws ImportRefused. */
export function readYaml(file: string, text: string): ImportSource {
  const parts = splitRows(text, COLLECTIONS);
  if (!parts) return whole(file, text);
  const read = new Map(COLLECTIONS.map((name): [CollectionName, Rows] => [name, { rows: [], lines: [] }]));
  for (const { key, text: rowsText, line } of parts) {
    const found = part(rowsText, line);
    if (!found) return whole(file, text); // it says what is wrong, and where
    for (const row of found.rows) read.get(key)!.rows.push(row);
    for (const at of found.lines) read.get(key)!.lines.push(at);
  }
  const given = new Set(parts.map(({ key }) => key));
  return {
    content: Object.fromEntries([...given].map((key) => [key, read.get(key)!.rows])),
    placeOf: (name, index) => ({ file, line: read.get(name)!.lines[index]! }),
  };
}
