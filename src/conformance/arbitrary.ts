// Made-up values for a schema: the part of JSON Schema that the contract's requests use. Most of them hold to it; a validator says which.
import fc from 'fast-check';
import { type ContractDocument, type Schema, resolve } from '../contract/document';

/** Half of them are no longer than this: the long ones find other faults than the short ones. */
const SHORT = 12;
/** None is longer: a text of 20,000 characters finds no more than this. */
const LONG = 300;

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_none, place) => String.fromCodePoint(first + place));
const ASCII = between(0x20, 0x7e);
/** Letters and signs of many scripts, and those outside the basic plane; none that Unicode had not assigned, for the server may know another version of it. */
const BEYOND = [...between(0xa0, 0x2fff), ...between(0x10000, 0x1007f), ...between(0x1f300, 0x1faff)].filter(
  (text) => !/\p{Cn}/u.test(text),
);

/** Of any character, so that hardly one is what a schema asks for. */
export const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...BEYOND), fc.constantFrom(...between(0, 0x7f))),
  minLength: 1,
  maxLength: 80,
});
/** Visible ASCII: what a header field can carry whole. */
export const headerText = fc.string({
  unit: fc.constantFrom(...between(0x21, 0x7e)),
  minLength: 1,
  maxLength: 60,
});

/** Texts of characters of which the pattern, when there is one, takes each between two letters; undefined where there are none. */
function texts(least: number, most: number, pattern?: RegExp): fc.Arbitrary<string> | undefined {
  const allowed = [ASCII, BEYOND]
    .map((all) => (pattern ? all.filter((text) => pattern.test(`a${text}a`)) : all))
    .filter((all) => all.length > 0);
  if (allowed.length === 0) return undefined;
  const [first, ...rest] = allowed.map((all) => fc.constantFrom(...all));
  const unit = fc.oneof(
    { arbitrary: first!, weight: 3 },
    ...rest.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
  const of = (minLength: number, maxLength: number) => fc.string({ unit, minLength, maxLength, size: 'max' });
  const long = Math.max(least, Math.min(most, LONG));
  return fc.oneof(
    { withCrossShrink: true }, // a long text that fails becomes a short one
    { arbitrary: of(least, Math.min(most, least + SHORT)), weight: 3 },
    { arbitrary: of(least, long), weight: 1 },
    { arbitrary: of(long, long), weight: 1 },
  );
}

/** Texts of a pattern that fast-check can read; of properties of Unicode it knows ASCII alone. */
function matching(source: string): fc.Arbitrary<string> | undefined {
  if (source.includes('\\p{')) return undefined;
  try {
    return fc.stringMatching(new RegExp(source, 'u'), { size: 'small' });
  } catch {
    return undefined;
  }
}

/** Whether a filter lets so much through that it does not search without end. */
const isMostly = (test: (text: string) => boolean, arbitrary: fc.Arbitrary<string>): boolean =>
  fc.sample(arbitrary, { numRuns: 40, seed: 1 }).filter(test).length >= 10;

const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: days.map((date) => date.toISOString().slice(0, 10)),
  'date-time': days.map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,12}\.[a-z]{1,12}@[a-z]{1,12}\.example$/),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,12}\.example\/[a-z0-9]{0,12}$/),
};

function strings({ pattern, format, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const ofFormat = typeof format === 'string' ? FORMATS[format] : undefined;
  if (ofFormat) return ofFormat;
  const [least, most] = [(minLength as number | undefined) ?? 0, (maxLength as number | undefined) ?? 100];
  if (least > most) throw new Error(`There are no texts of ${least} characters or more and ${most} or less.`);
  return typeof pattern === 'string' ? ofPattern(pattern, least, most) : texts(least, most)!;
}

/** To find out how to make them up takes long, and a few patterns are those of most fields. */
const known = new Map<string, fc.Arbitrary<string>>();

function ofPattern(pattern: string, least: number, most: number): fc.Arbitrary<string> {
  const key = JSON.stringify([pattern, least, most]);
  const found = known.get(key) ?? findOutFor(pattern, least, most);
  known.set(key, found);
  return found;
}

function findOutFor(pattern: string, least: number, most: number): fc.Arbitrary<string> {
  const accepts = new RegExp(pattern, 'u');
  const inLength = (text: string): boolean =>
    accepts.test(text) && [...text].length >= least && [...text].length <= most;
  const made = [matching(pattern), texts(least, most, accepts)].find(
    (arbitrary) => arbitrary !== undefined && isMostly(inLength, arbitrary),
  );
  if (!made) throw new Error(`Nothing is known of how to make up texts of the pattern ${pattern}.`);
  return made.filter(inLength);
}

/** Requests are not nested deeper. */
const DEEPEST = 20;

/** Values that mostly hold to the schema. @throws Error for one that is not understood. */
export function valuesFor(document: ContractDocument, authored: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (depth > DEEPEST)
    throw new Error(`Nothing is known of how to make up what holds itself: ${JSON.stringify(authored)}.`);
  const schema = resolve<Schema>(document, authored);
  const of = (inner: unknown): fc.Arbitrary<unknown> => valuesFor(document, inner, depth + 1);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choice = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choice) && !schema['properties']) return fc.oneof(...choice.map(of));
  if (Array.isArray(schema['type']))
    return fc.oneof(...schema['type'].map((type: unknown) => of({ ...schema, type })));
  switch (schema['type']) {
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer({
        min: (schema['minimum'] as number | undefined) ?? -1000,
        max: (schema['maximum'] as number | undefined) ?? 1000,
      });
    case 'number':
      return fc.double({
        min: (schema['minimum'] as number | undefined) ?? -1000,
        max: (schema['maximum'] as number | undefined) ?? 1000,
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const [least, most] = [
        (schema['minItems'] as number | undefined) ?? 0,
        (schema['maxItems'] as number | undefined) ?? 5,
      ];
      const lengths = { minLength: least, maxLength: Math.min(most, least + 4) };
      const items = fc.array(of(schema['items']), lengths);
      // fc.uniqueArray would search without end where there are fewer values than it should have.
      return schema['uniqueItems'] === true
        ? items.map((all) => [...new Map(all.map((item) => [JSON.stringify(item), item])).values()])
        : items;
    }
    case 'object': {
      const properties = (schema['properties'] as Record<string, unknown> | undefined) ?? {};
      const required = ((schema['required'] as string[] | undefined) ?? []).filter(
        (name) => name in properties,
      );
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, of(property)])),
        { requiredKeys: required, noNullPrototype: true },
      );
    }
    default:
      throw new Error(`Nothing is known of how to make up ${JSON.stringify(schema)}.`);
  }
}
