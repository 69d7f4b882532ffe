// Generates values for the part of JSON Schema that the contract and its branches use. Most of them are valid.
import fc from 'fast-check';
import { type ContractDocument, type Schema, resolve } from './document';
import { TEXT_FORMATS } from './validation/text-messages';

/** Most texts are at most this much longer than their minimum. Long texts find other faults. */
const SHORT_EXTRA = 12;
/** Longer texts find no other faults. */
const MAX_LENGTH = 300;

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_none, place) => String.fromCodePoint(first + place));
const ASCII = between(0x20, 0x7e);
/** Characters of many scripts and planes. The server may know another Unicode version: only assigned ones. */
const BEYOND_ASCII = [
  ...between(0xa0, 0x2fff),
  ...between(0x10000, 0x1007f),
  ...between(0x1f300, 0x1faff),
].filter((text) => !/\p{Cn}/u.test(text));

export const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...BEYOND_ASCII), fc.constantFrom(...between(0, 0x7f))),
  minLength: 1,
  maxLength: 80,
});
/** Texts of the characters that the pattern allows between two letters; undefined when it allows none. */
function texts(pattern: string, minimum: number, maximum: number): fc.Arbitrary<string> | undefined {
  const accepts = new RegExp(pattern, 'u');
  const allowed = [ASCII, BEYOND_ASCII]
    .map((all) => all.filter((text) => accepts.test(`a${text}a`)))
    .filter((all) => all.length > 0);
  if (allowed.length === 0) return undefined;
  const [first, ...rest] = allowed.map((all) => fc.constantFrom(...all));
  const unit = fc.oneof(
    { arbitrary: first!, weight: 3 },
    ...rest.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
  const of = (minLength: number, maxLength: number) => fc.string({ unit, minLength, maxLength, size: 'max' });
  const long = Math.max(minimum, Math.min(maximum, MAX_LENGTH));
  return fc.oneof(
    { withCrossShrink: true }, // a failing long text shrinks to a short one
    { arbitrary: of(minimum, Math.min(maximum, minimum + SHORT_EXTRA)), weight: 3 },
    { arbitrary: of(minimum, long), weight: 1 },
    { arbitrary: of(long, long), weight: 1 },
  );
}

/** Classes of nearly all characters, from which fast-check makes texts very slowly. */
const WIDE_CLASS = /\[\^|\\p\{|\\u[0-9a-f]{4}-|[^\x00-\x7f]-/i;

/** Texts of a pattern with narrow classes, for example of an id. */
function matching(source: string): fc.Arbitrary<string> | undefined {
  if (WIDE_CLASS.test(source)) return undefined;
  try {
    return fc.stringMatching(new RegExp(source, 'u'), { size: 'small' });
  } catch {
    return undefined;
  }
}

/** Returns whether a filter passes at least a quarter. Otherwise fast-check could search forever. */
const passesOften = (test: (text: string) => boolean, arbitrary: fc.Arbitrary<string>): boolean =>
  fc.sample(arbitrary, { numRuns: 40, seed: 1 }).filter(test).length >= 10;

const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: days.map((date) => date.toISOString().slice(0, 10)),
  'date-time': days.map((date) => date.toISOString()),
  uuid: fc.uuid(),
  email: fc.stringMatching(/^[a-z]{1,12}\.[a-z]{1,12}@[a-z]{1,12}\.example$/),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,12}\.example\/[a-z0-9]{0,12}$/),
  iri: fc.stringMatching(/^https:\/\/[a-z]{1,12}\.example\/[a-z0-9]{0,12}$/),
};

const numberIn = (schema: Schema, keyword: string, fallback: number): number =>
  (schema[keyword] as number | undefined) ?? fallback;

function strings(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format } = schema;
  const ofFormat = typeof format === 'string' ? FORMATS[format] : undefined;
  if (ofFormat) return ofFormat;
  const [minimum, maximum] = [numberIn(schema, 'minLength', 0), numberIn(schema, 'maxLength', 100)];
  if (minimum > maximum) throw new Error(`minLength ${minimum} is greater than maxLength ${maximum}.`);
  const source = TEXT_FORMATS.get(String(format))?.allowed.source ?? pattern ?? '';
  return ofPattern(source as string, minimum, maximum);
}

/** Choosing a generator is slow, and most fields share a few patterns. */
const generators = new Map<string, fc.Arbitrary<string>>();

function ofPattern(pattern: string, minimum: number, maximum: number): fc.Arbitrary<string> {
  const key = JSON.stringify([pattern, minimum, maximum]);
  const found = generators.get(key) ?? generatorFor(pattern, minimum, maximum);
  generators.set(key, found);
  return found;
}

function generatorFor(pattern: string, minimum: number, maximum: number): fc.Arbitrary<string> {
  const accepts = new RegExp(pattern, 'u');
  const inLength = (text: string): boolean =>
    accepts.test(text) && [...text].length >= minimum && [...text].length <= maximum;
  for (const make of [matching, texts]) {
    const made = make(pattern, minimum, maximum);
    if (made && passesOften(inLength, made)) return made.filter(inLength);
  }
  throw new Error(`Cannot generate texts for the pattern ${pattern}.`);
}

/** No request of the contract is nested deeper. */
const MAX_DEPTH = 20;

/** Generates values of which most are valid. @throws Error for an unsupported schema. */
export function valuesFor(document: ContractDocument, authored: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (depth > MAX_DEPTH)
    throw new Error(`Cannot generate values for a schema that contains itself: ${JSON.stringify(authored)}.`);
  const schema = resolve<Schema>(document, authored);
  const of = (inner: unknown): fc.Arbitrary<unknown> => valuesFor(document, inner, depth + 1);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choice = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choice) && !schema['properties']) return fc.oneof(...choice.map(of));
  if (Array.isArray(schema['type']))
    return fc.oneof(...schema['type'].map((type: unknown) => of({ ...schema, type })));
  const min = numberIn(schema, 'minimum', -1000);
  const range = { min, max: numberIn(schema, 'maximum', Math.max(min + 1000, 1000)) };
  switch (schema['type']) {
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer(range);
    case 'number':
      return fc.double({ ...range, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = numberIn(schema, 'minItems', 0);
      const lengths = { minLength, maxLength: Math.min(numberIn(schema, 'maxItems', 5), minLength + 4) };
      const items = fc.array(of(schema['items']), lengths);
      // fc.uniqueArray would search forever when there are too few distinct values.
      return schema['uniqueItems'] === true
        ? items.map((all) => [...new Map(all.map((item) => [JSON.stringify(item), item])).values()])
        : items;
    }
    case 'object': {
      const authored = (schema['properties'] as Record<string, { readOnly?: boolean }> | undefined) ?? {};
      // A request takes a read-only field with its present value only.
      const properties = Object.fromEntries(Object.entries(authored).filter(([, field]) => !field.readOnly));
      const required = ((schema['required'] as string[] | undefined) ?? []).filter(
        (name) => name in properties,
      );
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, of(property)])),
        { requiredKeys: required, noNullPrototype: true },
      );
    }
    default:
      throw new Error(`Cannot generate values for ${JSON.stringify(schema)}.`);
  }
}

/** Returns some values, of which most are valid; none for an unsupported schema. */
export function generateSamples(document: ContractDocument, schema: unknown, numRuns: number): unknown[] {
  try {
    return fc.sample(valuesFor(document, schema), { numRuns });
  } catch {
    return [];
  }
}
