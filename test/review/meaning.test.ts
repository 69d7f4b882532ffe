// Compares verdicts with a validator: without a breaking change, valid requests and responses stay valid.
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { compare, type Doc } from './world';

const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const small = (min: number, max: number) => fc.integer({ min, max });
const orNull = (type: string) => fc.constantFrom(type, [type, 'null']);
const scalar = fc.constantFrom(null, true, false, -1, 0, 1, 2, 3, 1.5, 'a', 'bb', 'ccc');

const { schema } = fc.letrec<{ schema: Doc }>((tie) => {
  const any = tie('schema');
  const list = (minLength: number, maxLength: number) => fc.array(any, { minLength, maxLength });
  const patterns = some({ '^a': any, '^c': any, c$: any });
  return {
    schema: fc
      .oneof(
        { depthSize: 'small', maxDepth: 3 },
        fc.tuple(
          fc.record({ type: orNull('string') }),
          some({
            minLength: small(0, 2),
            maxLength: small(1, 3),
            pattern: fc.constantFrom('^a', 'b$'),
            enum: fc.subarray(['a', 'bb', 'ccc'], { minLength: 1 }),
          }),
        ),
        fc.tuple(
          fc.record({
            type: fc.constantFrom('integer', 'number', ['integer', 'null'], ['number', 'string']),
          }),
          some({
            minimum: small(-1, 2),
            maximum: small(0, 3),
            exclusiveMinimum: small(-1, 1),
            exclusiveMaximum: small(1, 3),
            multipleOf: fc.constantFrom(1, 2, 0.5),
          }),
        ),
        fc.tuple(fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) })),
        fc.tuple(fc.constantFrom({}, { $ref: '#/components/schemas/X' }, { const: 'a' }, { const: 2 })),
        fc.tuple(
          fc.record({ type: orNull('object') }),
          some({
            properties: some({ a: any, b: any }),
            required: fc.subarray(['a', 'b']),
            patternProperties: patterns,
            additionalProperties: fc.oneof(fc.boolean(), any),
            unevaluatedProperties: fc.oneof(fc.boolean(), any),
            minProperties: small(0, 1),
            maxProperties: small(1, 2),
          }),
        ),
        fc.tuple(
          fc.record({ type: orNull('array') }),
          some({
            items: any,
            minItems: small(0, 1),
            maxItems: small(1, 2),
            uniqueItems: fc.boolean(),
            prefixItems: list(1, 2),
          }),
        ),
        fc.tuple(
          fc.record({
            anyOf: fc
              .tuple(list(1, 3), fc.boolean())
              .map(([branches, nullToo]) => (nullToo ? [...branches, { type: 'null' }] : branches)),
          }),
        ),
        fc.tuple(fc.record({ allOf: list(1, 2) }), some({ anyOf: list(2, 2) })),
      )
      .map((parts: Doc) => Object.assign({}, ...(Array.isArray(parts) ? parts : [parts]))),
  };
});

/**
 * Creates small objects in several parts, and arrays with `contains`, so that random values reach their
 * limits.
 */
const leaf = fc.constantFrom({}, { type: 'string' }, { type: 'integer' }, { const: 'a' });
const named = {
  properties: some({ a: leaf, b: leaf }),
  patternProperties: some({ '^a': leaf, '^c': leaf }),
  additionalProperties: fc.oneof(fc.boolean(), leaf),
};
const part = fc
  .tuple(
    fc.constant({ type: 'object' }),
    some({ ...named, dependentSchemas: some({ a: some({ properties: some({ b: leaf, c: leaf }) }) }) }),
  )
  .map((parts) => Object.assign({}, ...parts) as Doc);
const alternatives = fc.array(fc.oneof(part, leaf), { minLength: 2, maxLength: 2 });
/** Keeps `contains` separate, because Ajv treats all its items as evaluated. */
const closing: fc.Arbitrary<Doc> = fc.oneof(
  fc
    .tuple(
      part,
      some({
        allOf: fc.array(part, { minLength: 1, maxLength: 2 }),
        anyOf: alternatives,
        oneOf: alternatives,
        unevaluatedProperties: fc.oneof(fc.constant(false), leaf),
      }),
    )
    .map(([own, more]) => ({ ...own, ...more })),
  fc
    .tuple(
      fc.constant({ type: 'array' }),
      fc.oneof(
        some({ items: leaf, contains: leaf, minContains: small(0, 2), maxContains: small(1, 2) }),
        some({
          items: leaf,
          prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
          unevaluatedItems: fc.oneof(fc.constant(false), leaf),
        }),
      ),
    )
    .map(([own, more]) => ({ ...own, ...more })),
);

