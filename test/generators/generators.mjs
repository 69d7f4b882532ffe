// `node test/generators/generators.mjs` generates clients with other tools from the contract, compiles each, and sends a
// creation, a list and an error through it to a sandbox. It also lints both editions with Spectral. The tools have large
// trees: it installs them, with pinned versions, in a folder of its own.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const TOOLS = [
  '@stoplight/spectral-cli@6.16.3',
  'orval@7.13.2',
  '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2', // the last version that has its Java program in the package
];
const JARS = '/usr/share/java'; // of Debian's packages libjackson2-databind-java and libjsr305-java

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = join(root, 'test/generators');
const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const [contract, edition30] = ['openapi.json', 'openapi-3.0.json'].map((name) =>
  join(root, 'generated', name),
);

const run = (command, ...args) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const tool = (name, ...args) => run(join(folder, 'node_modules/.bin', name), ...args);
const ownTool = (path, ...args) => run(process.execPath, join(root, 'node_modules', path), ...args);

function lint() {
  writeFileSync(join(folder, 'spectral.yaml'), 'extends: [spectral:oas]\n');
  tool('spectral', 'lint', '--fail-severity', 'hint', '--ruleset', 'spectral.yaml', contract, edition30);
}

/** Compiles a TypeScript program and runs it. Returns its output. */
function runTypeScript(name, url, key) {
  copyFileSync(join(here, `${name}.ts.txt`), join(folder, `${name}.ts`));
  const options = [
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'commonjs',
    '--lib',
    'es2022,dom,dom.iterable',
  ];
  ownTool(
    'typescript/bin/tsc',
    ...options,
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
    `${name}.ts`,
  );
  return run(process.execPath, `${name}.js`, url, key);
}

function withOpenapiTypescript(url, key) {
  ownTool('openapi-typescript/bin/cli.js', contract, '--output', 'openapi-types.ts');
  return runTypeScript('openapi-typescript-client', url, key);
}

function withOrval(url, key) {
  const output = { target: 'orval.ts', client: 'fetch', baseUrl: url };
  writeFileSync(
    join(folder, 'orval.config.cjs'),
    `module.exports = ${JSON.stringify({ inventory: { input: contract, output } })};`,
  );
  tool('orval', '--config', 'orval.config.cjs');
  return runTypeScript('orval-client', url, key);
}

function withJava(url, key) {
  const program = join(folder, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
  const options = [
    ['-i', edition30, '-g', 'java', '--library', 'native', '-o', 'java'],
    ['--type-mappings', 'DateTime=String,date=String,OffsetDateTime=String,LocalDate=String'],
    ['--additional-properties', 'openApiNullable=false,hideGenerationTimestamp=true'],
  ];
  run('java', '-jar', program, 'generate', ...options.flat());
  const jars = readdirSync(JARS).filter((name) =>
    /^(?:jackson-(?:annotations|core|databind)|jsr305)\.jar$/.test(name),
  );
  const path = [...jars.map((name) => join(JARS, name)), join(folder, 'classes')].join(':');
  const sources = readdirSync(join(folder, 'java/src/main'), { recursive: true })
    .filter((name) => name.endsWith('.java') && !name.endsWith('/ActivityValue.java'))
    .map((name) => join(folder, 'java/src/main', name));
  writeFileSync(
    join(folder, 'sources'),
    [...sources, ...readdirSync(join(here, 'java')).map((name) => join(here, 'java', name))].join('\n'),
  );
  mkdirSync(join(folder, 'classes'));
  run('javac', '-nowarn', '-d', 'classes', '-cp', path, '@sources');
  return run('java', '-cp', path, 'Client', url, key);
}

const isInstalled = (command) => {
  try {
    execFileSync(command, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const CLIENTS = {
  'openapi-typescript': withOpenapiTypescript,
  orval: withOrval,
  'openapi-generator java': withJava,
};

const sandbox = spawn(process.execPath, [join(root, 'dist/src/main.js'), 'sandbox', '--json'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  run(
    'npm',
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...TOOLS,
  );
  lint();
  console.log('Spectral reports nothing on both editions.');
  const { value: line } = await createInterface({ input: sandbox.stdout })[Symbol.asyncIterator]().next();
  const { url, key } = JSON.parse(line);
  for (const [name, generate] of Object.entries(CLIENTS)) {
    if (generate === withJava && !isInstalled('javac')) {
      console.log(`Left out ${name}: javac is missing.`);
      continue;
    }
    const started = Date.now();
    const output = generate(url, key).trim().split('\n').at(-1);
    if (output !== '201 MLB345-GEN01, 200 true, 400 validation_error')
      throw new Error(`The client of ${name} printed ${output}.`);
    console.log(`${name}: ${output} (${Math.round((Date.now() - started) / 1000)} s)`);
  }
} finally {
  sandbox.kill();
  rmSync(folder, { recursive: true });
}
