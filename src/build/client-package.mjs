// `npm run client:pack` writes the client as a package of its own, without dependencies, and packs it.
// The package is a part of dist/ in the same layout, so both packages have the same files.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = `${root}dist/client-package`;
const { version, license, engines, exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Returns an entry of `exports` with the files of this package, which has no folder `dist`. */
const withoutDist = (entry) => JSON.parse(JSON.stringify(entry).replaceAll('./dist/', './'));
const entry = withoutDist(exports['./client']);

const manifest = {
  name: 'compliance-inventory-client',
  version,
  description: 'Typed client of the Compliance Inventory API',
  license,
  engines,
  type: 'commonjs',
  sideEffects: false,
  main: entry.require.default,
  module: entry.import.default,
  types: entry.require.types,
  exports: { '.': entry, './package.json': './package.json' },
};

/** Comments of programs are left out, because editors read those of the types. */
const compilerOptions = {
  removeComments: true,
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
};
const withoutComments = (text) => ts.transpileModule(text, { compilerOptions }).outputText;

const PARTS = [
  'esm/client.d.ts',
  'esm/package.json',
  'esm/generated/errors.js',
  'esm/src/client',
  'generated/client.d.ts',
  'generated/errors.js',
  'generated/types.d.ts',
  'src/client',
];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const part of PARTS) cpSync(`${root}dist/${part}`, `${target}/${part}`, { recursive: true });
for (const name of readdirSync(target, { recursive: true }).filter((name) => name.endsWith('.js'))) {
  const file = `${target}/${name}`;
  writeFileSync(file, withoutComments(readFileSync(file, 'utf8')));
}
cpSync(`${root}LICENSE`, `${target}/LICENSE`);
const guide = readFileSync(`${root}spec/guide/client.md`, 'utf8');
writeFileSync(`${target}/README.md`, guide.replaceAll('compliance-inventory/client', manifest.name));
writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);

const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', `${root}dist`], {
  cwd: target,
  encoding: 'utf8',
});
const [{ filename, size }] = JSON.parse(packed);
const archive = `${root}dist/${manifest.name}.tgz`;
renameSync(`${root}dist/${filename}`, archive);
console.log(`Wrote ${archive} (${size.toLocaleString('en-US')} bytes).`);
