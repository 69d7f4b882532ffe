// Lists planted changes of alternatives: overlapping `oneOf`, open enumerations and discriminating values.
import { type Doc, fields, operation, type Planted } from './world';

const BODY = 'createAsset | request body application/json';
const ITEM = 'listAssets | response 200 application/json: data[]';
const create = (document: Doc) => fields(document, 'CreateAsset');
const asset = (document: Doc) => fields(document, 'Asset');
const object = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const tagged = (kind: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, size: { type: 'integer' } },
});
const open = (...values: string[]) => ({ anyOf: [{ type: 'string' }, { enum: values }] });
const inParameter = (schema: object) => (document: Doc) =>
  (operation(document, 'listAssets').parameters[1].schema = schema);

export const ALTERNATIVES: Planted[] = [
  {
    name: 'an object of a request becomes one of two that overlap',
    before: (d) => (create(d).notes = object('a')),
    mutate: (d) => (create(d).notes = { oneOf: [object('a'), { type: 'object' }] }),
    expected: [
      `breaking request-constraint-added ${BODY}: notes`,
      `compatible request-branch-added ${BODY}: notes`,
    ],
  },
  {
    name: 'an object of a request becomes one of two that cannot overlap',
    before: (d) => (create(d).notes = object('a')),
    mutate: (d) => (create(d).notes = { oneOf: [object('a'), { type: 'string' }] }),
    expected: [`compatible request-branch-added ${BODY}: notes`],
  },
  {
    name: 'one of two overlapping objects of a response becomes the only one',
    before: (d) => (asset(d).notes = { oneOf: [object('a'), object('b')] }),
    mutate: (d) => (asset(d).notes = object('a')),
    expected: [
      `breaking response-constraint-removed ${ITEM}.notes`,
      `compatible response-branch-removed ${ITEM}.notes`,
    ],
  },
  {
    name: 'a branch that overlaps another one is added to oneOf',
    before: (d) => (create(d).notes = { oneOf: [object('a'), { type: 'string' }] }),
    mutate: (d) => create(d).notes.oneOf.push({ type: 'object' }),
    expected: [
      `breaking request-constraint-added ${BODY}: notes`,
      `compatible request-branch-added ${BODY}: notes`,
    ],
  },
  {
    name: 'a branch is added to oneOf whose branches overlap already',
    before: (d) => (create(d).notes = { oneOf: [object('a'), { type: 'object' }] }),
    mutate: (d) => create(d).notes.oneOf.push({ type: 'object', properties: { b: { type: 'string' } } }),
    expected: [`compatible request-branch-added ${BODY}: notes`],
  },
  {
    name: 'a branch that requires a field of its own is added to oneOf',
    before: (d) => (create(d).notes = { oneOf: [object('a'), { type: 'string' }] }),
    mutate: (d) => create(d).notes.oneOf.push(object('b')),
    expected: [`compatible request-branch-added ${BODY}: notes`],
  },
  {
    name: 'a branch that overlaps another one is removed from oneOf in a response',
    before: (d) => (asset(d).notes = { oneOf: [object('a'), { type: 'string' }, { type: 'object' }] }),
    mutate: (d) => asset(d).notes.oneOf.pop(),
    expected: [
      `breaking response-constraint-removed ${ITEM}.notes`,
      `compatible response-branch-removed ${ITEM}.notes`,
    ],
  },
  {
    name: 'an enumeration becomes open',
    before: (d) => ((create(d).rating = { enum: ['a', 'b'] }), (asset(d).rating = { enum: ['a', 'b'] })),
    mutate: (d) => ((create(d).rating = open('a')), (asset(d).rating = open('a'))),
    expected: [
      `breaking response-values-unrestricted ${ITEM}.rating`,
      `compatible request-values-unrestricted ${BODY}: rating`,
    ],
  },
  {
    name: 'an open enumeration is closed',
    before: inParameter(open('a', 'b')),
    mutate: inParameter({ enum: ['a', 'b'] }),
    expected: ['breaking request-values-restricted listAssets | query parameter rating'],
  },
  {
    name: 'an enumeration beside another type loses a value',
    before: inParameter({ anyOf: [{ type: 'integer' }, { enum: ['a', 'b'] }] }),
    mutate: inParameter({ anyOf: [{ type: 'integer' }, { enum: ['a'] }] }),
    expected: ['breaking request-value-removed listAssets | query parameter rating: (string 2)'],
  },
  {
    name: 'the constant of a component changes',
    mutate: (d) => (fields(d, 'Building').kind.const = 'house'),
    expected: [
      `breaking request-branch-removed ${BODY}: place`,
      `compatible request-branch-added ${BODY}: place`,
      `breaking response-branch-added ${ITEM}.place`,
      `compatible response-branch-removed ${ITEM}.place`,
    ],
  },
  {
    name: 'an inline alternative has another constant',
    before: (d) => (create(d).place = { oneOf: [tagged('a'), tagged('b')] }),
    mutate: (d) => (create(d).place.oneOf[1] = tagged('c')),
    expected: [
      `breaking request-branch-removed ${BODY}: place`,
      `compatible request-branch-added ${BODY}: place`,
    ],
  },
  {
    name: 'an alternative gets a second constant',
    mutate: (d) => (fields(d, 'Vehicle').version = { const: 1 }),
    expected: [
      `compatible request-field-added ${BODY}: place(kind=vehicle).version`,
      `compatible response-field-added ${ITEM}.place(kind=vehicle).version`,
    ],
  },
  {
    name: 'a value of the mapping is removed, changed and added',
    before: (d) => (asset(d).place.discriminator.mapping = { house: BUILDING, home: BUILDING }),
    mutate: (d) => (asset(d).place.discriminator.mapping = { home: VEHICLE, car: VEHICLE }),
    expected: [
      ...Array<string>(2).fill(
        'breaking response-constraint-changed listAssets | response 200 application/json: data[].place',
      ),
      'breaking response-constraint-removed listAssets | response 200 application/json: data[].place',
    ],
  },
];

const BUILDING = '#/components/schemas/Building';
const VEHICLE = '#/components/schemas/Vehicle';
