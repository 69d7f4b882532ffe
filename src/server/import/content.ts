// The content of an import: rows by collection, their positions, and the errors of a rejected import.
import type { CollectionName } from '../records/collection';
import { COLLECTIONS } from './collections';
import { forEachInSlices } from '../../base/scheduling/time-slices';
import { kindFault } from '../../base/csv/header';
import { UnreadableFile, readBytes } from '../../base/read-file';

/** Rows as they were read, with values of any type. */
export type ImportContent = { readonly [Name in CollectionName]?: readonly unknown[] };

export type PositionOf = (collection: CollectionName, index: number) => { file: string; line: number };

export interface ImportSource {
  content: ImportContent;
  placeOf: PositionOf;
}

/** Represents a row that could not be read completely. */
export class UnreadableRow {
  constructor(
    readonly reason: string,
    readonly fields: Record<string, unknown> = {},
  ) {}
}

export interface ImportProblem {
  file: string;
  /** Absent when the error concerns the whole file. */
  line?: number;
  message: string;
}

export class ImportError extends Error {
  constructor(readonly errors: ImportProblem[]) {
    super(`${errors.length} errors, the first: ${errors[0]?.file} ${errors[0]?.message}`);
    this.name = 'ImportError';
  }
}

export const fileError = (file: string, message: string, line?: number): ImportError =>
  new ImportError([{ file, ...(line !== undefined ? { line } : {}), message }]);

/** Collects the problems of rows and reports them in the order of the file. */
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

  /** @throws ImportError with one error for each invalid row. */
  async throwIfAny(): Promise<void> {
    const errors: ImportProblem[] = [];
    for (const [collection, rows] of this.found) {
      const sorted = [...rows].sort(([one], [other]) => one - other);
      await forEachInSlices(sorted, ([index, messages]) => {
        errors.push({ ...this.placeOf(collection, index), message: messages.join('; ') });
      });
    }
    if (errors.length > 0) throw new ImportError(errors);
  }
}

const KEYS = COLLECTIONS.join(', ');

/** @throws ImportError. */
export function toContent(file: string, value: unknown): ImportContent {
  if (Array.isArray(value))
    throw fileError(
      file,
      'is a list; put it under the name of its collection, for example {"cyber_assets": [...]}',
    );
  if (typeof value !== 'object' || value === null)
    throw fileError(file, `must be an object with some of the lists ${KEYS}`);
  const keys = Object.keys(value);
  const unknown = keys.filter((key) => !COLLECTIONS.some((name) => name === key));
  if (unknown.length > 0)
    throw fileError(
      file,
      `has the unknown key ${unknown.map((key) => JSON.stringify(key)).join(', ')}; its keys may be ${KEYS}`,
    );
  if (keys.length === 0) throw fileError(file, `is empty; its keys may be ${KEYS}`);
  const notLists = Object.entries(value).filter(([, rows]) => !Array.isArray(rows));
  if (notLists.length > 0)
    throw fileError(file, `must have a list under ${notLists.map(([key]) => key).join(', ')}`);
  return value;
}

/** Reads UTF-8 text without its byte order mark. `format`: the expected format. @throws ImportError. */
export async function readText(path: string, format: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readBytes(path);
  } catch (error) {
    throw error instanceof UnreadableFile ? fileError(path, error.reason) : error;
  }
  const fault = kindFault(bytes, format);
  if (fault !== undefined) throw fileError(path, fault);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fileError(path, 'is not UTF-8 text');
  }
}
