// Derives from the contract which records an operation is about, and which fields they have.
import {
  type ContractDocument,
  type Operation,
  type Schema,
  operationsOf,
  resolve,
} from '../../contract/document';

export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a schema and of the schemas that it combines. */
export interface Shape {
  /** As written: with the keywords beside a `$ref`. */
  properties: Record<string, Schema>;
  required: Set<string>;
  items: Schema | undefined;
}

export interface Model {
  shapeOf(schema: Schema | undefined): Shape;
  /** Returns a keyword of a schema or of the schema that it refers to. */
  keyword(schema: Schema | undefined, name: string): unknown;
  /** Keeps the fields that a schema has, in its order. A missing required field becomes null. */
  shaped(schema: Schema | undefined, value: unknown): unknown;
  /** Returns the list in a schema: its rows, and the field that holds them if it is no array itself. */
  rowsOf(schema: Schema | undefined): { field?: string; items: Schema } | undefined;
  /** Returns the collection of the records of an operation: the target of its ids, or else its path. */
  collectionOf(operation: Operation): string;
  /** Returns the representation that reads return of a collection's records. */
  schemaOf(collection: string): Schema | undefined;
  /** Returns the prefix of the ids of a collection, with its underscore. */
  prefixOf(collection: string): string;
}

export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema;

/** Returns the schema of an operation's success in JSON. */
export function successSchema({ responses }: Operation): Schema | undefined {
  const status = Object.keys(responses).find((one) => one.startsWith('2'));
  return responses[status ?? '']?.content?.['application/json']?.schema;
}

export function createModel(document: ContractDocument): Model {
  const shapes = new WeakMap<object, Shape>();
  const follow = (schema: unknown): Schema => resolve<Schema | undefined>(document, schema) ?? {};

  function shapeOf(schema: Schema = {}): Shape {
    const known = shapes.get(schema);
    if (known) return known;
    const { properties = {}, required = [], items, ...composed } = follow(schema) as Record<string, never>;
    const shape: Shape = {
      properties: { ...(properties as Shape['properties']) },
      required: new Set(required),
      items,
    };
    shapes.set(schema, shape);
    for (const part of (composed['allOf'] ?? []) as Schema[]) {
      const { properties: inherited, required: more } = shapeOf(part);
      Object.assign(shape.properties, inherited, { ...shape.properties });
      more.forEach((name) => shape.required.add(name));
    }
    for (const part of [
      ...((composed['oneOf'] ?? []) as Schema[]),
      ...((composed['anyOf'] ?? []) as Schema[]),
    ])
      shape.properties = { ...shapeOf(part).properties, ...shape.properties };
    return shape;
  }

  const keyword: Model['keyword'] = (schema, name) => schema?.[name] ?? follow(schema)[name];

  function shaped(schema: Schema | undefined, value: unknown): unknown {
    const { properties, required, items } = shapeOf(schema);
    if (Array.isArray(value)) return items ? value.map((each) => shaped(items, each)) : value;
    const names = Object.keys(properties);
    if (!isObject(value) || names.length === 0) return value;
    const result: Fields = {};
    for (const name of names) {
      if (value[name] !== undefined) result[name] = shaped(properties[name], value[name]);
      else if (required.has(name)) result[name] = null;
    }
    return result;
  }

  const rowsOf: Model['rowsOf'] = (schema) => {
    const { properties, items } = shapeOf(schema);
    if (items) return { items };
    const lists = Object.keys(properties).filter((name) => shapeOf(properties[name]).items);
    const field = 'data' in properties ? 'data' : lists[0];
    return field === undefined || lists.length !== 1 || 'id' in properties
      ? undefined
      : { field, items: shapeOf(properties[field]).items! };
  };

  const idReference = (schema: Schema | undefined): string | undefined => {
    const name = keyword(shapeOf(schema).properties['id'], 'x-references');
    return typeof name === 'string' ? name : undefined;
  };

  function collectionOf(operation: Operation): string {
    const [, name] = /\{(\w+)\}/.exec(operation.path) ?? [];
    const schema = successSchema(operation);
    const named =
      name === undefined
        ? idReference(rowsOf(schema)?.items ?? schema)
        : keyword(operation.parameters.find((parameter) => parameter.name === name)?.schema, 'x-references');
    return typeof named === 'string' ? named : operation.path.split('/{')[0]!;
  }

  const schemas = new Map<string, Schema>();
  const reads = operationsOf(document).filter(({ method }) => method === 'GET');
  for (const isList of [false, true])
    for (const operation of reads) {
      const schema = successSchema(operation);
      const rows = rowsOf(schema)?.items;
      const representation = isList ? rows : rows === undefined ? schema : undefined;
      const name = idReference(representation) ?? collectionOf(operation);
      if (representation && !schemas.has(name)) schemas.set(name, representation);
    }

  return {
    shapeOf,
    keyword,
    shaped,
    rowsOf,
    collectionOf,
    schemaOf: (collection) => schemas.get(collection),
    prefixOf(collection) {
      const schema = follow(document.components['schemas']?.[`${collection}Id`]);
      return /^\^([a-z]+_)/.exec(String(schema['pattern']))?.[1] ?? '';
    },
  };
}
