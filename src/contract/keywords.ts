// Tells the objects of a document from its values: keywords and references inside values mean nothing.

/** Keywords that hold values. */
const VALUES = ['example', 'examples', 'const', 'enum', 'default'];

/** Keywords that hold objects by name: a property named `example` is a schema, not an example. */
const MAPS = [
  'paths',
  'pathItems',
  'parameters',
  'headers',
  'requestBodies',
  'responses',
  'content',
  'schemas',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
];

const isExtension = (keyword: string): boolean => keyword.startsWith('x-');

/** Returns the members of an object that may be or contain objects of the document. */
export const partsOf = (object: object): unknown[] =>
  Object.entries(object).flatMap(([keyword, member]: [string, unknown]) => {
    if (VALUES.includes(keyword) || isExtension(keyword)) return [];
    const isMap = MAPS.includes(keyword) && typeof member === 'object' && member !== null;
    return isMap ? Object.values(member as Record<string, unknown>) : [member];
  });

/**
 * Copies an object of the document without what means nothing to a validator: examples and extensions other
 * than x-references, which mark ids. It also leaves out schema ids: references name the place of
 * a schema, and a second name for it would clash.
 */
export function copySchema(value: unknown, referTo: (ref: string) => string, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => copySchema(member, referTo));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, unknown][] => {
      if (isMap) return [[key, copySchema(member, referTo)]];
      if (key === '$ref' && typeof member === 'string') return [[key, referTo(member)]];
      if (['example', 'examples', '$id'].includes(key)) return [];
      if (key === 'x-references' || VALUES.includes(key)) return [[key, member]];
      if (isExtension(key)) return [];
      return [[key, copySchema(member, referTo, MAPS.includes(key))]];
    }),
  );
}
