// The client as browsers load it: each module of its graph, from the built package.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/cli';

export const ENTRY = join(ROOT, 'dist/esm/src/client/index.js');

/** The packages that it may load, with the file that a browser gets. */
export const PACKAGES: Record<string, string> = {
  'openapi-fetch': join(ROOT, 'node_modules/openapi-fetch/dist/index.mjs'),
};

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name]) => name!);

/** Every file that is loaded with the entry, and its source. @throws when it imports anything but its own files and those packages. */
export function graph(entry = ENTRY, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(entry)) return seen;
  const source = readFileSync(entry, 'utf8');
  seen.set(entry, source);
  for (const name of importsOf(source)) {
    const file = name.startsWith('.') ? join(dirname(entry), name) : PACKAGES[name];
    if (file === undefined) throw new Error(`${entry} imports ${name}, which is not for browsers`);
    graph(file, seen);
  }
  return seen;
}
