// Why an import was refused: everything that is wrong, each with its place.
import { COLLECTIONS, type PlaceOf } from './content';
import type { CollectionName } from '../resources/collection';

export interface ImportError {
  file: string;
  /** Left out when the file as a whole is meant. */
  line?: number;
  message: string;
}

export class ImportRefused extends Error {
  constructor(readonly errors: ImportError[]) {
    super(`${errors.length} errors, the first: ${errors[0]?.file} ${errors[0]?.message}`);
    this.name = 'ImportRefused';
  }
}

export const refusedFile = (file: string, message: string, line?: number): ImportRefused =>
  new ImportRefused([{ file, ...(line !== undefined ? { line } : {}), message }]);

/** Collects what is wrong with rows, and tells it in the order of the file. */
export class Problems {
  private readonly found = new Map<CollectionName, Map<number, string[]>>(
    COLLECTIONS.map((name) => [name, new Map<number, string[]>()]),
  );

  constructor(readonly placeOf: PlaceOf) {}

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
        .map(([index, messages]): ImportError => ({
          ...this.placeOf(collection, index),
          message: messages.join('; '),
        })),
    );
    if (errors.length > 0) throw new ImportRefused(errors);
  }
}
