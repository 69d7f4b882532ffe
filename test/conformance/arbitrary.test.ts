// What is made up from the schemas is what the contract takes, and what is broken is what it refuses.
import fc from 'fast-check';
import { valuesFor } from '../../src/conformance/arbitrary';
import { MUTATIONS, brokenBodies } from '../../src/conformance/mutations';
import { jsonSchemaOf } from '../../src/conformance/requests';
import { contractDocument, type Schema } from '../../src/contract/document';
import { schemasOf } from '../../src/contract/schemas';
import { operations } from '../support/examples';

const schemas = schemasOf(contractDocument);

/** Bodies and parameters of every operation, released or not: who releases one should not have to look here. */
const REQUESTS = operations.flatMap((operation) => {
  const { operationId, availability, parameters } = operation;
  const body = jsonSchemaOf(operation);
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
  'makes up a $place of $operationId that holds to its schema',
  ({ schema, validate }) => {
    for (const value of sample(valuesFor(contractDocument, schema)))
      expect([value, validate(value)]).toEqual([value, true]);
  },
);

it.each(REQUESTS.filter(({ availability }) => availability === 'planned'))(
  'makes up a $place of $operationId that holds to its schema often enough',
  ({ schema, validate }) => {
    const held = sample(valuesFor(contractDocument, schema)).filter((value) => validate(value));
    expect(held.length).toBeGreaterThanOrEqual(5); // of 40: what relations between fields ask for is left to a filter
  },
);

it.each(BODIES)('breaks bodies of $operationId so that its schema refuses them', ({ schema, validate }) => {
  const broken = sample(brokenBodies(contractDocument, schema, valuesFor(contractDocument, schema))).filter(
    ({ body }) => !validate(body),
  );
  expect(broken.length).toBeGreaterThanOrEqual(20); // of 40: not every change is a fault
});

it('breaks a new asset in every way that it knows', () => {
  const { schema, validate } = BODIES.find(({ operationId }) => operationId === 'createCyberAsset')!;
  const broken = sample(brokenBodies(contractDocument, schema, valuesFor(contractDocument, schema)), 400);
  const ways = broken.filter(({ body }) => !validate(body)).map(({ what }) => what);
  expect(new Set(ways)).toEqual(new Set(Object.keys(MUTATIONS)));
});

it('makes up names that are short and as long as may be, with letters of other scripts and with blanks inside', () => {
  const names = sample(
    valuesFor(contractDocument, { $ref: '#/components/schemas/AssetName' }),
    300,
  ) as string[];
  const lengths = names.map((name) => [...name].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 255]);
  for (const pattern of [/[^\x20-\x7f]/, / /, /['"<%\\]/, /[\u{10000}-\u{10ffff}]/u])
    expect(names.some((name) => pattern.test(name))).toBe(true);
});

it('makes the same up for the same seed', () => {
  const { schema } = BODIES[0]!;
  expect(sample(valuesFor(contractDocument, schema))).toEqual(sample(valuesFor(contractDocument, schema)));
});

it.each([
  ['a type that is none', { type: 'file' }, 'Nothing is known of how to make up'],
  [
    'a pattern that no character meets',
    { type: 'string', pattern: '^\\p{Lu}{40}$' },
    'Nothing is known of how to make up texts',
  ],
  [
    'a pattern that the lengths rule out',
    { type: 'string', pattern: '^[a-z]{40}$', maxLength: 3 },
    'Nothing is known of how to make up texts',
  ],
  [
    'lengths that rule each other out',
    { type: 'string', minLength: 5, maxLength: 3 },
    'There are no texts of 5 characters or more',
  ],
  ['a schema that holds itself', { $ref: '#/components/schemas/Tree' }, 'what holds itself'],
])('does not search for ever: %s is refused in a sentence', (_what, schema, sentence) => {
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

it('does not search for ever for values that are not there', () => {
  const twoOfOne = valuesFor(contractDocument, {
    type: 'array',
    minItems: 2,
    uniqueItems: true,
    items: { const: 'x' },
  });
  expect(sample(twoOfOne, 3)).toEqual([['x'], ['x'], ['x']]); // short of two; whether a value holds, the validator says
});
