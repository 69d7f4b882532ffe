// The keywords of a single schema by their effect: annotate, list values, name types, or deprecate.
import { isDay } from '../../base/day';
import { isObject, type JsonObject } from '../../base/values';
import { asObject, dateText } from './json';

/** Returns the words of a text, for example names of keywords. */
export const toSet = (...names: string[]): ReadonlySet<string> =>
  new Set(names.flatMap((some) => some.split(' ')));

const ANNOTATIONS = toSet(
  'title description example examples deprecated externalDocs xml',
  '$comment $id $schema $anchor $defs definitions',
);

/** Keywords whose keys are names, which can be equal to a keyword. */
export const NAME_KEYWORDS = toSet(
  'properties patternProperties dependentSchemas $defs mapping',
  'parameters headers schemas responses links callbacks encoding variables',
);

/** Returns whether a keyword does not restrict values. */
export const isAnnotation = (keyword: string): boolean =>
  ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** Returns the values in `const` or `enum`. */
export function listedValues(schema: JsonObject): unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
}

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

export const typeNames = (schema: unknown): unknown[] => [asObject(schema)['type']].flat();

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
      .flatMap((type) => (type === 'number' ? ['number', 'integer', 'fraction'] : [type])),
  );

/** Returns the type of a value. An integer and a fraction are numbers. */
export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value;
}

/** `deprecated` and `x-sunset` of an operation, a parameter or a field. */
export type Deprecation = ReturnType<typeof readDeprecation>;

/** Reads the deprecation of a part. The first of its schemas that states a sunset counts. */
export function readDeprecation(...parts: JsonObject[]) {
  const stated = parts.map((part) => part['x-sunset']).find((value) => value !== undefined && value !== null);
  const date = dateText(stated)?.match(/^\d{4}-\d\d-\d\d/)?.[0];
  const sunset = date !== undefined && isDay(date) ? date : null;
  return {
    deprecated: parts.some((part) => part['deprecated'] === true),
    sunset,
    /** The text of `x-sunset`, if it is not a date. */
    invalidSunset: stated === undefined || sunset !== null ? null : JSON.stringify(stated),
  };
}
