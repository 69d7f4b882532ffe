// Tests the file and line of a pointer: through references, in several files, in JSON and YAML.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSource } from '../../src/review/documents/load';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const file = (path: string, lines: string[]): [path: string, text: string] => [path, lines.join('\n')];

/** Writes the files into a folder, and returns a function that finds a pointer, with the path in the folder. */
async function finderOf(name: string, files: [path: string, text: string][]) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  const { locate } = await loadSource(join(folder, name, files[0]![0]), '');
  return (pointer: string) => {
    const found = locate(pointer);
    return found && { ...found, file: `spec/${found.file.split(`${name}/`)[1]}` };
  };
}

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
    '    Tree: {type: object, properties: {child: {$ref: "#/components/schemas/Tree"}}}',
  ]),
  file('paths/assets.yaml', [
    'get:',
    '  parameters:',
    '    - name: q',
    '    - $ref: "../parameters.yaml#/Limit"',
    '  responses:',
    '    "200":',
    '      description: All',
    '      content: {application/json: {schema: {$ref: ../components/schemas/Asset.yaml}}}',
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
  ['a circular reference', '/components/schemas/Tree/properties/child/type', 'spec/openapi.yaml', 12],
])('finds %s', async (_what, pointer, name, line) => {
  const find = await finderOf('parts', FILES);
  expect(find(pointer)).toEqual({ file: name, line });
});

const responding = (file: string): string =>
  `{responses: {"200": {description: All, content: {application/json: {schema: {$ref: ${file}}}}}}}`;

it('distinguishes two files with the same name by their references', async () => {
  const files = [
    file('openapi.yaml', [
      'openapi: 3.1.0',
      'paths:',
      '  /users: {$ref: users/path.yaml}',
      '  /orders: {$ref: orders.yaml}',
    ]),
    file('users/path.yaml', [`get: ${responding('Item.yaml')}`]),
    file('users/Item.yaml', [
      'type: object',
      'properties:',
      '  name: {type: string}',
      '  next: {$ref: Item.yaml}',
    ]),
    file('orders.yaml', [`get: ${responding('schemas/Item.yaml')}`]),
    file('schemas/Item.yaml', [
      'type: object',
      'description: Of an order.',
      'properties:',
      '  name: {type: string}',
    ]),
  ];
  const find = await finderOf('names', files);
  expect(find('/components/schemas/Item/properties/name')).toEqual({ file: 'spec/users/Item.yaml', line: 3 });
  expect(find('/components/schemas/Item-2/properties/name')).toEqual({
    file: 'spec/schemas/Item.yaml',
    line: 4,
  });
});

it('finds a line in one JSON file, and none in a file above the size limit', async () => {
  const text = JSON.stringify({ openapi: '3.0.3', paths: { '/50%25': { get: { responses: {} } } } }, null, 2);
  const pointer = '/paths/~150%25/get';
  expect((await finderOf('json', [['a.json', text]]))(pointer)).toEqual({ file: 'spec/a.json', line: 5 });
  const large = await finderOf('large', [['a.json', text + ' '.repeat(2_000_001)]]);
  expect(large(pointer)).toBeUndefined();
});
