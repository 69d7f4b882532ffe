// Tells what the keywords of a single schema do: annotate, list values, or name types.
import { isObject, type JsonObject } from '../../base/values';
import { asObject } from './json';

/** Returns the words of a text, for example names of keywords. */
export const setOf = (...names: string[]): ReadonlySet<string> =>
  new Set(names.flatMap((some) => some.split(' ')));

const ANNOTATIONS = setOf(
  'title description example examples deprecated externalDocs xml',
  '$comment $id $schema $anchor $defs definitions',
);

/** Keywords whose keys are names, which can be equal to a keyword. */
export const NAME_KEYWORDS = setOf(
  'properties patternProperties dependentSchemas $defs mapping',
  'parameters headers schemas responses links callbacks encoding variables',
);

/** Returns whether a keyword does not restrict values. */
export const isAnnotation = (keyword: string): boolean =>
  ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** Returns the values in `const` or `enum`. */
export const listedValues = (schema: JsonObject): unknown[] | undefined =>
  'const' in schema
    ? [schema['const']]
    : Array.isArray(schema['enum'])
      ? (schema['enum'] as unknown[])
      : undefined;

export const isNull = (schema: unknown): boolean =>
  isObject(schema) &&
  (schema['type'] === 'null' ||
    (schema['type'] === undefined &&
      listedValues(schema)?.length === 1 &&
      listedValues(schema)![0] === null));

export const hasOnly = (schema: JsonObject, keywords: string[]): boolean =>
  Object.keys(schema).every((keyword) => isAnnotation(keyword) || keywords.includes(keyword));

export const isOnlyValues = (schema: unknown): boolean =>
  isObject(schema) && listedValues(schema) !== undefined && hasOnly(schema, ['type', 'enum', 'const']);

export const isOnlyType = (schema: unknown): boolean =>
  isObject(schema) && schema['type'] !== undefined && hasOnly(schema, ['type']);

export const typeNames = (schema: unknown): unknown[] => {
  const { type } = asObject(schema);
  return Array.isArray(type) ? (type as unknown[]) : [type];
};

/** Returns whether two schemas share a type. An integer is also a number. */
export function haveSharedType(schemas: unknown[]): boolean {
  const names = schemas.flatMap(typeNames).map((name) => (name === 'integer' ? 'number' : name));
  return new Set(names).size < names.length;
}

const SCALAR_TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

/** Returns the types that alternatives with nothing but a scalar type allow completely. */
export const openTypes = (schemas: unknown[]): Set<unknown> =>
  new Set(
    schemas
      .filter(isOnlyType)
      .flatMap(typeNames)
      .filter((type) => SCALAR_TYPES.has(type))
      .flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])),
  );

export const typeOfListed = (value: unknown): string =>
  Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value;
