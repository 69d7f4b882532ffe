// What an import file holds, and where in it a row stands.
// Why an import was refused: everything that is wrong, each with its place.
// What a JSON or YAML file must be on its outside, before anything is said about rows.
// Reads a file as text.
import { readFile } from 'node:fs/promises';
import type { CollectionName } from '../resources/collection';
import { readFailure } from './parse';

/** In the order in which they are written: what is referred to comes first. */
export const COLLECTIONS = [
  'facilities',
  'control_centers',
  'cyber_systems',
  'cyber_assets',
] as const satisfies readonly CollectionName[];

/** Rows as they were read: anything may stand in them. */
export type ImportContent = { readonly [Name in CollectionName]?: readonly unknown[] };

export interface FilePosition {
  file: string;
  line: number;
}

export type PositionOf = (collection: CollectionName, index: number) => FilePosition;

export interface ImportSource {
  content: ImportContent;
  placeOf: PositionOf;
}

/** Stands for a row that the reader of a file understood only in part. */
export class UnreadableRow {
  constructor(
    readonly reason: string,
    readonly fields: Record<string, unknown> = {},
  ) {}
}

export interface ImportProblem {
  file: string;
  /** Left out when the file as a whole is meant. */
  line?: number;
  message: string;
}

export class ImportError extends Error {
  constructor(readonly errors: ImportProblem[]) {
    super(`${errors.length} errors, the first: ${errors[0]?.file} ${errors[0]?.message}`);
    this.name = 'ImportRefused';
  }
}

export const fileError = (file: string, message: string, line?: number): ImportError =>
  new ImportError([{ file, ...(line !== undefined ? { line } : {}), message }]);

/** Collects what is wrong with rows, and tells it in the order of the file. */
export class Problems {
  private readonly found = new Map<CollectionName, Map<number, string[]>>(
    COLLECTIONS.map((name) => [name, new Map<number, string[]>()]),
  );

  constructor(readonly placeOf: PositionOf) {}

  add(collection: CollectionName, index: number, message: string): void {
    const rows = this.found.get(collection)!;
    const messages = rows.get(index);
    if (messages) messages.push(message);
    else rows.set(index, [message]);
  }

  /** @throws ImportRefused with one error for each bad row, when there is any. */
  throwIfAny(): void {
    const errors = [...this.found].flatMap(([collection, rows]) =>
      [...rows]
        .sort(([one], [other]) => one - other)
        .map(([index, messages]): ImportProblem => ({
          ...this.placeOf(collection, index),
          message: messages.join('; '),
        })),
    );
    if (errors.length > 0) throw new ImportError(errors);
  }
}

const KEYS = COLLECTIONS.join(', ');

/** @throws ImportRefused. */
export function toContent(file: string, value: unknown): ImportContent {
  if (Array.isArray(value))
    throw fileError(
      file,
      `is a list; put it under the name of its collection, as in {"cyber_assets": [...]}`,
    );
  if (typeof value !== 'object' || value === null)
    throw fileError(file, `must be an object with the lists ${KEYS}`);
  const keys = Object.keys(value);
  const unknown = keys.filter((key) => !COLLECTIONS.some((name) => name === key));
  if (unknown.length > 0)
    throw fileError(
      file,
      `has ${unknown.map((key) => JSON.stringify(key)).join(', ')}; it may have ${KEYS}`,
    );
  if (keys.length === 0) throw fileError(file, `is empty; it may have ${KEYS}`);
  const notLists = Object.entries(value).filter(([, rows]) => !Array.isArray(rows));
  if (notLists.length > 0)
    throw fileError(file, `must have a list under ${notLists.map(([key]) => key).join(', ')}`);
  return value;
}

/** @throws ImportRefused when there is no such file, or it is not UTF-8. A byte order mark is left out. */
export async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw fileError(path, readFailure(error));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fileError(path, 'is not UTF-8 text');
  }
}
