// Resolves schemas: follows references, merges `allOf`, and simplifies trivial `oneOf` and `anyOf` lists.
// Schemas are resolved on demand, so that circular schemas are supported.
import { under } from '../../contract/pointer';
import { asArray, asObject, asString } from './json';
import {
  hasOnly,
  haveSharedType,
  isAnnotation,
  isNull,
  isOnlyType,
  isOnlyValues,
  listedValues,
  openTypes,
  typeNames,
  typeOfValue,
} from './keywords';
import { type Located, type OpenApiDocument, circularReference, listEntries, listItems } from './document';
import { groupBy, isObject, type JsonObject } from '../../base/values';

interface QueuedPart extends Located {
  /** Whether null is allowed although this part rejects it: another alternative or `nullable` allows it. */
  passesNull: boolean;
  /** Whether the part is one of several in an `allOf`. Its extensions then mark only its own fields. */
  isMember: boolean;
}

/** One of the schemas that a value must match at the same time. */
export type SchemaPart = QueuedPart & { value: JsonObject };

/** A `oneOf` or `anyOf` with at least two alternatives other than null. */
export interface Union {
  keyword: string;
  branches: Located[];
  allowsNull: boolean;
  discriminator: JsonObject;
}

export interface ResolvedSchema {
  /** Equal for schemas of one document that consist of the same parts. */
  id: string;
  pointer: string;
  resolver: SchemaResolver;
  parts: SchemaPart[];
  unions: Union[];
  /** Whether a part is the schema `false`, which no value matches. */
  never: boolean;
}

/** Returns the parts of a schema under a keyword, for example of `properties`, by name. */
export function partsByName({ parts }: ResolvedSchema, keyword: string): Map<string, Located[]> {
  const entries = parts.flatMap((part) => listEntries(part, keyword));
  const groups = groupBy(entries, ([name]) => name);
  return new Map([...groups].map(([name, group]) => [name, group.map(([, located]) => located)]));
}

/** Computes a fact about an object once. A circular schema gets `whileComputing` for itself. */
export const memoized = <Fact, Key extends object = ResolvedSchema>(
  compute: (key: Key) => Fact,
  whileComputing: Fact,
) => {
  const facts = new WeakMap<Key, Fact>();
  return (key: Key): Fact => {
    if (!facts.has(key)) {
      facts.set(key, whileComputing);
      facts.set(key, compute(key));
    }
    return facts.get(key)!;
  };
};

/** Enumerations of enumerations are open too: OpenAI's model names have two levels. */
const MAX_NESTED_UNIONS = 5;

/** Resolves the schemas of one document. Equal inputs return the same object. */
export class SchemaResolver {
  private readonly ids = new WeakMap<object, number>();
  private readonly bySeeds = new Map<string, ResolvedSchema>();
  private readonly byParts = new Map<string, ResolvedSchema>();
  /** Schemas that replace a list of plain values or types, by that list. */
  private readonly replacements = new WeakMap<object, JsonObject>();
  private nextId = 0;

  constructor(readonly document: OpenApiDocument) {}

  /** Resolves the schema that combines all these schemas. An empty list allows every value. */
  resolve(schemas: Located[], pointer = schemas[0]?.pointer ?? ''): ResolvedSchema {
    const seeds = schemas.map((seed) =>
      this.isOnlyReference(seed.value) ? this.document.dereference(seed) : seed,
    );
    const key =
      seeds
        .map(({ value, pointer: at }) => (isObject(value) ? this.idOf(value) : `${String(value)} ${at}`))
        .join('&') || `any ${pointer}`;
    let schema = this.bySeeds.get(key);
    if (!schema) this.bySeeds.set(key, (schema = this.read(seeds, pointer)));
    return schema;
  }

  private isOnlyReference(schema: unknown): boolean {
    return (
      isObject(schema) &&
      typeof schema['$ref'] === 'string' &&
      // An extension beside the reference can mark it.
      (this.document.is30 ||
        Object.keys(schema).every((key) => key === '$ref' || (isAnnotation(key) && !key.startsWith('x-'))))
    );
  }

  private idOf(part: object): number {
    let id = this.ids.get(part);
    if (id === undefined) this.ids.set(part, (id = this.nextId++));
    return id;
  }

