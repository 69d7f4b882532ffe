// Derives from a document which records an operation is about, and which fields they have.
import {
  type ContractDocument,
  type Operation,
  type Schema,
  contractDocument,
  listOperations,
  resolve,
} from './document';
import { isObject } from '../base/values';

export type Fields = Record<string, unknown>;

/** Returns `training module` for `TrainingModule`. */
export const toWords = (collection: string): string =>
  collection.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** Returns `TrainingModule` for `training_module` and `training-module`. */
export const collectionNamed = (type: unknown): string =>
  String(type).replace(/(?:^|[_-])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The fields of a schema and of the schemas that it combines, as written: with the keywords beside a `$ref`. */
interface Shape {
  properties: Record<string, Schema>;
  required: Set<string>;
  items: Schema | undefined;
}

export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema;

export const successSchema = ({ responses }: Operation): Schema | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
    ?.schema;

export const rootParameter = ({ path }: Operation): string | undefined => /\{(\w+)\}/.exec(path)?.[1];

export type RecordModel = ReturnType<typeof readModel>;

function readModel(document: ContractDocument) {
  const shapes = new WeakMap<object, Shape>();
  const targets = new WeakMap<object, Schema>();

  /** Each request asks for the same few schemas. */
  function follow(schema: unknown): Schema {
    if (typeof schema !== 'object' || schema === null) return {};
    const target = targets.get(schema) ?? resolve<Schema | undefined>(document, schema) ?? {};
    targets.set(schema, target);
    return target;
  }

  function toShape(schema: Schema | boolean = {}): Shape {
    // `true` is a schema without fields.
    if (typeof schema === 'boolean') return { properties: {}, required: new Set(), items: undefined };
    const known = shapes.get(schema);
    if (known) return known;
    const {
      properties,
      required,
      items,
      allOf = [],
      oneOf = [],
      anyOf = [],
    } = follow(schema) as Partial<Shape & Record<'allOf' | 'oneOf' | 'anyOf', Schema[]>>;
    const shape: Shape = { properties: {}, required: new Set(required), items };
    shapes.set(schema, shape);
    for (const part of [...allOf, ...oneOf, ...anyOf])
      Object.assign(shape.properties, toShape(part).properties);
    for (const part of allOf) toShape(part).required.forEach((name) => shape.required.add(name));
    const [first, ...others] = [...oneOf, ...anyOf].map((part) => toShape(part).required);
    for (const name of first ?? []) if (others.every((each) => each.has(name))) shape.required.add(name);
    Object.assign(shape.properties, properties);
    return shape;
  }

  /** Returns a keyword of a schema or of the schema that it refers to. */
  const keyword = (schema: Schema | undefined, name: string): unknown =>
    schema?.[name] ?? follow(schema)[name];

  /** Keeps the fields that a schema has, in its order. A missing required field becomes null. */
  function shaped(schema: Schema | undefined, value: unknown): unknown {
    const { properties, required, items } = toShape(schema);
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

  /** Returns the list in a schema: its rows, and the field that holds them unless it is an array itself. */
  function findRows(schema: Schema | undefined): { field?: string; items: Schema } | undefined {
    const { properties, items } = toShape(schema);
    if (items) return { items };
    const lists = Object.keys(properties).filter((name) => toShape(properties[name]).items);
    return lists.length !== 1 || properties.id
      ? undefined
      : { field: lists[0]!, items: toShape(properties[lists[0]!]).items! };
  }

  function findReference(schema: Schema | undefined): string | undefined {
    const name = keyword(schema, 'x-references');
    return typeof name === 'string' ? name : undefined;
  }
  /** Returns the schema of the ids of a collection; empty when there is none. */
  const getIdSchema = (collection: string): Schema =>
    follow(document.components.schemas?.[`${collection}Id`]);
  const idReference = (schema: Schema | undefined) => findReference(toShape(schema).properties.id);

  /** Returns the collection of the records of an operation: the target of its ids, or else its path. */
  function findCollection(operation: Operation): string {
    const root = rootParameter(operation);
    const schema = successSchema(operation);
    const named =
      root === undefined
        ? idReference(findRows(schema)?.items ?? schema)
        : findReference(operation.parameters.find(({ name }) => name === root)?.schema);
    return named ?? operation.path.split('/{')[0]!;
  }

  const representations = new Map<string, Schema>();
  const reads = listOperations(document).filter(({ method }) => method === 'GET');
  for (const isList of [false, true])
    for (const operation of reads) {
      const schema = successSchema(operation);
      const rows = findRows(schema)?.items;
      const representation = isList ? rows : rows ? undefined : schema;
      const name = idReference(representation) ?? findCollection(operation);
      if (representation && !representations.has(name)) representations.set(name, representation);
    }

  return {
    document,
    reads,
    /** Returns the fields of a schema that are read-only, or that are not. */
    namesIn: (schema: Schema | undefined, isReadOnly: boolean): string[] =>
      Object.entries(toShape(schema).properties)
        .filter(([, field]) => (keyword(field, 'readOnly') === true) === isReadOnly)
        .map(([name]) => name),
    shapeOf: toShape,
    keyword,
    shaped,
    rowsOf: findRows,
    referenceOf: findReference,
    idReference,
    collectionOf: findCollection,
    /** Returns the representation that reads return of a collection's records. */
    schemaOf: (collection: string): Schema | undefined => representations.get(collection),
    fieldsOf: (collection: string) => toShape(representations.get(collection)).properties,
    idSchemaOf: getIdSchema,
    /** Returns the prefix of the ids of a collection, without its underscore; empty when there is none. */
    prefixOf: (collection: string): string =>
      /^\^([a-z]+)_/.exec(String(getIdSchema(collection)['pattern']))?.[1] ?? '',
  };
}

let ownModel: RecordModel | undefined;

/** Returns the model of a document. Reads that of the own contract once: many modules need it. */
export const createRecordModel = (document: ContractDocument): RecordModel =>
  document === contractDocument ? (ownModel ??= readModel(document)) : readModel(document);

let ownRoutes: Map<string, Operation> | undefined;

/** Returns whether an operation is one of this contract, and not another one of a branch with its operationId. */
export function isOwn({ operationId, method, path }: Operation): boolean {
  ownRoutes ??= new Map(listOperations(contractDocument).map((each) => [each.operationId, each]));
  const own = ownRoutes.get(operationId);
  return own?.method === method && own.path === path;
}
