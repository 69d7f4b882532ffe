// Reads the imports of src/. `npm run imports` runs it to check the shape of each directory; the picture in the guide
// is drawn from the same imports.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const MAX_ENTRIES = 20;
const MAX_FLOORS = 8;

const isCode = (name) => /\.(tsx?|m?js)$/.test(name);
/** Browser code, which the server only sends, and the scripts of the build. */
const isSeparate = (path) => /(^|\/)web\//.test(path) || path.startsWith('build/');

const isWing = (directory) => directory.indexOf('/') === directory.length - 1;

/** Returns the imports between files of src/ as pairs of paths, for example `['main.ts', 'cli/program.ts']`. */
export function readImports() {
  const files = readdirSync(SRC, { recursive: true }).filter((path) => isCode(path) && !isSeparate(path));
  return files.flatMap((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(SRC, file), 'utf8'), true, true);
    return importedFiles
      .filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => resolveImport(join(SRC, dirname(file), fileName)))
      .filter((path) => path !== undefined)
      .map((path) => [file, relative(SRC, path)]);
  });
}

function resolveImport(path) {
  const plain = path.replace(/\.js$/, '');
  const found = [path, `${plain}.ts`, `${plain}.tsx`].find((name) => isCode(name) && existsSync(name));
  return found?.startsWith(SRC) ? found : undefined;
}

/**
 * Returns the imports between the entries of a directory, its files and subdirectories, each pair once.
 * @param directory a path below src/ that ends with a slash, or an empty text for src/ itself.
 */
export function importsBetweenEntries(imports, directory) {
  const entryOf = (path) => path.slice(directory.length).split('/')[0];
  const pairs = new Map();
  for (const [from, to] of imports) {
    if (!from.startsWith(directory) || !to.startsWith(directory)) continue;
    const pair = [entryOf(from), entryOf(to)];
    if (pair[0] !== pair[1]) pairs.set(pair.join(' '), pair);
  }
  return [...pairs.values()];
}

/**
 * Returns the floor of each entry: 1 for an entry without imports, otherwise one more than that of the highest entry
 * that it imports.
 * @throws Error when entries import each other in a circle.
 */
export function floorsOf(pairs) {
  const floors = new Map();
  const floorOf = (entry, above) => {
    if (above.includes(entry)) {
      const circle = [...above.slice(above.indexOf(entry)), entry];
      throw new Error(
        `These entries import each other: ${circle.join(' → ')}. Move the shared part below them.`,
      );
    }
    const known = floors.get(entry);
    if (known !== undefined) return known;
    const below = pairs.filter(([from]) => from === entry).map(([, to]) => floorOf(to, [...above, entry]));
    const floor = Math.max(0, ...below) + 1;
    floors.set(entry, floor);
    return floor;
  };
  for (const entry of new Set(pairs.flat())) floorOf(entry, []);
  return floors;
}

/** Returns a sentence for each directory that is too large, too high or has a circle. */
function findProblems() {
  const imports = readImports();
  const directories = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${relative(SRC, join(entry.parentPath ?? entry.path, entry.name))}/`)
    .filter((directory) => !isSeparate(directory));
  return directories.flatMap((directory) => {
    const { length } = readdirSync(join(SRC, directory));
    const problems =
      length > MAX_ENTRIES
        ? [`src/${directory} has ${length} entries. Group or merge them: the maximum is ${MAX_ENTRIES}.`]
        : [];
    try {
      const floors = Math.max(0, ...floorsOf(importsBetweenEntries(imports, directory)).values());
      if (isWing(directory) && floors > MAX_FLOORS)
        problems.push(`src/${directory} has ${floors} floors of imports. The maximum is ${MAX_FLOORS}.`);
    } catch (error) {
      problems.push(`src/${directory}: ${error.message}`);
    }
    return problems;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems();
  if (problems.length > 0) console.error(problems.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
