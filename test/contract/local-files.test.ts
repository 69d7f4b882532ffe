// Tests that a document refers to files in its folder only: the sandbox publishes the whole document.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { loadDocument } from '../../src/contract/load-document';
import { findFaults } from '../../src/review/documents/soundness';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const entry = at('contract/openapi.yaml');
const secret = at('secret.yaml');

const withSchema = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Pumps', version: '1.0.0' },
  paths: {
    '/pumps': {
      get: { responses: { 200: { description: 'Pumps.', content: { 'application/json': { schema } } } } },
    },
  },
});

beforeAll(() => {
  for (const name of ['contract/parts', 'contract-2']) mkdirSync(at(name), { recursive: true });
  for (const name of ['secret.yaml', 'contract-2/secret.yaml', 'contract/parts/pump.yaml'])
    writeFileSync(at(name), 'type: string\ndescription: 42-4711\n');
  symlinkSync('../../secret.yaml', at('contract/parts/link.yaml'));
  symlinkSync('..', at('contract/up'));
});

const OUTSIDE = 'is outside of the folder of the document. Move it into the folder, and refer to it there';

test.each([
  ['a file above the folder', '../secret.yaml', `../secret.yaml ${OUTSIDE}`],
  [
    'a folder whose name begins like its own',
    '../contract-2/secret.yaml',
    `../contract-2/secret.yaml ${OUTSIDE}`,
  ],
  ['an absolute path', secret, `../secret.yaml ${OUTSIDE}`],
  ['a link to a file outside', './parts/link.yaml', `parts/link.yaml ${OUTSIDE}`],
  ['a file behind a link to a folder', './up/secret.yaml', `up/secret.yaml ${OUTSIDE}`],
  ['a file URL', pathToFileURL(secret).href, 'is a URL, and only files are read'],
  ['a URL', 'http://127.0.0.1:9/pump.yaml', 'is a URL, and only files are read'],
])('rejects a reference to %s with its place', async (_what, $ref, sentence) => {
  writeFileSync(entry, stringify(withSchema({ $ref })));
  const line =
    readFileSync(entry, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('$ref')) + 1;
  const error = (await loadDocument(entry).catch((thrown: unknown) => thrown)) as Error;
  expect(error.message).toContain(sentence);
  expect(error.message).toMatch(new RegExp(`/contract/openapi\\.yaml:${line}$`));
  expect(await findFaults(entry, false)).toContainEqual(
    expect.objectContaining({ rule: 'no-unresolved-refs', line, message: expect.stringContaining(sentence) }),
  );
});

test('rejects a reference of a referenced file, and names that file', async () => {
  writeFileSync(at('contract/parts/outer.yaml'), 'properties:\n  stolen:\n    $ref: ../../secret.yaml\n');
  writeFileSync(entry, stringify(withSchema({ $ref: './parts/outer.yaml' })));
  await expect(loadDocument(entry)).rejects.toThrow(/parts\/outer\.yaml:3$/);
});

test.each([
  [
    'a discriminator',
    {
      oneOf: [{ type: 'object' }],
      discriminator: { propertyName: 'kind', mapping: { a: '../secret.yaml' } },
    },
  ],
  ['an external example', { examples: [{ externalValue: '../secret.yaml' }] }],
  ['an extension', { 'x-notes': { $ref: '../secret.yaml' } }],
])('publishes no content of an outside file through %s', async (_what, schema) => {
  writeFileSync(entry, stringify(withSchema(schema)));
  const loaded = await loadDocument(entry).catch((error: unknown) => error as Error);
  expect(JSON.stringify(loaded)).not.toContain('42-4711');
});

test.each([
  [
    'that double 40 times',
    ['&a0 [a]', ...Array.from({ length: 40 }, (_, at) => `&a${at + 1} [*a${at}, *a${at}]`)],
  ],
  ['inside of its own anchor', ['&a [*a]']],
])('rejects aliases %s', async (_what, values) => {
  const text = values.map((value, at) => `x-${at}: ${value}\n`).join('');
  writeFileSync(entry, `${stringify(withSchema({ type: 'string' }))}${text}`);
  await expect(loadDocument(entry)).rejects.toThrow(
    'The aliases (*name) repeat more than 100,000 values. Use $ref instead',
  );
});

test('accepts a folder that a link names, and references between files inside', async () => {
  writeFileSync(at('contract/parts/outer.yaml'), '$ref: ../parts/pump.yaml\n');
  writeFileSync(entry, stringify(withSchema({ $ref: './parts/outer.yaml' })));
  symlinkSync('contract', at('linked'));
  for (const file of [entry, at('linked/openapi.yaml')])
    expect(JSON.stringify(await loadDocument(file))).toContain('42-4711');
});

test('sandbox and review reject such a document', async () => {
  const outside = at('contract/outside.yaml');
  writeFileSync(outside, stringify(withSchema({ $ref: '../secret.yaml' })));
  writeFileSync(entry, stringify(withSchema({ type: 'string' })));
  for (const args of [
    ['sandbox', '--contract', outside],
    ['review', '--base', entry, '--head', outside],
  ]) {
    const { status, stdout, stderr } = await cli(args, { PORT: '0' });
    expect([status, stdout]).toEqual([args[0] === 'review' ? 2 : 1, '']);
    expect(stderr).toContain(`../secret.yaml ${OUTSIDE} at ${outside}:`);
  }
});
