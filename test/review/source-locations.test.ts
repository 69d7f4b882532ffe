// Tests the file and line of a pointer: through references, in several files, in JSON and YAML.
import type { SourceFile } from '../../src/review/documents/load';
import { createLocationFinder } from '../../src/review/documents/source-locations';

const file = (path: string, lines: string[]): SourceFile => ({
  path: `/spec/${path}`,
  name: `spec/${path}`,
  text: lines.join('\n'),
});

const FILES = [
  file('openapi.yaml', [
    'openapi: 3.1.0',
    'paths:',
    '  /assets:',
    '    $ref: paths/assets.yaml',
    '  /a~b/{id}:',
    '    get: &read',
    '      summary: Read',
    '    head: *read',
    'components:',
    '  schemas:',
    '    Id: {type: string, maxLength: 20}',
    '    Loop: {$ref: "#/components/schemas/Loop"}',
  ]),
  file('paths/assets.yaml', [
    'get:',
    '  parameters:',
    '    - name: q',
    '    - $ref: "../parameters.yaml#/Limit"',
    '  responses:',
    '    "200":',
    '      description: All',
  ]),
  file('parameters.yaml', ['Limit:', '  name: limit', '  schema: {type: integer}']),
  file('components/schemas/Asset.yaml', [
    'type: object',
    'properties:',
    '  id:',
    '    $ref: ../../openapi.yaml#/components/schemas/Id',
    '    maxLength: 9',
    '  name:',
    '    type: string',
  ]),
];
const find = createLocationFinder(FILES, {});

it.each([
  ['a path in the entry file', '/paths/~1assets', 'spec/openapi.yaml', 3],
  ['an operation behind a reference', '/paths/~1assets/get/responses/200', 'spec/paths/assets.yaml', 6],
  ['a list item', '/paths/~1assets/get/parameters/0/name', 'spec/paths/assets.yaml', 3],
  ['a part of another file', '/paths/~1assets/get/parameters/1/schema', 'spec/parameters.yaml', 3],
  ['a segment with an escaped character', '/paths/~1a~0b~1{id}/get/summary', 'spec/openapi.yaml', 7],
  ['a YAML alias', '/paths/~1a~0b~1{id}/head/summary', 'spec/openapi.yaml', 7],
  ['a component in the entry file', '/components/schemas/Id/type', 'spec/openapi.yaml', 11],
  [
    'a component named after its file',
    '/components/schemas/Asset/properties/name',
    'spec/components/schemas/Asset.yaml',
    6,
  ],
  [
    'a keyword beside a reference that the target has too',
    '/components/schemas/Asset/properties/id/maxLength',
    'spec/components/schemas/Asset.yaml',
    5,
  ],
  [
    'a keyword behind a reference with siblings',
    '/components/schemas/Asset/properties/id/type',
    'spec/openapi.yaml',
    11,
  ],
  [
    'a property that is a reference',
    '/components/schemas/Asset/properties/id',
    'spec/components/schemas/Asset.yaml',
    3,
  ],
  [
    'a component named after its key in a file',
    '/components/parameters/Limit/name',
    'spec/parameters.yaml',
    2,
  ],
  ['the nearest parent of a missing keyword', '/paths/~1assets/get/security', 'spec/paths/assets.yaml', 1],
  ['a circular reference', '/components/schemas/Loop/type', 'spec/openapi.yaml', 12],
])('finds %s', (_what, pointer, name, line) => {
  expect(find(pointer)).toEqual({ file: name, line });
});

it('distinguishes two files with the same name by their references', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const files = [
    file('openapi.yaml', [
      'openapi: 3.1.0',
      'paths:',
      '  /users: {$ref: users/path.yaml}',
      '  /orders: {$ref: orders.yaml}',
    ]),
    file('users/path.yaml', ['get: {schema: {$ref: Item.yaml}}']),
    file('users/Item.yaml', [
      'type: object',
      'properties:',
      '  name: {type: string}',
      '  next: {$ref: Item.yaml}',
    ]),
    file('orders.yaml', ['get: {schema: {$ref: schemas/Item.yaml}}']),
    file('schemas/Item.yaml', [
      'type: object',
      'description: Of an order.',
      'properties:',
      '  name: {type: string}',
    ]),
  ];
  const item = { properties: { name: {}, next: ref('Item') } };
  const bundle = {
    paths: { '/users': { get: { schema: ref('Item') } }, '/orders': { get: { schema: ref('Item-2') } } },
    components: { schemas: { Item: item, 'Item-2': { properties: { name: {} } } } },
  };
  const find = createLocationFinder(files, bundle);
  expect(find('/components/schemas/Item/properties/name')).toEqual({ file: 'spec/users/Item.yaml', line: 3 });
  expect(find('/components/schemas/Item-2/properties/name')).toEqual({
    file: 'spec/schemas/Item.yaml',
    line: 4,
  });
});

it('finds lines in one JSON file', () => {
  const text = JSON.stringify({ openapi: '3.0.3', paths: { '/a': { get: { responses: {} } } } }, null, 2);
  expect(createLocationFinder([{ path: '/a.json', name: 'a.json', text }], {})('/paths/~1a/get')).toEqual({
    file: 'a.json',
    line: 5,
  });
});

it('returns undefined for a file above the size limit', () => {
  expect(
    createLocationFinder([{ path: '/a.json', name: 'a.json', text: ' '.repeat(2_000_001) }], {})('/paths'),
  ).toBeUndefined();
});