  private read(seeds: Located[], pointer: string): ResolvedSchema {
    const parts = new Map<JsonObject, SchemaPart>();
    const unions: Union[] = [];
    let never = false;
    const queue: QueuedPart[] = seeds.map((seed) => ({ ...seed, passesNull: false, isMember: false }));
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { value: schema, pointer: at, passesNull, isMember } = next;
      if (schema === false) never = true;
      if (!isObject(schema)) continue;
      const known = parts.get(schema);
      if (known) {
        known.passesNull &&= passesNull;
        continue;
      }
      const reference = asString(schema['$ref']);
      if (reference !== undefined) {
        const target = this.document.dereference(next);
        if (this.isOnlyReference(schema)) {
          queue.push({ ...target, passesNull, isMember });
          continue;
        }
        queue.push({ ...this.document.resolve(reference, at), passesNull, isMember });
      }
      parts.set(schema, { value: schema, pointer: at, passesNull, isMember });
      const nullPasses = passesNull || (this.document.is30 && schema['nullable'] === true);
      for (const part of listItems(next, 'allOf'))
        queue.push({ ...part, passesNull: nullPasses, isMember: true });
      const holder = { value: schema, pointer: at, passesNull: nullPasses, isMember };
      for (const keyword of ['oneOf', 'anyOf']) this.readUnion(keyword, holder, queue, unions);
    }
    if (parts.size === 0 && seeds.some(({ value }) => isObject(value)))
      throw circularReference(this.document.side, pointer);
    const all = [...parts.values()];
    const partIds = all.map((part) => `${this.idOf(part.value)}${part.passesNull ? 'n' : ''}`);
    const id = `${partIds.sort().join('&') || `any ${pointer}`}${never ? '!' : ''}`;
    let resolved = this.byParts.get(id);
    if (!resolved) {
      resolved = { id, pointer: all[0]?.pointer ?? pointer, resolver: this, parts: all, unions, never };
      this.byParts.set(id, resolved);
    }
    return resolved;
  }

  /** Returns whether a schema only lists some values of types that another alternative allows completely. */
  private isWithin(schema: Located, types: Set<unknown>, depth = 0): boolean {
    if (types.size === 0 || depth > MAX_NESTED_UNIONS) return false;
    const { value, pointer } = this.document.dereference(schema);
    if (!isObject(value)) return false;
    const values = listedValues(value);
    if (values)
      return (
        hasOnly(value, ['type', 'enum', 'const', 'default']) &&
        values.every((item) => types.has(typeOfValue(item)))
      );
    if (isOnlyType(value)) return typeNames(value).every((type) => types.has(type));
    const branches = asArray(value['anyOf'] ?? value['oneOf']);
    return (
      branches.length > 0 &&
      hasOnly(value, ['anyOf', 'oneOf', 'type']) &&
      branches.every((branch, index) =>
        this.isWithin({ value: branch, pointer: under(pointer, 'anyOf', index) }, types, depth + 1),
      )
    );
  }

  /** Adds a union, or a simpler part: an enumeration, a list of types, or the only other alternative. */
  private readUnion(keyword: string, holder: SchemaPart, queue: QueuedPart[], unions: Union[]): void {
    const list = holder.value[keyword];
    if (!Array.isArray(list) || list.length === 0) return;
    const all = listItems(holder, keyword);
    const targets = all.map((branch) => this.document.dereference(branch).value);
    const open = keyword === 'anyOf' ? openTypes(targets) : new Set();
    const branches = all.filter(({ pointer }, index) => {
      const value = targets[index];
      return !isNull(value) && (isOnlyType(value) || !this.isWithin({ value, pointer }, open));
    });
    const allowsNull = holder.passesNull || targets.some(isNull);
    const { isMember, passesNull } = holder;
    const areValues = targets.every((target) => isOnlyValues(target) || isNull(target));
    const isOneType = keyword === 'anyOf' || !haveSharedType(targets);
    if (areValues || (branches.length > 1 && targets.every(isOnlyType) && isOneType)) {
      const values = () => targets.flatMap((target) => listedValues(asObject(target)) ?? [null]);
      const value =
        this.replacements.get(list) ??
        (areValues ? { enum: values() } : { type: targets.flatMap(typeNames) });
      this.replacements.set(list, value);
      const pointer = under(holder.pointer, keyword);
      queue.push({ value, pointer, passesNull: areValues ? allowsNull : passesNull, isMember });
    } else if (branches.length === 1) {
      queue.push({ ...branches[0]!, passesNull: allowsNull, isMember });
    } else if (branches.length > 1) {
      unions.push({ keyword, branches, allowsNull, discriminator: asObject(holder.value['discriminator']) });
    }
  }
}
