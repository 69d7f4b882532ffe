// Tests the package that `npm pack` creates.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operations } from '../../generated/operations';
import { dependencies, peerDependencies } from '../../package.json';
import { ROOT, ended, said, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const installed = join(folder, 'node_modules/compliance-inventory');

beforeAll(() => {
  // CI runs `prepare` before the tests. A second build would replace files that other tests use.
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, archive!), '-C', installed, '--strip-components=1']);
  // CI installs it with npm. The dependencies of these packages are found where they really are.
  for (const name of Object.keys(dependencies)) {
    const link = join(installed, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
});

const command = [process.execPath, join(installed, 'dist/src/main.js')];

let url: string;
let key: string;
beforeAll(async () => {
  const sandbox = start(['sandbox'], { PORT: '0' }, command);
  [, url, key] = (await said(sandbox, 'stdout', /Sandbox +(\S+)[^]*Test key +(\S+)/)) as unknown as [
    string,
    string,
    string,
  ];
});

test('the package contains the program, the contract, the guide and the files of operators only', () => {
  expect(readdirSync(installed).sort()).toEqual([
    '.env.example',
    '.github',
    'LICENSE',
    'README.md',
    'dist',
    'generated',
    'node_modules',
    'package.json',
    'spec',
  ]);
  expect(readdirSync(join(installed, '.github')).sort()).toEqual([
    'Dockerfile',
    'SECURITY.md',
    'compliance-inventory-backup.service',
    'compliance-inventory-backup.timer',
    'compliance-inventory-sync.service',
    'compliance-inventory-sync.timer',
    'compliance-inventory.service',
    'compose.yaml',
  ]);
  expect(readdirSync(join(installed, 'spec'))).toEqual(['guide']);
});

/** Returns the files that a Markdown page of the package links to. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(installed, page), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target));
}

test('the links of the README, and those of the guide to its pages and to the files of operators, work in the package', () => {
  const guide = readdirSync(join(installed, 'spec/guide')).map((name) => `spec/guide/${name}`);
  const isPackaged = (path: string) =>
    /^(spec\/guide\/|\.github\/[^/]+$|generated\/)/.test(path) && !path.endsWith('CODEOWNERS');
  const links = [
    ...linksOf('README.md'),
    ...guide.filter((name) => name.endsWith('.md')).flatMap((page) => linksOf(page).filter(isPackaged)),
  ];
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

test('the package runs from an empty folder', async () => {
  const listed = await ended(start(['operations', '--json'], {}, command));
  expect(JSON.parse(listed.stdout)).toEqual(operations);
  const answer = await fetch(`${url}/cyber-assets`, { headers: { 'X-API-Key': key } });
  expect(await answer.json()).toHaveLength(400);
  for (const page of ['/', '/docs', '/docs/guide/', '/console/console.js', '/console/docs.css'])
    expect([page, (await fetch(url + page)).status]).toEqual([page, 200]);
});

test('without its optional peer dependency, a review says what to install', async () => {
  expect(Object.keys(peerDependencies)).toEqual(['@redocly/openapi-core']);
  const document = join(installed, 'generated/openapi.json');
  const { status, stdout, stderr } = await ended(
    start(['review', '--base', document, '--head', document], {}, command),
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('which is not installed. Run `npm install @redocly/openapi-core@2`.');
});

describe('the client of the package', () => {
  const page = readFileSync(join(ROOT, 'spec/guide/client.md'), 'utf8');
  const [example, ...others] = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, text]) => text!);
  const options = {
    module: 'node16',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  };

  it('compiles the examples in the guide and runs the first one, as a module and with require', async () => {
    writeFileSync(join(folder, 'example.mts'), example!.replace('http://127.0.0.1:4010', url));
    const names = others.map((text, index) => {
      writeFileSync(join(folder, `other-${index}.mts`), text);
      return `other-${index}.mts`;
    });
    writeFileSync(
      join(folder, 'required.cts'),
      "import { createClient } from 'compliance-inventory/client';\nconsole.log(createClient.name);\n",
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['example.mts', 'required.cts', ...names] }),
    );
    expect(
      await ended(
        start(['-p', folder], {}, [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc')]),
      ),
    ).toMatchObject({ status: 0, stdout: '' });
    const run = (file: string) => ended(start([join(folder, file)], {}, [process.execPath]));
    expect(await run('example.mjs')).toMatchObject({ status: 0, stdout: 'MLB345-RTU03\n', stderr: '' });
    expect(await run('required.cjs')).toMatchObject({ status: 0, stdout: 'createClient\n', stderr: '' });
  });
});
