// Reads YAML. Large files are parsed in parts of some rows, because a whole document needs much memory.
import { isAlias, isCollection, isMap, isScalar, isSeq } from 'yaml';
import { firstLine, parseYaml } from './parse-yaml';
import { COLLECTIONS } from './collections';
import type { CollectionName } from '../records/collection';
import { fileError, ImportError, type ImportSource, toContent } from './content';

interface Rows {
  rows: unknown[];
  lines: number[];
}

function readDocument(file: string, text: string): ImportSource {
  const { document, faults, lineAt } = parseYaml(text);
  if (faults.length > 0)
    throw new ImportError(
      faults.map(({ line, message }) => ({ file, line, message: `is not valid YAML: ${message}` })),
    );
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // An alias without an anchor, or too many aliases.
    throw fileError(file, `is not valid YAML: ${firstLine((error as Error).message)}`);
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

/** Returns the rows of a part, undefined when they cannot be read alone. */
function readPart(text: string, line: number): Rows | undefined {
  const { document, faults, lineAt } = parseYaml(text);
  if (faults.length > 0 || !isSeq(document.contents)) return undefined;
  const items = document.contents.items;
  if (!items.every((item) => isMap(item))) return undefined;
  try {
    return {
      rows: document.toJS() as unknown[],
      lines: items.map((item) => line - 1 + lineAt(item.range[0])),
    };
  } catch {
    return undefined; // an alias of an anchor in another part
  }
}

/** @throws ImportError. */
export function readYaml(file: string, text: string): ImportSource {
  const parts = splitRows(text, COLLECTIONS);
  if (!parts) return readDocument(file, text);
  const read = new Map(COLLECTIONS.map((name): [CollectionName, Rows] => [name, { rows: [], lines: [] }]));
  for (const { key, text: rowsText, line } of parts) {
    const found = readPart(rowsText, line);
    if (!found) return readDocument(file, text); // reports the error with its position
    for (const row of found.rows) read.get(key)!.rows.push(row);
    for (const at of found.lines) read.get(key)!.lines.push(at);
  }
  const given = new Set(parts.map(({ key }) => key));
  return {
    content: Object.fromEntries([...given].map((key) => [key, read.get(key)!.rows])),
    placeOf: (name, index) => ({ file, line: read.get(name)!.lines[index]! }),
  };
}

interface RowsPart<Key> {
  key: Key;
  text: string;
  /** The line of the file at which the part begins. */
  line: number;
}

const ROWS_IN_PART = 100;

/**
 * Splits a file with known keys at the left margin and a list under each. Returns undefined for other
 * files, which must be read as one document.
 */
export function splitRows<Key extends string>(
  text: string,
  keys: readonly Key[],
): RowsPart<Key>[] | undefined {
  const parts: RowsPart<Key>[] = [];
  const seen = new Set<Key>();
  let key: Key | undefined;
  let indent: string | undefined;
  let rows = 0;
  let [begin, beginLine] = [0, 1];
  const end = (at: number): void => {
    if (key !== undefined && rows > 0) parts.push({ key, text: text.slice(begin, at), line: beginLine });
    rows = 0;
  };

  for (let at = 0, line = 1; at < text.length; line++) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const content = text.slice(at, next).trimEnd();
    const dash = /^( *)-(?: |$)/.exec(content);
    if (dash && key !== undefined && (indent === undefined || dash[1] === indent)) {
      indent = dash[1];
      if (rows === ROWS_IN_PART) end(at);
      if (rows === 0) [begin, beginLine] = [at, line];
      rows++;
    } else if (/^[^\s#]/.test(content)) {
      const named = keys.find((candidate) => content === `${candidate}:`);
      if (named === undefined || seen.has(named) || (key !== undefined && indent === undefined))
        return undefined;
      end(at);
      seen.add(named);
      [key, indent] = [named, undefined];
    } else if (content !== '' && rows === 0 && !/^\s*#/.test(content)) return undefined; // not a list
    at = next;
  }
  end(text.length);
  return key === undefined || indent === undefined ? undefined : parts;
}
