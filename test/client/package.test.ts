// Tests the package of the client that `npm run client:pack` writes, installed in an empty folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { type Sandbox, startSandbox } from '../support/sandbox';

const folder = temporaryFolder();
const archive = join(ROOT, 'dist/compliance-inventory-client.tgz');

/** Returns a project in the folder where npm has installed the package. */
function project(name: string, files: Record<string, string>, manifest: object = {}): string {
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  return root;
}

const node = (cwd: string, file: string) => ended(start([join(cwd, file)], {}, [process.execPath]));
const tsc = (cwd: string) =>
  ended(start(['-p', cwd], {}, [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc')]));

let sandbox: Sandbox;
let program: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  execFileSync(process.execPath, [join(ROOT, 'src/build/client-package.mjs')], { stdio: 'ignore' });
  writeFileSync(join(folder, 'package.json'), '{}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--no-save', archive];
  execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
  program = `
const client = createClient({ baseUrl: '${sandbox.url}', apiKey: '${sandbox.key}' });
client.GET('/facilities').then((result) => console.log(unwrap(result).length));
`;
});
afterAll(() => sandbox.close());

test('the package is at most 52 kB packed and installs no other package', () => {
  expect(statSync(archive).size).toBeLessThanOrEqual(52_000);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'compliance-inventory-client',
  ]);
});

test('an ES module imports the package', async () => {
  const text = `import { createClient, unwrap } from 'compliance-inventory-client';${program}`;
  const root = project('module', { 'main.js': text }, { type: 'module' });
  expect(await node(root, 'main.js')).toEqual({ status: 0, stdout: '13\n', stderr: '' });
});

test('a CommonJS program requires the package', async () => {
  const text = `const { createClient, unwrap } = require('compliance-inventory-client');${program}`;
  const root = project('commonjs', { 'main.js': text });
  expect(await node(root, 'main.js')).toEqual({ status: 0, stdout: '13\n', stderr: '' });
});

const TYPED = `import { type CreateCyberAssetRequest, type CyberAsset, createClient, unwrap } from 'compliance-inventory-client';
export const body: CreateCyberAssetRequest = { name: 'RTU', cyber_system_id: 'cs_1', asset_type: 'hardware' };
// @ts-expect-error the schema has no field nam
export const wrong: CreateCyberAssetRequest = { ...body, nam: 'RTU' };
export const nameOf = ({ name }: CyberAsset): string => name;
`;

test.each([
  ['NodeNext', { module: 'NodeNext', skipLibCheck: false }, ['main.mts', 'main.cts']],
  ['Bundler', { module: 'ESNext', moduleResolution: 'Bundler' }, ['main.ts']],
  ['Node10', { module: 'CommonJS', moduleResolution: 'Node10' }, ['main.ts']],
])('TypeScript with the module resolution %s compiles the package', async (name, modules, files) => {
  const options = { target: 'ES2022', lib: ['ES2022', 'DOM'], types: [], strict: true, skipLibCheck: true };
  const root = project(name, {
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, ...modules }, files }),
    ...Object.fromEntries(files.map((file) => [file, TYPED + program])),
  });
  expect(await tsc(root)).toMatchObject({ status: 0, stdout: '' });
  for (const file of files.filter((each) => each !== 'main.ts'))
    expect(await node(root, file.replace('ts', 'js'))).toMatchObject({ status: 0, stdout: '13\n' });
});

test('the README of the package imports the package by its own name', () => {
  const readme = readFileSync(join(ROOT, 'dist/client-package/README.md'), 'utf8');
  expect(readme).toContain("from 'compliance-inventory-client'");
  expect(readme).not.toContain('compliance-inventory/client');
});
