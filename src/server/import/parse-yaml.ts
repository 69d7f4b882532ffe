// Parses YAML in time that grows with its length. The package compares each key of a map with all others, and writes
// keys that are collections again and again.
import { type Document, isCollection, isScalar, LineCounter, parseDocument, visit } from 'yaml';

export interface YamlFault {
  line: number;
  message: string;
}

export interface ParsedYaml {
  document: Document.Parsed;
  faults: YamlFault[];
  lineAt: (offset: number) => number;
}

/** Returns the first line of a message, without the position that the package adds. */
export const firstLine = (message: string): string =>
  message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');

/** Returns the faults of keys: those that a map has twice, and those that are maps or lists. */
function keyFaults(document: Document.Parsed, lineAt: ParsedYaml['lineAt']): YamlFault[] {
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

export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const document = parseDocument(text, { lineCounter, uniqueKeys: false });
  const faults = document.errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message: firstLine(message),
  }));
  return { document, faults: faults.length > 0 ? faults : keyFaults(document, lineAt), lineAt };
}
