// A schema as it works: references followed, `allOf` joined, alternatives of one taken for what they are. Read as needed, so that cycles end.
import { under } from '../contract/pointer';
import { isObject, type JsonObject, listOr, objectOr, textOr } from './json';
import type { Budget } from './limits';
import { ReviewError } from './review-error';
import type { Located, DocumentSource } from './source';

/** One of the schemas that all hold at once. */
export interface Conjunct {
  schema: JsonObject;
  pointer: string;
  /** Null passes it by: another alternative, or `nullable` beside it, lets null through. */
  passesNull: boolean;
}

/** `oneOf` or `anyOf` with at least two alternatives that are not null. */
export interface Union {
  keyword: string;
  branches: (Located & { reference: string | undefined })[];
  allowsNull: boolean;
  discriminator: JsonObject;
}

export interface View {
  /** The same for schemas of one document that are made of the same parts. */
  id: string;
  /** Where it stands, for reports. */
  pointer: string;
  schemas: Schemas;
  conjuncts: Conjunct[];
  unions: Union[];
  /** `false`: nothing is valid. */
  never: boolean;
}

const NOTES = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  '$comment',
  '$id',
  '$schema',
  '$anchor',
  '$defs',
  'definitions',
  'xml',
]);

/** Says something to people or tools, nothing about values. */
export const isNote = (keyword: string): boolean => NOTES.has(keyword) || keyword.startsWith('x-');

/** Those that `const` or `enum` lists. */
export const listedIn = (schema: JsonObject): unknown[] | undefined =>
  'const' in schema
    ? [schema['const']]
    : Array.isArray(schema['enum'])
      ? (schema['enum'] as unknown[])
      : undefined;

const isNull = (schema: unknown): boolean =>
  isObject(schema) &&
  (schema['type'] === 'null' ||
    (schema['type'] === undefined && listedIn(schema)?.length === 1 && listedIn(schema)![0] === null));

const isOnlyValues = (schema: unknown): schema is JsonObject =>
  isObject(schema) &&
  listedIn(schema) !== undefined &&
  Object.keys(schema).every((key) => isNote(key) || ['type', 'enum', 'const'].includes(key));

const isOnlyType = (schema: unknown): boolean =>
  isObject(schema) &&
  schema['type'] !== undefined &&
  Object.keys(schema).every((key) => isNote(key) || key === 'type');

const typeNames = ({ type }: JsonObject): unknown[] => (Array.isArray(type) ? (type as unknown[]) : [type]);

/** An integer is a number too. */
function areTypesShared(schemas: JsonObject[]): boolean {
  const names = schemas.flatMap(typeNames).map((name) => (name === 'integer' ? 'number' : name));
  return new Set(names).size < names.length;
}

interface Waiting extends Located {
  passesNull: boolean;
}

export class Schemas {
  private readonly ids = new WeakMap<object, number>();
  private readonly bySeeds = new Map<string, View>();
  private readonly byParts = new Map<string, View>();
  /** Schemas made here for lists of alternatives that are an enumeration, so that they too are one object each. */
  private readonly made = new WeakMap<object, JsonObject>();
  private next = 0;

  constructor(
    readonly source: DocumentSource,
    private readonly budget: Budget,
  ) {}

  /** @throws ReviewError when the comparison has taken too many steps. */
  spend(steps: number): void {
    this.budget.spend(steps);
  }

  /** The schema that holds when all of these hold; without any, everything is valid. */
  view(authored: Located[], pointer = authored[0]?.pointer ?? ''): View {
    const seeds = authored.map((seed) =>
      this.isOnlyReference(seed.value) ? this.source.settle(seed.value, seed.pointer) : seed,
    );
    const key =
      seeds
        .map(({ value, pointer: at }) => (isObject(value) ? this.idOf(value) : `${String(value)} ${at}`))
        .join('&') || `any ${pointer}`;
    let view = this.bySeeds.get(key);
    if (!view) this.bySeeds.set(key, (view = this.read(seeds, pointer)));
    return view;
  }

  private isOnlyReference(schema: unknown): boolean {
    return (
      isObject(schema) &&
      typeof schema['$ref'] === 'string' &&
      (this.source.is30 || Object.keys(schema).every((key) => key === '$ref' || isNote(key)))
    );
  }

