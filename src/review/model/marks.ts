// Extensions that mark parts of a document, for example `x-provisional: true`. A mark includes everything below it.
import { splitPointer, valueAt } from '../../contract/pointer';
import { asArray, asObject } from './json';
import { type OpenApiDocument, type Side, getPart } from './document';
import { type ResolvedSchema, memoized } from './schema';
import { isObject, type JsonObject } from '../../base/values';

export const PROVISIONAL = 'x-provisional';

/** Names of extensions, with repetitions. */
export type Marks = readonly string[];

/** By pointer. */
const knownMarks = memoized<Map<string, Marks>, OpenApiDocument>(() => new Map(), new Map());

/** Keywords whose keys are names of fields. */
const NAME_KEYWORDS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Reads each object once: `paths` and `schemas` are above thousands of pointers. */
const marksIn = memoized<string[], JsonObject>(
  (value) => Object.keys(value).filter((name) => name.startsWith('x-') && value[name] === true),
  [],
);

const ownMarks = (value: unknown, key = ''): string[] =>
  isObject(value) && !NAME_KEYWORDS.has(key) ? marksIn(value) : [];

/** Only an operation, parameter, body, response or schema can be provisional: a change of its mark is reported. */
function canBeProvisional(segments: string[]): boolean {
  const [first, second = ''] = segments;
  const [holder, last] = segments.slice(-2);
  if (segments.includes('schema') || (first === 'components' && second === 'schemas'))
    return segments.length > 2;
  if (first === 'components' && segments.length === 3) return true;
  const isOperation = (first === 'paths' || first === 'webhooks') && segments.length === 3;
  return isOperation || holder === 'parameters' || holder === 'responses' || last === 'requestBody';
}

/** Returns the extensions with the value `true` at a pointer and above it. */
export function marksAt(document: OpenApiDocument, pointer: string): Marks {
  const known = knownMarks(document).get(pointer);
  if (known) return known;
  const segments = splitPointer(pointer);
  let part = document.whole;
  const marks = ['', ...segments].flatMap((segment, length) => {
    if (length > 0) part = getPart(part, segment);
    return ownMarks(part.value, segment).filter(
      (mark) => mark !== PROVISIONAL || canBeProvisional(segments.slice(0, length)),
    );
  });
  knownMarks(document).set(pointer, marks);
  return marks;
}

/** Returns the marks of a schema: of the part that a message refers to, and of everything that it refers to. */
export const schemaMarks = ({ parts, resolver, pointer }: ResolvedSchema): Marks => [
  ...marksAt(resolver.document, pointer),
  ...parts.flatMap((part) => (part.isMember ? [] : marksAt(resolver.document, part.pointer))),
];

/**
 * Returns whether a schema is an object component, which has marks of its own: the rows of a provisional list
 * are fixed.
 */
export const isOtherObject = ({ parts }: ResolvedSchema): boolean =>
  parts.some(({ value, pointer }) => 'properties' in value && /^\/components\/schemas\/[^/]+$/.test(pointer));

/** Returns the values and required fields that stay in a provisional schema. */
export const fixedIn = ({ parts }: ResolvedSchema): unknown[] =>
  parts.flatMap(({ value }) => asArray(value['x-fixed']));

/** Returns whether the base promises a part that the head makes provisional, or the other way round. */
export function comparePromise(isProvisional: Record<Side, boolean>) {
  if (isProvisional.base === isProvisional.head) return undefined;
  return isProvisional.head ? 'promise-withdrawn' : 'promise-given';
}

export const isProvisionalAt = (document: OpenApiDocument, pointer: string): boolean =>
  asObject(valueAt(document.root, pointer))[PROVISIONAL] === true;

export const isProvisionalSchema = ({ parts }: ResolvedSchema): boolean =>
  parts.some(({ value, isMember }) => !isMember && value[PROVISIONAL] === true);
