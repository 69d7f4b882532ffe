// Where a document comes from: a file, or the `spec/` of a git revision.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ContractDocument } from '../contract/document';
import { UnreadableDocument, loadDocument } from '../contract/load-document';

const run = promisify(execFile);
const ENTRY = 'spec/openapi.yaml';
const MOST_ARCHIVE_BYTES = 64 * 1024 * 1024;

export interface Source {
  /** What the report calls it. */
  name: string;
  document: ContractDocument;
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** @throws UnreadableDocument when git does not know the revision, or it has no contract. */
async function fromRevision(revision: string): Promise<ContractDocument> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-review-'));
  try {
    const { stdout: commit } = await run('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
    const { stdout: archive } = await run('git', ['archive', '--format=tar', commit.trim(), 'spec'], { encoding: 'buffer', maxBuffer: MOST_ARCHIVE_BYTES });
    await writeFile(join(folder, 'spec.tar'), archive);
    await run('tar', ['-xf', join(folder, 'spec.tar'), '-C', folder]);
    return (await loadDocument(join(folder, ENTRY))).document;
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new UnreadableDocument(error.message.replaceAll(`${folder}/`, `${revision}:`), { cause: error });
    throw new UnreadableDocument(`"${revision}" is neither a file nor a git revision with a ${ENTRY}.`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws UnreadableDocument with one clear sentence. */
export async function loadSource(source: string): Promise<Source> {
  const document = (await isFile(source)) ? (await loadDocument(source)).document : await fromRevision(source);
  return { name: source, document };
}

/** The contract of the working tree. @throws UnreadableDocument. */
export async function loadWorkingTree(): Promise<Source> {
  return { name: 'the working tree', document: (await loadDocument(ENTRY)).document };
}
