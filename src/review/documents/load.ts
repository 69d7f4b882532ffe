// Loads the documents of a review: from a file, the working tree, or a git revision.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Document, UnreadableDocument, loadDocument } from '../../contract/load-document';
import { type SourceLocation, SourceLocations } from './source-locations';

/** The entry file of this project's contract. */
export const ENTRY = 'spec/openapi.yaml';
const GIT_LIMITS = { maxBuffer: 64 * 1024 * 1024 };

export const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, GIT_LIMITS)).stdout;

export type LoadedDocument = Awaited<ReturnType<typeof load>>;

/** `name` and `nameOf` name the document and its files in the report. */
async function load(entry: string, name: string, nameOf: (path: string) => string) {
  const parsed = new Map<string, Document>();
  const locations = new SourceLocations();
  const { document, files } = await loadDocument(entry, undefined, ({ source, parsed: content }) => {
    parsed.set(source.absoluteRef, { source, parsed: structuredClone<unknown>(content) });
    locations.add(source, content);
  });
  const { getLineColLocation } = await import('@redocly/openapi-core');
  return {
    name,
    document,
    /** All files of the document, the entry file first. */
    files: files.flatMap((path) => {
      const file = parsed.get(path);
      return file ? [{ path, text: file.source.body }] : [];
    }),
    /** The files as they were before they were bundled, by path. */
    parsed,
    nameOf,
    /** Returns the source of a pointer into the document. Undefined for a file that is too large to search. */
    locate(pointer: string): SourceLocation | undefined {
      const found = locations.find(document, pointer, parsed.get(files[0]!)!.source, getLineColLocation);
      return found && { file: nameOf(found.path), line: found.line };
    },
  };
}

export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false;

/**
 * Returns a function that names files by their paths from the top of the git repository, as annotations need them.
 * A file outside of it keeps its whole path. Without a repository, paths begin at the working directory.
 */
async function createNames(): Promise<(path: string) => string> {
  const top = (await git('rev-parse', '--show-toplevel').catch(() => process.cwd())).trimEnd();
  return (path) => (relative(top, path).startsWith('..') ? path : relative(top, path));
}

/** A document of a git revision, for example `main:openapi.yaml`. */
const REVISION_AND_PATH = /^([^:]+):(.+)$/s;

/**
 * Loads a file, a document of a git revision (`main:openapi.yaml`), or the document `entry` of a git revision.
 * @param folder where a revision is unpacked.
 * @throws UnreadableDocument with one sentence.
 */
export async function loadSource(source: string, folder: string, entry = ENTRY): Promise<LoadedDocument> {
  if (await isFile(source)) return load(source, source, await createNames());
  await mkdir(folder);
  const [, revision = source, path = entry] = REVISION_AND_PATH.exec(source) ?? [];
  // As in git, `./` is the working directory, and other paths begin at the top of the repository.
  return loadRevision(revision, /^\.\.?\//.test(path) ? await pathInRepository(path) : path, folder);
}

/** Returns the path of a file from the top of its git repository. */
export async function pathInRepository(file: string): Promise<string> {
  const prefix = await git('rev-parse', '--show-prefix').catch(() => '');
  return join(prefix.trim(), relative(process.cwd(), resolve(file)));
}

/** Returns whether the commit of the base follows that of the head. */
export async function isOlder(head: string, base: string): Promise<boolean> {
  const range = [head, base].map((revision) => revision.split(':')[0]).join('...');
  const counts = await git('rev-list', '--count', '--left-right', '--end-of-options', range).catch(() => '');
  return /^0\t[1-9]/.test(counts);
}

/** Loads the contract of the working tree. @throws UnreadableDocument with one sentence. */
export const loadWorkingTree = async (): Promise<LoadedDocument> =>
  load(ENTRY, 'the working tree', await createNames());

/** A document has no other files. The folder of a document can be that of a whole project. */
const PARTS = /\.(ya?ml|json|md)$/i;

/**
 * Writes the files in the folder of a document of a commit. `git archive` and a checkout would obey the attributes of
 * the commit, which can change what a file contains.
 * @throws UnreadableDocument for a link.
 */
async function unpack(commit: string, directory: string, folder: string): Promise<void> {
  const below = directory === '.' ? [] : [directory];
  const list = await git('ls-tree', '-r', '-z', '--full-tree', commit, ...below);
  const entries = list.split('\0').flatMap((line) => {
    const [, mode, id, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
    const isPart = path !== undefined && (PARTS.test(path) || below.length > 0);
    return isPart ? [{ mode, id, path }] : [];
  });
  const other = entries.find(({ mode, path }) => !mode!.startsWith('100') || path.split('/').includes('..'));
  if (other) throw new UnreadableDocument(`${other.path} is a link. Replace it with a file.`);
  const contents = readBlobs(entries.map(({ id }) => id!));
  // The thread has nothing else to do, and asynchronous writes of small files take twice the processor time.
  for (const directory of new Set(entries.map(({ path }) => dirname(path))))
    mkdirSync(join(folder, directory), { recursive: true });
  for (const [index, { path }] of entries.entries()) writeFileSync(join(folder, path), contents[index]!);
}

/** The output has a line `ID blob SIZE` before each content, and a line break after it. */
function readBlobs(ids: string[]): Buffer[] {
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], { ...GIT_LIMITS, input: ids.join('\n') });
  let at = 0;
  return ids.map(() => {
    const start = stdout.indexOf('\n', at) + 1;
    const size = Number(stdout.toString('latin1', at, start).split(' ')[2]);
    at = start + size + 1;
    return stdout.subarray(start, start + size);
  });
}

async function loadRevision(revision: string, entry: string, folder: string): Promise<LoadedDocument> {
  try {
    const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
    await unpack(commit.trim(), dirname(entry), folder);
    // The first digits of a commit, or another revision as it is.
    const name = /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 12) : revision;
    return await load(join(folder, entry), name, (path) => `${name}:${relative(folder, path)}`);
  } catch (error) {
    const message =
      error instanceof UnreadableDocument
        ? error.message.replaceAll(`${folder}/`, `${revision}:`)
        : `"${revision}" is neither a file nor a git revision that contains ${entry}.`;
    throw new UnreadableDocument(message);
  }
}
