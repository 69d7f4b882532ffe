// Generated values are valid, and invalid bodies are invalid, for every request of the contract.
import fc from 'fast-check';
import { valuesFor } from '../../../src/contract/generated-values';
import { MUTATIONS, invalidBodies } from '../../../src/review/probe/invalid-bodies';
import { getJsonSchema } from '../../../src/review/probe/requests';
import { contractDocument, type Schema } from '../../../src/contract/document';
import { compileSchemas } from '../../../src/contract/schemas';
import { operations } from '../../support/examples';

const schemas = compileSchemas(contractDocument);

/** Bodies and parameters of every operation, available or planned. */
const REQUESTS = operations.flatMap((operation) => {
  const { operationId, availability, parameters } = operation;
  const body = getJsonSchema(operation);
  const places: [string, Schema][] = [
    ...(body ? [['body', body] as [string, Schema]] : []),
    ...parameters.map(({ name, schema }): [string, Schema] => [name, schema]),
  ];
  return places.map(([place, schema]) => ({
    operationId,
    availability,
    place,
    schema,
    validate: schemas.of(schema),
  }));
});

const BODIES = REQUESTS.filter(({ place }) => place === 'body');
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 40): T[] =>
  fc.sample(arbitrary, { numRuns, seed: 7 });

it.each(REQUESTS.filter(({ availability }) => availability === 'available'))(
  'generates a valid $place of $operationId',
  ({ schema, validate }) => {
    for (const value of sample(valuesFor(contractDocument, schema)))
      expect([value, validate(value)]).toEqual([value, true]);
  },
);

it.each(REQUESTS.filter(({ availability }) => availability === 'planned'))(
  'generates a valid $place of $operationId in 5 of 40 cases or more',
  ({ schema, validate }) => {
    const valid = sample(valuesFor(contractDocument, schema)).filter((value) => validate(value));
    expect(valid.length).toBeGreaterThanOrEqual(5); // a filter handles relations between fields
  },
);

it.each(BODIES)(
  'makes bodies of $operationId invalid in half of the cases or more',
  ({ schema, validate }) => {
    const changed = sample(
      invalidBodies(contractDocument, schema, valuesFor(contractDocument, schema)),
    ).filter(({ body }) => !validate(body));
    expect(changed.length).toBeGreaterThanOrEqual(20);
  },
);

it('makes a new asset invalid with every mutation', () => {
  const { schema, validate } = BODIES.find(({ operationId }) => operationId === 'createCyberAsset')!;
  const changed = sample(invalidBodies(contractDocument, schema, valuesFor(contractDocument, schema)), 400);
  const labels = changed.filter(({ body }) => !validate(body)).map(({ label }) => label);
  expect(new Set(labels)).toEqual(new Set(Object.keys(MUTATIONS)));
});

it('generates names of minimum and maximum length, with other scripts and spaces', () => {
  const names = sample(
    valuesFor(contractDocument, { $ref: '#/components/schemas/AssetName' }),
    300,
  ) as string[];
  const lengths = names.map((name) => [...name].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 255]);
  for (const pattern of [/[^\x20-\x7f]/, / /, /['"<%\\]/, /[\u{10000}-\u{10ffff}]/u])
    expect(names.some((name) => pattern.test(name))).toBe(true);
});

it('generates the same values for the same seed', () => {
  const { schema } = BODIES[0]!;
  expect(sample(valuesFor(contractDocument, schema))).toEqual(sample(valuesFor(contractDocument, schema)));
});

it.each([
  ['an unknown type', { type: 'file' }, 'Cannot generate values for {"type":"file"}'],
  [
    'a pattern that hardly any text matches',
    { type: 'string', pattern: '^\\p{Lu}{40}$' },
    'Cannot generate texts for the pattern',
  ],
  [
    'a pattern that contradicts the lengths',
    { type: 'string', pattern: '^[a-z]{40}$', maxLength: 3 },
    'Cannot generate texts for the pattern',
  ],
  [
    'contradictory lengths',
    { type: 'string', minLength: 5, maxLength: 3 },
    'minLength 5 is greater than maxLength 3.',
  ],
  ['a schema that contains itself', { $ref: '#/components/schemas/Tree' }, 'a schema that contains itself'],
])('rejects %s instead of searching forever', (_what, schema, sentence) => {
  const document = {
    ...contractDocument,
    components: {
      schemas: {
        Tree: {
          type: 'object',
          properties: {
            left: { $ref: '#/components/schemas/Tree' },
            right: { $ref: '#/components/schemas/Tree' },
          },
        },
      },
    },
  };
  expect(() => valuesFor(document, schema)).toThrow(sentence);
});

it('does not search forever for distinct values that do not exist', () => {
  const twoOfOne = valuesFor(contractDocument, {
    type: 'array',
    minItems: 2,
    uniqueItems: true,
    items: { const: 'x' },
  });
  expect(sample(twoOfOne, 3)).toEqual([['x'], ['x'], ['x']]); // invalid: the validator decides
});
