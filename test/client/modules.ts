// Finds the files of the client as a browser loads them: each module of the import graph in the built
// package.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/cli';

export const ENTRY = join(ROOT, 'dist/esm/src/client/index.js');

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name]) => name!);

/**
 * Returns every file that the entry imports, with its source. Throws an Error for an import of a file outside
 * the client.
 */
export function graph(entry = ENTRY, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(entry)) return seen;
  const source = readFileSync(entry, 'utf8');
  seen.set(entry, source);
  for (const name of importsOf(source)) {
    if (!name.startsWith('.')) throw new Error(`${entry} imports ${name}, which is not for browsers`);
    graph(join(dirname(entry), name), seen);
  }
  return seen;
}
