// One of the two documents: its version, and where its references lead. Only into the document itself; nothing is fetched.
import { segmentsOf, under } from '../contract/pointer';
import { isObject, type JsonObject, objectOr } from './json';
import { ReviewError } from './review-error';

export type Side = 'base' | 'head';

/** A part of a document and where it stands, as a JSON pointer. */
export interface Located {
  value: unknown;
  pointer: string;
}

const LONGEST_CHAIN = 100;

export class DocumentSource {
  readonly document: JsonObject;
  /** 3.0 ignores what stands beside `$ref`, and says null with `nullable`. */
  readonly is30: boolean;
  private readonly followed = new Map<string, Located>();
  private readonly read = new WeakMap<object, unknown>();

  /** @throws ReviewError when this is not an OpenAPI 3 document. */
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
    if (!/^3\.[01](\.|$)/.test(document['openapi'])) {
      throw new ReviewError(
        `The ${side} is in OpenAPI ${document['openapi'].slice(0, 20)}; what is compared is 3.0 and 3.1, since a later version says things that would not be judged.`,
      );
    }
    this.document = document;
    this.is30 = document['openapi'].startsWith('3.0');
  }

  /** @throws ReviewError when it leads out of the document or nowhere. */
  follow(reference: string, from: string): Located {
    let target = this.followed.get(reference);
    if (!target) this.followed.set(reference, (target = this.find(reference, from)));
    return target;
  }

  private find(reference: string, from: string): Located {
    const fail = (why: string) =>
      new ReviewError(`The ${this.side} refers at ${from || '/'} to ${reference.slice(0, 200)}, ${why}.`);
    if (reference !== '#' && !reference.startsWith('#/'))
      throw fail('which is not a place in the document; bundle it into one file first');
    let value: unknown = this.document;
    let decoded: string;
    try {
      decoded = decodeURIComponent(reference.slice(1));
    } catch {
      throw fail('which is malformed');
    }
    for (const key of segmentsOf(decoded)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        throw fail('which is not there');
      value = (value as JsonObject)[key];
    }
    return { value, pointer: decoded };
  }

  /** Follows references until something else stands there. */
  settle(value: unknown, pointer: string): Located {
    let current: Located = { value, pointer };
    for (let length = 0; isObject(current.value) && typeof current.value['$ref'] === 'string'; length++) {
      if (length > LONGEST_CHAIN)
        throw new ReviewError(
          `The ${this.side} has at ${pointer || '/'} a reference that leads back to itself.`,
        );
      current = this.follow(current.value['$ref'], current.pointer);
    }
    return current;
  }

  /** Reads a shared part once; most documents refer to the same few from everywhere. */
  once<Value>(part: object, read: () => Value): Value {
    if (!this.read.has(part)) this.read.set(part, read());
    return this.read.get(part) as Value;
  }
}

/** Entries by name under a keyword, references followed. */
export const settledBelow = (
  source: DocumentSource,
  { value, pointer }: Located,
  keyword: string,
): Map<string, Located> =>
  new Map(
    Object.entries(objectOr(objectOr(value)[keyword])).map(([name, entry]) => [
      name,
      source.settle(entry, under(pointer, keyword, name)),
    ]),
  );