  private idOf(part: object): number {
    let id = this.ids.get(part);
    if (id === undefined) this.ids.set(part, (id = this.next++));
    return id;
  }

  private read(seeds: Located[], pointer: string): View {
    const parts = new Map<JsonObject, Conjunct>();
    const unions: Union[] = [];
    let never = false;
    const waiting: Waiting[] = seeds.map((seed) => ({ ...seed, passesNull: false }));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { value: schema, pointer: at, passesNull } = next;
      this.budget.spend();
      if (schema === false) never = true;
      if (!isObject(schema)) continue;
      const known = parts.get(schema);
      if (known) {
        known.passesNull &&= passesNull;
        continue;
      }
      const reference = textOr(schema['$ref']);
      if (reference !== undefined) {
        const target = this.source.settle(schema, at);
        if (this.isOnlyReference(schema)) {
          waiting.push({ ...target, passesNull });
          continue;
        }
        waiting.push({ ...this.source.follow(reference, at), passesNull });
      }
      parts.set(schema, { schema, pointer: at, passesNull });
      const nullPasses = passesNull || (this.source.is30 && schema['nullable'] === true);
      listOr(schema['allOf']).forEach((part, index) =>
        waiting.push({ value: part, pointer: under(at, 'allOf', index), passesNull: nullPasses }),
      );
      for (const keyword of ['oneOf', 'anyOf']) {
        if (Array.isArray(schema[keyword])) this.readUnion(keyword, schema, at, nullPasses, waiting, unions);
      }
    }
    if (parts.size === 0 && seeds.some(({ value }) => isObject(value))) {
      throw new ReviewError(
        `The ${this.source.side} has at ${pointer || '/'} a reference that leads back to itself.`,
      );
    }
    const conjuncts = [...parts.values()];
    const id = `${
      conjuncts
        .map((part) => `${this.idOf(part.schema)}${part.passesNull ? 'n' : ''}`)
        .sort()
        .join('&') || `any ${pointer}`
    }${never ? '!' : ''}`;
    let view = this.byParts.get(id);
    if (!view)
      this.byParts.set(
        id,
        (view = { id, pointer: conjuncts[0]?.pointer ?? pointer, schemas: this, conjuncts, unions, never }),
      );
    return view;
  }

  private readUnion(
    keyword: string,
    schema: JsonObject,
    at: string,
    nullPasses: boolean,
    waiting: Waiting[],
    unions: Union[],
  ): void {
    const list = schema[keyword] as unknown[];
    this.budget.spend(list.length);
    const all = list.map((value, index) => {
      const pointer = under(at, keyword, index);
      return {
        value,
        pointer,
        reference: isObject(value) ? textOr(value['$ref']) : undefined,
        settled: this.source.settle(value, pointer).value,
      };
    });
    const branches = all.filter(({ settled }) => !isNull(settled));
    const allowsNull = nullPasses || branches.length < all.length;
    if (all.length > 0 && all.every(({ settled }) => isOnlyValues(settled) || isNull(settled))) {
      const values = all.flatMap(({ settled }) => listedIn(settled as JsonObject) ?? [null]);
      const enumeration = this.made.get(list) ?? { enum: values };
      this.made.set(list, enumeration);
      waiting.push({ value: enumeration, pointer: under(at, keyword), passesNull: allowsNull });
    } else if (
      branches.length > 1 &&
      all.every(({ settled }) => isOnlyType(settled)) &&
      (keyword === 'anyOf' || !areTypesShared(all.map(({ settled }) => settled as JsonObject)))
    ) {
      const types = this.made.get(list) ?? {
        type: all.flatMap(({ settled }) => typeNames(settled as JsonObject)),
      };
      this.made.set(list, types);
      waiting.push({ value: types, pointer: under(at, keyword), passesNull: nullPasses });
    } else if (branches.length === 1) {
      waiting.push({ value: branches[0]!.value, pointer: branches[0]!.pointer, passesNull: allowsNull });
    } else if (branches.length > 1) {
      unions.push({
        keyword,
        branches: branches.map(({ value, pointer, reference }) => ({ value, pointer, reference })),
        allowsNull,
        discriminator: objectOr(schema['discriminator']),
      });
    }
  }
}
