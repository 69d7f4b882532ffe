// Releases operations: npm run release -- OPERATION_ID... | --all
// Edits the contract by lines, so that its form and comments stay: x-availability, the response 501, and each
// x-provisional that the operations reach.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const SPEC = join(ROOT, 'spec');
const CHANGELOG = join(SPEC, 'CHANGELOG.md');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Keywords with values, in which a key is no keyword. */
const VALUES = ['example', 'examples', 'default', 'enum', 'const'];

const files = new Map();

function open(path) {
  const known = files.get(path);
  if (known) return known;
  const text = readFileSync(path, 'utf8');
  const file = { path, text, root: parseDocument(text).contents, edits: new Map() };
  files.set(path, file);
  return file;
}

const keyOf = ({ key }) => String(isScalar(key) ? key.value : key);
const pairOf = (map, name) => map.items.find((pair) => keyOf(pair) === name);
const valueOf = (map, name) => {
  const value = isMap(map) ? pairOf(map, name)?.value : undefined;
  return isScalar(value) ? value.value : value;
};
const lineAt = ({ text }, offset) => text.slice(0, offset).split('\n').length - 1;

/** Replaces the lines of a key and its value; undefined removes them. */
function edit(file, pair, replacement) {
  const first = lineAt(file, pair.key.range[0]);
  const last = lineAt(file, Math.max(pair.key.range[1], pair.value.range[1] - 1));
  for (let line = first; line <= last; line++) file.edits.set(line, undefined);
  if (replacement !== undefined) file.edits.set(first, replacement(file.text.split('\n')[first]));
}

function targetOf(file, reference) {
  const [path, pointer = ''] = reference.split('#');
  const target = path === '' ? file : open(join(dirname(file.path), decodeURIComponent(path)));
  const steps = pointer.split('/').filter(Boolean);
  const unescaped = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { target, node: unescaped.reduce((node, step) => node?.get?.(step, true), target.root) };
}

/** Removes each x-provisional below a node. `isNames`: its keys are names of fields. */
function fix(file, node, seen, isNames = false) {
  if (isSeq(node)) for (const item of node.items) fix(file, item, seen);
  if (!isMap(node) || seen.has(node)) return;
  seen.add(node);
  for (const pair of node.items) {
    const name = keyOf(pair);
    if (!isNames && name === 'x-provisional') edit(file, pair);
    else if (!isNames && name === '$ref') {
      const { target, node: found } = targetOf(file, pair.value.value);
      fix(target, found, seen);
    } else if (isNames || !VALUES.includes(name))
      fix(file, pair.value, seen, !isNames && name === 'properties');
  }
}

/** Returns every operation with its file, in the order of the document. */
function operations() {
  const entry = open(join(SPEC, 'openapi.yaml'));
  return valueOf(entry.root, 'paths').items.flatMap(({ value }) => {
    const { target: file, node: item } = targetOf(entry, valueOf(value, '$ref'));
    return METHODS.flatMap((method) => {
      const node = valueOf(item, method);
      return node ? [{ id: valueOf(node, 'operationId'), file, item, node }] : [];
    });
  });
}

/** Returns why an operation cannot be released; undefined when it can. */
function problemOf({ id, node }) {
  if (valueOf(node, 'x-availability') === 'available') return `${id} is available already.`;
  const simulated = valueOf(node, 'x-simulated');
  return simulated && `${id} only plays its part: ${simulated}`;
}

function release({ file, item, node }, seen) {
  edit(file, pairOf(node, 'x-availability'), (line) => line.replace('planned', 'available'));
  const planned = pairOf(valueOf(node, 'responses'), '501');
  if (planned) edit(file, planned);
  fix(file, node, seen);
  fix(file, valueOf(item, 'parameters'), seen);
}

function write() {
  const changed = [...files.values()].filter(({ edits }) => edits.size > 0);
  for (const { path, text, edits } of changed) {
    const lines = text.split('\n').map((line, index) => (edits.has(index) ? edits.get(index) : line));
    writeFileSync(path, lines.filter((line) => line !== undefined).join('\n'));
  }
  return changed.map(({ path }) => relative(ROOT, path));
}

function addChangelogLine(ids) {
  const line = `- Released: ${ids.map((id) => `\`${id}\``).join(', ')}.\n`;
  writeFileSync(
    CHANGELOG,
    readFileSync(CHANGELOG, 'utf8').replace(/^API:\n\n/m, (heading) => heading + line),
  );
}

function main(given) {
  const all = operations();
  const isAll = given.length === 1 && given[0] === '--all';
  const chosen = isAll
    ? all.filter((operation) => problemOf(operation) === undefined)
    : all.filter(({ id }) => given.includes(id));
  const unknown = isAll ? [] : given.filter((id) => !all.some((operation) => operation.id === id));
  const problems = [
    ...unknown.map((id) => `The contract has no operation ${id}.`),
    ...(isAll ? [] : chosen.map(problemOf).filter(Boolean)),
    ...(chosen.length + unknown.length === 0 ? ['Name operations, or --all.'] : []),
  ];
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    return 1;
  }
  const seen = new Set();
  for (const operation of chosen) release(operation, seen);
  const changed = write();
  addChangelogLine(chosen.map(({ id }) => id));
  for (const script of ['generate', 'guide']) {
    const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) return status;
  }
  console.log(
    `Released ${chosen.map(({ id }) => id).join(', ')}. Changed spec/CHANGELOG.md and generated/, and:`,
  );
  for (const path of changed) console.log(`  ${path}`);
  const left = isAll ? all.filter((operation) => valueOf(operation.node, 'x-simulated')) : [];
  for (const operation of left) console.log(problemOf(operation));
  console.log('Read the changes with git diff, then run npm run check. To undo: git checkout spec generated');
  return 0;
}

process.exitCode = main(process.argv.slice(2));
