// Parses YAML in time that grows with its length. The package compares each key of a map with all others, and writes
// keys that are collections again and again.
import {
  type Document,
  isCollection,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
  visit,
} from 'yaml';

type YamlFault = { line: number; message: string };

/** Returns the first line of a message, without the position that the package adds. */
export const firstLine = (message: string): string =>
  message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');

/** Returns the faults of keys: those that a map has twice, and those that are maps or lists. */
function keyFaults(document: Document.Parsed, lineAt: (offset: number) => number): YamlFault[] {
  const faults: YamlFault[] = [];
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        const line = lineAt((key as { range?: [number] } | null)?.range?.[0] ?? 0);
        if (isCollection(key)) faults.push({ line, message: 'A key must be a text, not a map or a list' });
        else if (seen.has(value)) faults.push({ line, message: 'Map keys must be unique' });
        seen.add(value);
      }
    },
  });
  return faults;
}

/** As in bodies of requests. */
const MAX_NESTING = 32;

/**
 * Returns the line at which more than 32 lists, maps and keys are open. The package parses them recursively: some
 * thousand end the process.
 */
function lineOfDeepNesting(text: string): number | undefined {
  const columns: number[] = []; // of the open blocks
  let [flows, indicators, line, column] = [0, 0, 1, 0];
  for (const token of new Lexer().lex(text)) {
    if (/^[\x02\x18\x1f]$/.test(token)) continue; // marks of the lexer
    const newlines = token.split('\n').length - 1;
    if (newlines > 0) [line, column, indicators] = [line + newlines, 0, 0];
    else if (token.trim() === '') column += token.length;
    else {
      if (column >= 0 && flows === 0) {
        while ((columns.at(-1) ?? -1) >= column) columns.pop();
        columns.push(column);
      }
      column = -Infinity; // the rest of the line opens no block of its own
      if (token === '[' || token === '{') flows++;
      else if (token === ']' || token === '}') flows--;
      indicators = /^[-?:&!]/.test(token) ? indicators + 1 : 0;
    }
    if (columns.length + flows + indicators > MAX_NESTING) return line;
  }
  return undefined;
}

/** Costs little, and also finds brackets and indicators inside of texts. */
function mayBeDeeplyNested(text: string): boolean {
  let [brackets, nodes, word] = [0, 0, ''];
  for (const character of text) {
    if (character === '[' || character === '{') brackets++;
    else if ((character === ']' || character === '}') && brackets > 0) brackets--;
    if (character === '\n') nodes = 0;
    if (/\s/.test(character)) {
      if (word === '' || /[-?:&!]/.test(word)) nodes++;
      word = '';
    } else word ||= character;
    if (brackets + nodes > MAX_NESTING) return true;
  }
  return false;
}

export function parseYaml(text: string, options: ParseOptions & SchemaOptions = {}) {
  const deep = mayBeDeeplyNested(text) ? lineOfDeepNesting(text) : undefined;
  if (deep !== undefined) {
    const faults = [{ line: deep, message: 'More than 32 lists, maps or keys are nested' }];
    return { document: parseDocument(''), faults, lineAt: () => deep };
  }
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const document = parseDocument(text, { ...options, lineCounter, uniqueKeys: false });
  const faults = document.errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message: firstLine(message),
  }));
  return { document, faults: faults.length > 0 ? faults : keyFaults(document, lineAt), lineAt };
}
