// Reads and writes the files of a sync.
// Written files are complete or absent, and readable by their owner only.
import type { Hash, Hmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { writeNewFile } from '../../base/atomic-write';
import { UnreadableFile, readBytes, readTextIfExists } from '../../base/read-file';
import { joinChunks } from '../../base/text';
import { isObject, parseJson } from '../../base/values';
import { SyncError, fileError } from '../errors';

/** Returns the path of `other` relative to the folder of `file`, so that both files can move together. */
export const relativeName = (file: string, other: string): string =>
  relative(dirname(resolve(file)), resolve(other)) || other;

/** Resolves a path that `relativeName` made. */
export const resolveBeside = (file: string, name: string): string => resolve(dirname(file), name);

/** @throws SyncError for an UnreadableFile. */
const explain = (file: string) => (error: unknown) => {
  throw error instanceof UnreadableFile ? fileError(file, error.reason) : error;
};

/** @throws SyncError. */
export const readSyncFile = (file: string): Promise<Buffer> => readBytes(file).catch(explain(file));

/** Returns undefined for a file that does not exist. @throws SyncError. */
export const readSyncTextIfExists = (file: string): Promise<string | undefined> =>
  readTextIfExists(file).catch(explain(file));

/** Decodes text and drops a byte order mark. `advice` completes the error message. @throws SyncError. */
export function decode(file: string, bytes: Uint8Array, encoding: string, advice = ''): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw fileError(file, `is not ${encoding.toUpperCase()} text${advice}`);
  }
}

/** Returns the parsed content of a file, undefined when the file does not exist. @throws SyncError. */
export async function readJsonIfExists(file: string): Promise<unknown> {
  const text = await readSyncTextIfExists(file);
  if (text === undefined) return undefined;
  const content = parseJson(text);
  if (content === undefined) throw fileError(file, 'is not valid JSON: the file is damaged or truncated');
  return content;
}

/**
 * Yields the text of `JSON.stringify(record, null, space)`, each item of a list and each entry of an object or a map by
 * itself, because the whole text of a plan takes more memory than its changes. With space, a line break ends the text.
 */
export function* jsonPieces(record: object, space = 0): Generator<string> {
  const line = (depth: number): string => (space > 0 ? `\n${' '.repeat(space * depth)}` : '');
  const text = (value: unknown, depth: number): string =>
    JSON.stringify(value, null, space).replaceAll('\n', line(depth)); // texts have no line breaks, only \n
  function* list(items: readonly unknown[], depth: number): Generator<string> {
    for (const [index, item] of items.entries())
      yield `${index === 0 ? '[' : ','}${line(depth)}${text(item, depth)}`;
    yield items.length === 0 ? '[]' : `${line(depth - 1)}]`;
  }
  function* object(entries: Iterable<[string, unknown]>, depth: number): Generator<string> {
    let before = '{';
    for (const [name, value] of entries) {
      if (value === undefined) continue;
      yield `${before}${line(depth)}${JSON.stringify(name)}:${space > 0 ? ' ' : ''}`;
      before = ',';
      if (Array.isArray(value)) yield* list(value, depth + 1);
      else if (value instanceof Map) yield* object(value as Map<string, unknown>, depth + 1);
      else if (isObject(value) && depth === 1) yield* object(Object.entries(value), depth + 1);
      else yield text(value, depth);
    }
    yield before === '{' ? '{}' : `${line(depth - 1)}}`;
  }
  yield* object(Object.entries(record), 1);
  yield line(0);
}

/** Returns the digest or HMAC of a record's JSON, in hexadecimal digits. */
export function computeDigest(hash: Hash | Hmac, record: object): string {
  for (const piece of jsonPieces(record)) hash.update(piece);
  return hash.digest('hex');
}

/** Writes texts, or an object as JSON. `replace: false` protects evidence, for example receipts. @throws SyncError. */
export async function writeFileAtomically(
  file: string,
  content: string | Iterable<string> | object,
  { replace = true } = {},
): Promise<void> {
  const pieces = (content: Iterable<string> | object) =>
    joinChunks(Symbol.iterator in content ? content : jsonPieces(content, 1));
  const text = typeof content === 'string' ? content : pieces(content);
  try {
    await writeNewFile(file, (temporary) => writeFile(temporary, text), { replace });
  } catch (error) {
    throw new SyncError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
