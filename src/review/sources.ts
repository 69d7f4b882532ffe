// Where a document comes from: a file, or the `spec/` of a git revision.
import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { ContractDocument } from '../contract/document';
import { UnreadableDocument, loadDocument } from '../contract/load-document';

const run = promisify(execFile);
const ENTRY = 'spec/openapi.yaml';
const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;

/** One of the files that a document is written in. */
export interface SourceFile {
  path: string;
  /** What the report calls it. */
  name: string;
  text: string;
}

export interface WrittenDocument {
  /** What the report calls it. */
  name: string;
  document: ContractDocument;
  /** The entry first. */
  files: SourceFile[];
}

async function load(entry: string, name: string, nameOf: (path: string) => string): Promise<WrittenDocument> {
  const { document, files } = await loadDocument(entry);
  const read = async (path: string): Promise<SourceFile> => ({
    path,
    name: nameOf(path),
    text: await readFile(path, 'utf8'),
  });
  return { name, document, files: await Promise.all(files.map(read)) };
}

export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** @throws UnreadableDocument when git does not know the revision, or it has no contract. */
async function fromRevision(revision: string, folder: string): Promise<WrittenDocument> {
  try {
    const { stdout: commit } = await run('git', [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${revision}^{commit}`,
    ]);
    const { stdout: archive } = await run('git', ['archive', '--format=tar', commit.trim(), 'spec'], {
      encoding: 'buffer',
      maxBuffer: MAX_ARCHIVE_BYTES,
    });
    await writeFile(join(folder, 'spec.tar'), archive);
    await run('tar', ['-xf', join(folder, 'spec.tar'), '-C', folder]);
    return await load(join(folder, ENTRY), revision, (path) => `${revision}:${relative(folder, path)}`);
  } catch (error) {
    if (error instanceof UnreadableDocument)
      throw new UnreadableDocument(error.message.replaceAll(`${folder}/`, `${revision}:`), { cause: error });
    throw new UnreadableDocument(`"${revision}" is neither a file nor a git revision with a ${ENTRY}.`, {
      cause: error,
    });
  }
}

/** A file that is not below here keeps its whole path. */
const fromHere = (path: string): string =>
  relative(process.cwd(), path).startsWith('..') ? path : relative(process.cwd(), path);

/** `folder`: an empty one, where a revision is unpacked. @throws UnreadableDocument with one clear sentence. */
export const loadSource = async (source: string, folder: string): Promise<WrittenDocument> =>
  (await isFile(source)) ? load(source, source, fromHere) : fromRevision(source, folder);

/** The contract of the working tree. @throws UnreadableDocument. */
export const loadWorkingTree = (): Promise<WrittenDocument> => load(ENTRY, 'the working tree', fromHere);