/** Removes or changes one keyword in a schema. */
function tweak(original: Doc, choice: number): Doc {
  const copy = structuredClone(original);
  const places: [holder: Doc, key: string][] = [];
  const look = (node: Doc): void => {
    if (!node || typeof node !== 'object') return;
    // Without a type, the review treats a schema with fields as an object. A validator allows every type.
    for (const key of Object.keys(node)) {
      if (
        !Array.isArray(node) &&
        !(key === 'type' && /object|array/.test(JSON.stringify(node.type))) &&
        key !== '$ref' &&
        key !== 'allOf'
      )
        places.push([node, key]);
      look(node[key]);
    }
  };
  look(copy);
  const place = places[choice % places.length];
  if (!place) return copy;
  const [holder, key] = place;
  if ((key === 'anyOf' || key === 'oneOf') && choice % 3 > 0) {
    const other = key === 'anyOf' ? 'oneOf' : 'anyOf';
    holder[other] ??= holder[key];
    delete holder[key];
    return copy;
  }
  if (key === 'unevaluatedProperties' && choice % 2 === 0) {
    holder.additionalProperties ??= holder[key];
    delete holder[key];
    return copy;
  }
  if (typeof holder[key] === 'number' && choice % 3 > 0)
    holder[key] = Math.max(holder[key] + (choice % 2 === 0 ? 1 : -1), 1);
  else if (Array.isArray(holder[key]) && holder[key].length > 1 && choice % 3 > 0) holder[key].pop();
  else delete holder[key];
  return copy;
}

const X = {
  type: 'object',
  properties: { a: { $ref: '#/components/schemas/X' }, b: { type: 'string', maxLength: 2 } },
  required: ['b'],
};
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    some({ a: tie('value'), b: tie('value'), c: tie('value') }),
  ),
}));
const VALUES = JSON.parse(JSON.stringify(fc.sample(value, { numRuns: 500, seed: 5 }))) as unknown[];

const documentOf = (body: Doc, direction: string): Doc => {
  const content = { 'application/json': { schema: body } };
  const post =
    direction === 'request'
      ? { requestBody: { required: true, content }, responses: {} }
      : { responses: { 200: { content } } };
  return { openapi: '3.1.0', paths: { '/a': { post } }, components: { schemas: { X } } };
};

const ajv = new Ajv({ strict: false, validateSchema: false, meta: false, code: { optimize: false } }); // optimization costs more than it saves

function validator(body: Doc): (value: unknown) => boolean {
  ajv.removeSchema();
  ajv.addSchema({ $id: 'test:document', components: { schemas: { X } }, body });
  const validate = ajv.compile({ $ref: 'test:document#/body' });
  return (candidate) => validate(candidate);
}

/** Callers must ignore new fields, which a validator of the old schema can reject. */
const TOLERATED = /-field-added$|^response-other-fields-allowed$/;

it.each(['request', 'response'])(
  'reports a breaking change in the %s if a validator rejects a value',
  (direction) => {
    let judged = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          schema,
          closing,
          alternatives.map((anyOf) => ({ anyOf })),
        ),
        fc.nat(60),
        fc.boolean(),
        (written, choice, isReversed) => {
          const [before, after] = isReversed
            ? [tweak(written, choice), written]
            : [written, tweak(written, choice)];
          const changes = compare(documentOf(before, direction), documentOf(after, direction));
          if (changes.some(({ level, rule }) => level === 'breaking' || TOLERATED.test(rule))) return;
          judged++;
          const [narrower, wider] = (direction === 'request' ? [before, after] : [after, before]).map(
            validator,
          );
          expect(VALUES.filter((candidate) => narrower!(candidate) && !wider!(candidate))).toEqual([]);
        },
      ),
      { seed: 20260615, numRuns: 300 },
    );
    expect(judged).toBeGreaterThan(100);
  },
);
