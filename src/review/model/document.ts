// One of the two compared documents: version check, reference resolution, and size and step limits.
import { CommandError, WRONG_USAGE } from '../../base/command-error';
import { under, valueAt } from '../../contract/pointer';
import { asArray, asObject } from './json';
import { isObject, type JsonObject } from '../../base/values';

export type Side = 'base' | 'head';

/** The input of a review or a replay cannot be used. The message is one sentence for the user. */
export class ReviewError extends CommandError {
  constructor(message: string) {
    super(message, WRONG_USAGE);
  }
}

/** A value of a document and its JSON pointer. */
export interface Located {
  value: unknown;
  pointer: string;
}

/** Returns the part under a key. Its value is undefined if there is none. */
export const getPart = ({ value, pointer }: Located, key: string | number): Located => ({
  value: typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined,
  pointer: under(pointer, key),
});

/** Returns the parts of the object under a keyword, by name. */
export function listEntries(holder: Located, keyword: string): [name: string, part: Located][] {
  const entries = getPart(holder, keyword);
  return Object.keys(asObject(entries.value)).map((name) => [name, getPart(entries, name)]);
}

/** Returns the items of the list under a keyword. */
export function listItems(holder: Located, keyword: string): Located[] {
  const list = getPart(holder, keyword);
  return asArray(list.value).map((_, index) => getPart(list, index));
}

const MAX_REFERENCE_CHAIN = 100;

export class OpenApiDocument {
  readonly root: JsonObject;
  /** OpenAPI 3.0 ignores keywords beside `$ref` and has `nullable`. */
  readonly is30: boolean;
  private readonly targets = new Map<string, Located>();
  private readonly cache = new WeakMap<object, unknown>();

  /** @throws ReviewError when the document is not OpenAPI 3.0, 3.1 or 3.2. */
  constructor(
    readonly side: Side,
    document: unknown,
  ) {
    if (
      !isObject(document) ||
      typeof document['openapi'] !== 'string' ||
      !document['openapi'].startsWith('3.') ||
      !isObject(document['paths'] ?? {})
    ) {
      throw new ReviewError(`The ${side} is not an OpenAPI 3 document.`);
    }
    if (!/^3\.[012](\.|$)/.test(document['openapi'])) {
      const version = document['openapi'].slice(0, 20);
      throw new ReviewError(
        `The ${side} uses OpenAPI ${version}, which the review does not support. Use 3.0, 3.1 or 3.2.`,
      );
    }
    this.root = document;
    this.is30 = document['openapi'].startsWith('3.0');
  }

  /** Resolves one reference. @throws ReviewError when it leaves the document or its target does not exist. */
  resolve(reference: string, from: string): Located {
    let target = this.targets.get(reference);
    if (!target) this.targets.set(reference, (target = this.find(reference, from)));
    return target;
  }

  private find(reference: string, from: string): Located {
    const failure = (reason: string) =>
      new ReviewError(
        `The reference ${reference.slice(0, 200)} at ${from || '/'} in the ${this.side} ${reason}.`,
      );
    if (reference !== '#' && !reference.startsWith('#/'))
      throw failure('is not a JSON pointer into the document. Bundle the document into one file');
    let pointer: string;
    try {
      pointer = decodeURIComponent(reference.slice(1));
    } catch {
      throw failure('is malformed');
    }
    const value = valueAt(this.root, pointer);
    if (value === undefined) throw failure('does not exist');
    return { value, pointer };
  }

  /** Follows a chain of references to a value that is not a reference. @throws ReviewError for a cycle. */
  dereference(part: Located): Located {
    let current = part;
    for (let length = 0; isObject(current.value) && typeof current.value['$ref'] === 'string'; length++) {
      if (length > MAX_REFERENCE_CHAIN) throw circularReference(this.side, part.pointer);
      current = this.resolve(current.value['$ref'], current.pointer);
    }
    return current;
  }

  /** Dereferences the entries under a keyword, by name. */
  entriesUnder(holder: Located, keyword: string): Map<string, Located> {
    return new Map(listEntries(holder, keyword).map(([name, entry]) => [name, this.dereference(entry)]));
  }

  get whole(): Located {
    return { value: this.root, pointer: '' };
  }

  /** Reads a shared component once. Most documents refer to the same few components everywhere. */
  cached<Value>(part: object, read: () => Value): Value {
    if (!this.cache.has(part)) this.cache.set(part, read());
    return this.cache.get(part) as Value;
  }
}

export const circularReference = (side: Side, pointer: string): ReviewError =>
  new ReviewError(`The ${side} has a circular reference at ${pointer || '/'}.`);

const CHARACTERS_PER_MEGABYTE = 1_000_000;
const MAX_DEPTH = 500;

/**
 * Checks the size of a document without recursion. It counts while it walks, so that circular values and
 * exponential YAML aliases stop too.
 * @throws ReviewError above the limit or 500 levels.
 */
export function checkSize(side: Side, document: unknown, maxMegabytes: number): void {
  const queue: [value: unknown, depth: number][] = [[document, 0]];
  let size = 0;
  const add = (characters: number): void => {
    size += characters;
    if (size > maxMegabytes * CHARACTERS_PER_MEGABYTE)
      throw new ReviewError(
        `The ${side} is larger than ${maxMegabytes} MB. Pass --max-megabytes to allow more.`,
      );
  };
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [value, depth] = next;
    if (depth > MAX_DEPTH) throw new ReviewError(`The ${side} is nested more than ${MAX_DEPTH} levels deep.`);
    if (typeof value === 'string') add(value.length + 2);
    else if (typeof value !== 'object' || value === null) add(4);
    else {
      const entries = Object.entries(value);
      const keyLengths = Array.isArray(value) ? 0 : entries.reduce((sum, [key]) => sum + key.length + 3, 0);
      add(entries.length + 1 + keyLengths);
      for (const [, item] of entries) queue.push([item, depth + 1]);
    }
  }
}
